import { describe, expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "../harnesses.js";
import { readOne } from "../testing/transcripts.js";
import { readTranscriptLine } from "./read-line.js";

describe.each(HARNESS_IDS)("%s", (harness) => {
  test.each([
    "",
    "{",
    "null",
    "42",
    '"text"',
    "[1]",
    "not json",
    '{"a":1',
    "{}",
    '{"silly":"this"}',
    '{"type":7}',
    '{"type":null,"role":[]}',
  ])("%j is unreadable", (line) => {
    expect(readTranscriptLine(harness, line)).toEqual({
      outcome: "unreadable",
      lineType: "unreadable",
      known: true,
      timestamp: null,
      events: [],
      usage: null,
      model: null,
      parentSessionId: null,
      subagent: null,
      record: null,
      callOutcome: null,
      names: null,
      fork: null,
      turn: null,
      totalCredits: null,
      delegated: false,
    });
  });
});

const NEW: readonly (readonly [HarnessId, object, string])[] = [
  ["claude-code", { type: "hologram", timestamp: "2026-08-20T09:00:00Z" }, "hologram"],
  ["cursor", { role: "oracle" }, "oracle"],
  ["kiro", { version: "v1", kind: "Hologram", data: {} }, "Hologram"],
  ["codex", { type: "event_msg", payload: { type: "hologram" } }, "event_msg.hologram"],
  ["codex", { type: "response_item", payload: { type: "hologram" } }, "response_item.hologram"],
  ["codex", { type: "hologram", payload: {} }, "hologram"],
  ["copilot", { kind: 9 }, "kind.9"],
  ["copilot-cli", { type: "session.hologram", data: {} }, "session.hologram"],
  ["opencode", { row: "hologram" }, "hologram"],
  ["opencode", { row: "part", data: { type: "hologram" } }, "part.hologram"],
  ["gemini-cli", { id: "1", type: "hologram" }, "hologram"],
  ["goose", { row: "hologram" }, "hologram"],
  ["pi", { type: "hologram" }, "hologram"],
  ["windsurf", { type: "hologram" }, "hologram"],
  ["cline", { type: "say", say: "hologram", ts: 1_787_212_800_000 }, "say.hologram"],
  ["amp", { role: "oracle" }, "oracle"],
];

test.each(NEW)("%s: a new kind of line is shown as other, and reported by its name", (harness, line, lineType) => {
  expect(readOne(harness, line)).toMatchObject({
    outcome: "rendered",
    known: false,
    lineType,
    events: [{ kind: "other" }],
  });
});

test("a name for the report is short", () => {
  expect(readOne("claude-code", { type: "x".repeat(1000) }).lineType).toHaveLength(64);
});

describe("numbers that no harness counts", () => {
  test.each([-1, 1.5, 1e300, "12", null, [3], { n: 1 }])("%j tokens are ignored", (tokens) => {
    const line = { type: "assistant", message: { id: "m", usage: { input_tokens: tokens, output_tokens: 4 } } };
    expect(readOne("claude-code", line).usage).toMatchObject({ input: 0, output: 4 });
  });

  test.each([-0.5, 1e300, "1"])("a cost of %j is ignored", (cost) => {
    const line = { row: "message", id: "m", data: { role: "assistant", cost, tokens: { output: 1 } } };
    expect(readOne("opencode", line).usage).toMatchObject({ costUsd: null });
  });

  test.each([-1, 86_400_001, "5"])("a latency of %j is none", (durationMs) => {
    const line = { timestamp: "2026-08-20T09:00:00Z", payload: { type: "tool_result", toolCallId: "t", durationMs } };
    expect(readOne("kiro", line).events).toMatchObject([{ latencyMs: null }]);
  });

  test("nothing used is not zero used", () => {
    expect(
      readOne("claude-code", { type: "assistant", message: { id: "m", usage: { input_tokens: 0 } } }).usage,
    ).toBeNull();
  });
});

test.each([
  ["2026-08-20T09:00Z", "2026-08-20T09:00:00.000Z"],
  ["2026-08-20T09:00:03.123456789Z", "2026-08-20T09:00:03.123Z"],
  ["2026-08-20T11:00:03+02:00", "2026-08-20T09:00:03.000Z"],
  ["2026-08-20T09:00:03", "2026-08-20T09:00:03.000Z"],
  ["2026-08-20 09:00:03", "2026-08-20T09:00:03.000Z"],
  [1_787_212_800, "2026-08-20T08:00:00.000Z"],
  [1_787_212_800.5, "2026-08-20T08:00:00.500Z"],
  [1_787_212_800_123, "2026-08-20T08:00:00.123Z"],
  ["2026-13-40T09:00:00Z", null],
  ["20 August 2026", null],
  ["1", null],
  ["", null],
  [-5, null],
  [0, null],
  [1e300, null],
  [true, null],
  [{}, null],
])("the time %j is %j", (timestamp, expected) => {
  expect(readOne("claude-code", { type: "user", timestamp, message: { content: "x" } }).timestamp).toBe(expected);
});

test("what stands in for a line says why, whichever harness it is of", () => {
  const line = JSON.stringify({ type: "tackroom.oversize", bytes: 2_000_000, sha256: "ab" });
  expect(readTranscriptLine("codex", line)).toMatchObject({
    outcome: "rendered",
    events: [{ kind: "system", text: "A line of 2000000 bytes was too large to be sent." }],
  });
});
