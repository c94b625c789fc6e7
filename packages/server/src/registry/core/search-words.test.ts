import { expect, test } from "vitest";
import { RANK, searchWords } from "./search-words.js";

test.each([
  ["GitHub Tools", ["github", "tool"]],
  ["how can I use the Postgres servers", ["postgre", "server"]],
  ["js ts go ai ui ux db", ["js", "ts", "go", "ai", "ui", "ux"]],
  ["bus gas", ["bus", "gas"]],
  ["css docs glass", ["css", "docs", "glas"]],
  ["--code-review__ -x-", ["code-review"]],
  ["code_ code- code", ["code"]],
  ["user's C++ (v2)", ["user"]],
  ["日本語", []],
  ["", []],
])("%j has the words %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("a hit in the name outweighs hits elsewhere", () => {
  expect(RANK).toEqual({ phraseInName: 100, phraseInField: 40, wordInName: 12, wordInField: 4 });
});
