import { expect, test } from "vitest";
import { eventText, MAX_TEXT_LENGTH } from "./event-text.js";

test.each([
  ["nothing", undefined, null],
  ["no text", "", ""],
  ["a text as it is", "Zoë 🐎 = 1", "Zoë 🐎 = 1"],
  ["U+0000 replaced", "a\u0000b", "a\uFFFDb"],
  ["half a pair replaced", "a\uD83Db", "a\uFFFDb"],
  ["no secret", `use ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)} there`, "use **REDACTED** there"],
  [
    "no part of a secret left by the cut",
    `${"x ".repeat(502)}ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`,
    `${"x ".repeat(502)}**REDACTED**`,
  ],
  ["what is too long cut", "x".repeat(MAX_TEXT_LENGTH + 1), "x".repeat(MAX_TEXT_LENGTH)],
  ["no half of a pair left by the cut", `${"x".repeat(MAX_TEXT_LENGTH - 1)}🐎`, "x".repeat(MAX_TEXT_LENGTH - 1)],
])("keeps %s", (_what, given, kept) => {
  expect(eventText(given)).toBe(kept);
});
