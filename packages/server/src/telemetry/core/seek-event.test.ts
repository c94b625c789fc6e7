import { expect, test } from "vitest";
import { seekEvent, type Sought } from "./seek-event.js";
import type { ShownEvent } from "./show-events.js";

const event = (changes: Partial<ShownEvent>): ShownEvent => ({
  timestamp: null,
  kind: "assistant",
  text: null,
  tool_name: null,
  tool_use_id: null,
  tool_input: null,
  tool_output: null,
  is_error: false,
  latency_ms: null,
  model: null,
  ...changes,
});
const EVENTS = [
  event({ text: "Look at the Cart" }),
  event({ kind: "tool_call", tool_name: "Bash", tool_input: '{"command":"ls cart"}' }),
  event({ kind: "tool_result", tool_output: "no such folder", is_error: true }),
  event({ kind: "error", text: "overloaded" }),
];
const ANY: Sought = { kinds: [], failed: false, text: "" };
const FORWARDS = { from: 0, backwards: false };
const BACKWARDS = { from: Infinity, backwards: true };

test.each<[string, Partial<Sought>, Partial<typeof FORWARDS>, number | undefined]>([
  ["a text in any case", { text: "CART" }, FORWARDS, 0],
  ["a text further on", { text: "cart" }, { from: 1 }, 1],
  ["a text from the end", { text: "cart" }, BACKWARDS, 1],
  ["the name of a tool", { text: "bash" }, FORWARDS, 1],
  ["a failed result", { failed: true }, FORWARDS, 2],
  ["an error of its own", { failed: true }, BACKWARDS, 3],
  ["a failure before another", { failed: true }, { from: 2, backwards: true }, 2],
  ["both at once", { failed: true, text: "folder" }, FORWARDS, 2],
  ["its place among its kind", { kinds: ["error", "assistant"], failed: true }, FORWARDS, 1],
  ["nothing of another kind", { kinds: ["thinking"], text: "cart" }, FORWARDS, undefined],
  ["nothing that nobody said", { text: "basket" }, FORWARDS, undefined],
  ["nothing behind", { text: "cart" }, { from: 2 }, undefined],
])("finds %s", (_what, sought, seek, expected) => {
  expect(seekEvent(EVENTS, { ...ANY, ...sought }, { ...FORWARDS, ...seek })).toBe(expected);
});
