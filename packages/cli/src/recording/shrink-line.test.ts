import { readTranscriptLine } from "@tackroom/harness";
import { expect, test } from "vitest";
import { shrinkLine } from "./shrink-line.js";

const MIB = 1024 * 1024;
const FACTS = { bytes: 3 * MIB, sha256: "ab" };

const RESULT = {
  type: "user",
  timestamp: "2026-08-20T09:00:05.000Z",
  message: {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "x".repeat(3 * MIB) }],
  },
};

test("a line that is too long keeps its kind, its time and the call that it answers, and says that it was cut", () => {
  const shrunk = shrinkLine(JSON.stringify(RESULT), FACTS, MIB) ?? "";
  expect(Buffer.byteLength(shrunk)).toBeLessThanOrEqual(MIB);
  const { timestamp, events } = readTranscriptLine("claude-code", shrunk);
  expect(timestamp).toBe("2026-08-20T09:00:05.000Z");
  expect(events).toMatchObject([{ kind: "tool_result", toolCallId: "toolu_1", isError: true }]);
  expect(events[0]?.toolOutput).toMatch(/^x+\n\[Content truncated: it was too large, .*3145728 characters\.\]$/s);
});

test("usage stays, and the same line is always cut in the same way", () => {
  const usage = { input_tokens: 5, output_tokens: 7 };
  const line = JSON.stringify({
    type: "assistant",
    uuid: "a",
    message: { model: "m", usage, content: [{ type: "text", text: "é".repeat(MIB) }] },
  });
  const shrunk = shrinkLine(line, FACTS, MIB) ?? "";
  expect(readTranscriptLine("claude-code", shrunk).usage).toMatchObject({ input: 5, output: 7, model: "m" });
  expect(shrinkLine(line, FACTS, MIB)).toBe(shrunk);
});

test.each([
  ["many texts", { type: "user", parts: Array.from({ length: 5000 }, () => "y".repeat(1000)) }],
  ["many members", Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`member${at}`, "z".repeat(20)]))],
])("%s are too much as well", (_, record) => {
  const shrunk = shrinkLine(JSON.stringify(record), FACTS, MIB) ?? "";
  expect(JSON.parse(shrunk)).toMatchObject({ tackroom: { oversize: FACTS } });
  expect(Buffer.byteLength(shrunk)).toBeLessThanOrEqual(MIB);
});

test.each([
  ["no JSON", "x".repeat(2 * MIB)],
  ["no object", JSON.stringify(["x".repeat(2 * MIB)])],
])("of %s nothing can be kept", (_, line) => {
  expect(shrinkLine(line, FACTS, MIB)).toBeUndefined();
});

test("of a record that is nested deeply, its beginning is kept", () => {
  const line = `{"type":"user","a":${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}}`;
  const shrunk = shrinkLine(line, FACTS, MIB) ?? "";
  expect(shrunk.length).toBeLessThan(1000);
  expect(JSON.parse(shrunk)).toMatchObject({ type: "user", a: { a: { a: {} } } });
});
