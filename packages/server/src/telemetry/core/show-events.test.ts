import { readTranscriptLine } from "@tackroom/harness";
import { describe, expect, test } from "vitest";
import { assistant, at, text, toolCall } from "../../../test/transcripts.js";
import { keepEvents, showEvents, type Redaction } from "./show-events.js";

const asIs: Redaction = { text: (words) => words, json: (value) => JSON.stringify(value) };
const reading = readTranscriptLine(
  "claude-code",
  assistant([text("Look"), toolCall("t1", "Bash", { command: "ls" })], { timestamp: at(0), model: "m" }),
);

describe("events of a line", () => {
  test("are shown as they were kept", () => {
    const nothing = {
      text: null,
      tool_name: null,
      tool_use_id: null,
      tool_input: null,
      tool_output: null,
      is_error: false,
      latency_ms: null,
    };
    expect(showEvents(keepEvents(reading, asIs))).toEqual([
      { ...nothing, timestamp: at(0), kind: "assistant", text: "Look", model: "m" },
      {
        ...nothing,
        timestamp: at(0),
        kind: "tool_call",
        tool_name: "Bash",
        tool_use_id: "t1",
        tool_input: '{"command":"ls"}',
        model: "m",
      },
    ]);
  });

  test("that were kept by earlier versions have no call ids", () => {
    const { events, texts } = keepEvents(reading, asIs);
    const older = events.map(({ tool_use_id: _id, ...event }) => event);
    expect(showEvents({ events: older, texts }).map(({ tool_use_id }) => tool_use_id)).toEqual([null, null]);
  });

  test("have their texts apart, and nothing else among them", () => {
    expect(keepEvents(reading, asIs).texts).toEqual(["Look", '{"command":"ls"}']);
  });

  test("are redacted before they are shortened", () => {
    const secret = "s".repeat(1000);
    const long = readTranscriptLine("claude-code", assistant([text(`${"x".repeat(16_000)}${secret}`)]));
    const hide = (words: string): string => words.replace(secret, "***");
    expect(keepEvents(long, { ...asIs, text: hide }).texts).toEqual([`${"x".repeat(16_000)}***`]);
  });
});
