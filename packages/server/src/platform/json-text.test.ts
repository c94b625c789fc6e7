import { describe, expect, test } from "vitest";
import { nestsDeeperThan, relationalJson, wellFormedJson } from "./json-text.js";

describe("JSON for stores", () => {
  test.each([
    ["a\ud800", "a\ufffd"],
    ["\udc00b", "\ufffdb"],
    ["\ud800\ud800\udc00", "\ufffd\ud800\udc00"],
    ["whole: \u{1f600}", "whole: \u{1f600}"],
    ["an escape that is text: \\ud800", "an escape that is text: \\ud800"],
    ["text, then half a character: \\\ud800", "text, then half a character: \\\ufffd"],
  ])("has no character in half: %j", (text, stored) => {
    expect(JSON.parse(wellFormedJson({ [text]: [text] }))).toEqual({ [stored]: [stored] });
    expect(JSON.parse(relationalJson({ [text]: [text] }))).toEqual({ [stored]: [stored] });
  });

  test.each([
    ["a\u0000b", "a\ufffdb"],
    ["text: \\u0000", "text: \\u0000"],
  ])("has no U+0000 where PostgreSQL reads it: %j", (text, stored) => {
    expect(JSON.parse(relationalJson({ [text]: text }))).toEqual({ [stored]: stored });
    expect(JSON.parse(wellFormedJson({ [text]: text }))).toEqual({ [text]: text });
  });
});

test.each([
  ["[[]]", 2, false],
  ["[[]]", 1, true],
  ['{"a":[1]}', 1, true],
  ['"[[["', 0, false],
  ['["\\"[[["]', 1, false],
  ["[],[],[]", 1, false],
  [String.raw`["a\\",[]]`, 1, true],
  [String.raw`["a\\\",[]]`, 1, false],
  ['["", "", [["never ends', 2, true],
  ['["never ends [[[[', 1, false],
])("tells how deep %s is nested without parsing it", (text, limit, isDeeper) => {
  expect(nestsDeeperThan(limit, text)).toBe(isDeeper);
});
