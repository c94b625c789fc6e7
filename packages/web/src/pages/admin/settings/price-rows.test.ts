import { expect, test } from "vitest";
import { PRICE_COLUMNS, problemAt, problemsIn, rowsOf, textOf, withCell, type PriceColumn } from "./price-rows.js";

const column = (name: string): PriceColumn => {
  const found = PRICE_COLUMNS.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};
const PRICE = { model: "gpt-5*", input: 1.25, output: 10 };

test.each([
  ["nothing", "", []],
  ["a list", JSON.stringify([PRICE]), [PRICE]],
  ["the object of an earlier release", '{"gpt-5*":{"input":1.25,"output":10}}', [PRICE]],
  ["what is no list", "3", []],
])("rows are read from %s", (_what, text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test("cells are typed as numbers, texts and dates, and emptied again", () => {
  const row = withCell(withCell(PRICE, column("cache_read"), "0.125"), column("from"), "2026-11-30");
  expect(row).toEqual({ ...PRICE, cache_read: 0.125, from: "2026-11-30" });
  expect(withCell(row, column("cache_read"), "")).toEqual({ ...PRICE, from: "2026-11-30" });
  expect([textOf([]), textOf([PRICE])]).toEqual(["", JSON.stringify([PRICE])]);
});

test("a problem is reported at its cell, and of an empty cell only once saving was refused", () => {
  const problems = problemsIn([PRICE, { model: "m", input: -1 }]);
  const at = (row: number, name: string, isTyped: boolean, isRefused = false) =>
    problemAt(problems, { row, column: name, isTyped, isRefused });
  expect(at(0, "input", true)).toBeUndefined();
  expect(at(1, "input", true)).toBe("Must be 0 or more.");
  expect(at(1, "output", false)).toBeUndefined();
  expect(at(1, "output", false, true)).toBe("Required.");
});
