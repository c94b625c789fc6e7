import { expect, test } from "vitest";
import { eventText, LONGEST_TEXT } from "./event-text.js";

test.each([
  ["nothing", undefined, null],
  ["no text", "", ""],
  ["a text as it is", "Zoë 🐎 = 1", "Zoë 🐎 = 1"],
  ["U+0000 replaced", "a\u0000b", "a\uFFFDb"],
  ["half a pair replaced", "a\uD83Db", "a\uFFFDb"],
  ["what is too long cut", "x".repeat(LONGEST_TEXT + 1), "x".repeat(LONGEST_TEXT)],
  ["no half of a pair left by the cut", `${"x".repeat(LONGEST_TEXT - 1)}🐎`, `${"x".repeat(LONGEST_TEXT - 1)}\uFFFD`],
])("keeps %s", (_what, given, kept) => {
  expect(eventText(given)).toBe(kept);
});
