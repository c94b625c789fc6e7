import { describe, expect, test } from "vitest";
import { stackValues } from "./stack-values.js";

describe("stacked bars", () => {
  test("stand on each other, and the tallest one fills the height", () => {
    expect(
      stackValues([
        [1, 0, 2],
        [3, 1, 0],
      ]),
    ).toEqual([
      [
        { series: 0, from: 0, to: 0.25 },
        { series: 1, from: 0.25, to: 1 },
      ],
      [{ series: 1, from: 0, to: 0.25 }],
      [{ series: 0, from: 0, to: 0.5 }],
    ]);
  });

  test("of nothing are empty", () => {
    expect(stackValues([])).toEqual([]);
    expect(stackValues([[0, 0]])).toEqual([[], []]);
  });
});
