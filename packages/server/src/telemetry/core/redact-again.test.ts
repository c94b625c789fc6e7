import { readTranscriptLine } from "@tackroom/harness";
import { describe, expect, test } from "vitest";
import { assistant, text, toolCall } from "../../../test/transcripts.js";
import { redactAgain } from "./redact-again.js";
import { keepEvents, showEvents, type Redaction } from "./show-events.js";

const hiding = (secret: string): Redaction => ({
  text: (words, length) => words.replaceAll(secret, "***").slice(0, length),
  json: (value, length) => JSON.stringify(value).replaceAll(secret, "***").slice(0, length),
});
const line = assistant([text("old and new"), toolCall("t1", "Bash", { command: "old new" })]);
const { events } = readTranscriptLine("claude-code", line);

describe("what is kept of a line", () => {
  const kept = keepEvents({ events }, hiding("old"));

  test("is redacted by the rules of today, and not by those of before", () => {
    const again = redactAgain(kept, events, hiding("new"));
    expect(again.texts).toEqual(["old and ***", '{"command":"old ***"}']);
  });

  test("keeps what earlier lines told about it", () => {
    const told = { ...kept, events: kept.events.map((event) => ({ ...event, tool_name: "Shell new", latency_ms: 7 })) };
    const [first] = showEvents(redactAgain(told, events, hiding("new")));
    expect(first).toMatchObject({ tool_name: "Shell ***", latency_ms: 7, text: "old and ***" });
  });

  test("is all there is to redact when the line is read differently now", () => {
    const again = redactAgain(kept, events.slice(1), hiding("new"));
    expect(showEvents(again)).toMatchObject([{ text: "*** and ***" }, { tool_input: '{"command":"*** ***"}' }]);
  });
});
