import { expect, test } from "vitest";
import { pieceOf, restOf, windowsOf } from "./line-range.js";

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

test.each([false, true])("pieces and what is left of them cover a range once, backwards: %s", (backwards) => {
  const seen: number[] = [];
  for (let range = { from: 3, to: 12 }; range.from <= range.to;) {
    const { from, to } = pieceOf(range, 4, backwards);
    const lines = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    seen.push(...(backwards ? lines.toReversed() : lines));
    range = restOf(range, backwards ? from : to, backwards);
  }
  const all = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  expect(seen).toEqual(backwards ? all.toReversed() : all);
});
