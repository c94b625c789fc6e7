import { expect, test } from "vitest";
import { windowsOf } from "./line-range.js";

test.each([
  [{ from: 0, to: 9 }, 50, [[0, 9]]],
  [{ from: 5, to: 5 }, 1, [[5, 5]]],
  [{ from: 5, to: 4 }, 10, []],
  [
    { from: 100, to: 1000 },
    10,
    [
      [100, 109],
      [110, 189],
      [190, 829],
      [830, 1000],
    ],
  ],
])("%j for %d is looked through in pieces that cover it once", (range, wanted, pieces) => {
  expect([...windowsOf(range, wanted)].map(({ from, to }) => [from, to])).toEqual(pieces);
});
