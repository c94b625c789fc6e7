import { expect, test } from "vitest";
import { modelPriceProblems, readModelPrices } from "./model-prices.js";
import { PUBLISHED_PRICES } from "./published-prices.js";

const PRICE = { model: "claude-*", input: 3, output: 15 };

test.each([
  ["nothing", "", []],
  [
    "a list",
    JSON.stringify([{ ...PRICE, cache_write_1h: 6, from: "2026-11-30" }]),
    [{ ...PRICE, cache_write_1h: 6, from: "2026-11-30" }],
  ],
  ["the object form of earlier releases", '{"claude-*":{"input":3,"output":15}}', [PRICE]],
  ["an empty list", "[]", []],
])("prices are read from %s", (_what, text, prices) => {
  expect(readModelPrices(text)).toEqual({ prices });
});

test.each([
  ["no JSON", "{", undefined, ""],
  ["a number", "3", undefined, ""],
  ["a row that is no object", "[3]", 0, ""],
  ["a price that is no object", '{"m":3}', 0, ""],
  ["no output", '[{"model":"m","input":3}]', 0, "output"],
  ["no model", '[{"model":"","input":3,"output":1}]', 0, "model"],
  ["a negative price", '[{"model":"m","input":3,"output":-1}]', 0, "output"],
  ["a text for a price", '[{"model":"m","input":"3","output":1}]', 0, "input"],
  ["an unknown field", '[{"model":"m","input":3,"output":1,"thoughts":1}]', 0, "thoughts"],
  ["a day that does not exist", '[{"model":"m","input":3,"output":1,"from":"2026-02-30"}]', 0, "from"],
])("%s is refused at its place", (_what, text, row, field) => {
  expect(readModelPrices(text)).toEqual({
    problems: expect.arrayContaining([expect.objectContaining({ row, field })]),
  });
});

test("one model has one price from one day on", () => {
  const later = { ...PRICE, from: "2026-11-30" };
  expect(modelPriceProblems([PRICE, later])).toEqual([]);
  expect(modelPriceProblems([PRICE, later, { ...later, model: "CLAUDE-*" }])).toMatchObject([
    { row: 2, field: "model" },
  ]);
});

test("the list in the repository is one that the setting would take, and says where each figure is from", () => {
  expect(modelPriceProblems(PUBLISHED_PRICES.map(({ source: _source, ...price }) => price))).toEqual([]);
  expect(PUBLISHED_PRICES.filter(({ source }) => source === "")).toEqual([]);
});
