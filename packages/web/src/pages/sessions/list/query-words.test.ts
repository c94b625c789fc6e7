import { expect, test } from "vitest";
import { readQuery, searchable, type Resolve } from "./query-words.js";

const AGENTS: Readonly<Record<string, string>> = { tidy: "agent-1" };
const resolve: Resolve = (prefix, name) => (prefix === "agent" ? AGENTS[name] : name);

test.each([
  ["two words", true, { words: "two words", filters: {}, unknown: [] }],
  [
    "project:billing failed: queue",
    true,
    { words: "queue", filters: { project: "billing", has_errors: "true" }, unknown: [] },
  ],
  ['project:"two words" x', true, { words: "x", filters: { project: "two words" }, unknown: [] }],
  ["agent:tidy model:m", true, { words: "", filters: { agent_id: "agent-1", model: "m" }, unknown: [] }],
  [
    "agent:nobody harness:codex",
    true,
    { words: "agent:nobody", filters: { harness: "codex" }, unknown: ["agent:nobody"] },
  ],
  ["https://example.com error:", true, { words: "https://example.com error:", filters: {}, unknown: [] }],
  ["project:", true, { words: "project:", filters: {}, unknown: ["project:"] }],
  ["failed:no", true, { words: "failed:no", filters: {}, unknown: ["failed:no"] }],
  ["constructor:x", true, { words: "constructor:x", filters: {}, unknown: [] }],
  // Still being typed.
  ["queue project:bil", false, { words: "queue project:bil", filters: {}, unknown: [] }],
  ["queue project:bil ", false, { words: "queue", filters: { project: "bil" }, unknown: [] }],
  ["project:bil queue", false, { words: "queue", filters: { project: "bil" }, unknown: [] }],
])("reads %j (finished: %s)", (text, isFinished, expected) => {
  expect(readQuery(text, isFinished, resolve)).toEqual(expected);
});

test("searches for words, and not for prefixes", () => {
  expect(searchable("queue project:bil")).toBe("queue");
  expect(searchable("see https://example.com")).toBe("see https://example.com");
});
