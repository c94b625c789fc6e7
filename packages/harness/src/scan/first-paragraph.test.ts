import { expect, test } from "vitest";
import { firstParagraph } from "./first-paragraph.js";

test.each([
  ["# Title\n\nYou review\nchanges.\n\nMore.\n", "You review changes."],
  ["```\ncode\n```\n\n- a list\n\n> a quote\n\nText.", "Text."],
  ["<!-- hidden -->\n| a | b |\n1. one\n", undefined],
  ["", undefined],
  ["x".repeat(2000), `${"x".repeat(999)}…`],
])("of %j it is %j", (text, paragraph) => {
  expect(firstParagraph(text)).toBe(paragraph);
});
