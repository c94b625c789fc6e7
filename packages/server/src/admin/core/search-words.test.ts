import { expect, test } from "vitest";
import { searchWords } from "./search-words.js";

test.each([
  ["Ada", ["ada"]],
  ["ada.lovelace@example.com", ["ada", "lovelace", "example", "com"]],
  ["  Größe  42 ", ["größe", "42"]],
  ["':* & | !()", []],
  ["", []],
])("reads %j as %j", (typed, words) => {
  expect(searchWords(typed)).toEqual(words);
});
