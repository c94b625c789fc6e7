import { expect, test } from "vitest";
import { sortRows } from "./sortable.js";

const ROWS = [{ rate: 0.2 }, { rate: null }, { rate: 0.5 }];

test("unknown values come last in either order", () => {
  const rates = (isUp: boolean) => sortRows(ROWS, ({ rate }) => rate, isUp).map(({ rate }) => rate);
  expect(rates(true)).toEqual([0.2, 0.5, null]);
  expect(rates(false)).toEqual([0.5, 0.2, null]);
});

test("names are sorted as words", () => {
  expect(sortRows(["b", "A", "c"], (name) => name, true)).toEqual(["A", "b", "c"]);
});
