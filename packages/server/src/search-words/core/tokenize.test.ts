import { describe, expect, test } from "vitest";
import { tokenize } from "./tokenize.js";

describe("letters, without case", () => {
  test.each([
    ["Ada", ["ada"]],
    ["ada.lovelace@example.com", ["ada", "lovelace", "example", "com"]],
    ["  Größe  42 ", ["größe", "42"]],
    ["“100%” snake_case 日本語 😀", ["100", "snake", "case", "日本語"]],
    ["':* & | !()", []],
    ["", []],
  ])("of %j are %j", (text, words) => expect(tokenize(text, "letters", "case")).toEqual(words));
});

test.each([
  ["PR-Review PR", ["pr", "review", "pr"]],
  ["C:\\src\\a_b%", ["c", "src", "a", "b"]],
  ["GRÖSSE „日本語“ 😀", ["grÖsse", "„日本語“", "😀"]],
  ["", []],
])("tokens of %j are %j, as the stores split texts of sessions", (text, words) =>
  expect(tokenize(text, "tokens", "asciiCase")).toEqual(words),
);

test.each([
  ["getWeather e-mail C++ a/b.c user's, and", ["getWeather", "e-mail", "C++", "a/b.c", "user's", "and"]],
  ["ＦＵＬＬ-ｗｉｄｔｈ", ["FULL-width"]],
])("compounds of %j are %j, with their case", (text, words) =>
  expect(tokenize(text, "compounds", "width")).toEqual(words),
);

test("accents, case and width do not distinguish words", () => {
  expect(tokenize("Café cafe\u0301 ＣＡＦＥ", "letters", "accents")).toEqual(["cafe", "cafe", "cafe"]);
});
