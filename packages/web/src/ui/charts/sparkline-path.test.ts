import { describe, expect, test } from "vitest";
import { linePath, sparklinePoints } from "./sparkline-path.js";

const AREA = { width: 84, height: 24, margin: 2 };

describe("a sparkline", () => {
  test("begins at zero and ends at the right edge", () => {
    const points = sparklinePoints([0, 5, 10], 10, AREA);
    expect(points).toEqual([
      { x: 2, y: 22 },
      { x: 42, y: 12 },
      { x: 82, y: 2 },
    ]);
    expect(linePath(points)).toBe("M2 22L42 12L82 2");
  });

  test.each([
    ["of one value lies at its end", [4], 4, [{ x: 82, y: 2 }]],
    [
      "of nothing but zeros lies on the ground",
      [0, 0],
      0,
      [
        { x: 2, y: 22 },
        { x: 82, y: 22 },
      ],
    ],
    ["of nothing has no points", [], 0, []],
  ])("%s", (_, values, most, points) => {
    expect(sparklinePoints(values, most, AREA)).toEqual(points);
  });
});
