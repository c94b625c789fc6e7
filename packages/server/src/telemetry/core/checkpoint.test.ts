import { describe, expect, test } from "vitest";
import { confirm, cutOff, EMPTY_CHECKPOINT, rewindTo, type Checkpoint, type ConfirmedRange } from "./checkpoint.js";

const at = (acknowledgedLine: number, more: Partial<Checkpoint> = {}): Checkpoint => ({
  ...EMPTY_CHECKPOINT,
  acknowledgedLine,
  acknowledgedOffset: (acknowledgedLine + 1) * 10,
  highestLine: acknowledgedLine,
  acknowledgedOnce: acknowledgedLine,
  ...more,
});

describe("confirm", () => {
  const beyond: ConfirmedRange = [6, 8, 90];
  test.each<[what: string, before: Checkpoint, range: ConfirmedRange, after: Partial<Checkpoint>]>([
    [
      "moves over what goes on",
      at(2),
      [3, 4, 50],
      { acknowledgedLine: 4, acknowledgedOffset: 50, highestLine: 4, acknowledgedOnce: 4 },
    ],
    ["starts with the first line", EMPTY_CHECKPOINT, [0, 0, null], { acknowledgedLine: 0, acknowledgedOffset: 0 }],
    ["moves over what straddles it", at(2), [1, 4, 50], { acknowledgedLine: 4, acknowledgedOffset: 50 }],
    [
      "remembers what leaves a gap",
      at(2),
      beyond,
      { acknowledgedLine: 2, acknowledgedOffset: 30, confirmed: [beyond], highestLine: 8, acknowledgedOnce: 2 },
    ],
    [
      "moves over all when the gap is filled",
      at(2, { confirmed: [beyond], highestLine: 8 }),
      [3, 5, 60],
      { acknowledgedLine: 8, acknowledgedOffset: 90, confirmed: [] },
    ],
    [
      "leaves what is still beyond a gap",
      at(2, { confirmed: [beyond], highestLine: 8 }),
      [3, 4, 50],
      { acknowledgedLine: 4, confirmed: [beyond] },
    ],
    ["stays for what lies below", at(2), [0, 1, 99], { acknowledgedLine: 2, acknowledgedOffset: 30 }],
    ["learns where its own line ends", at(2), [1, 2, 31], { acknowledgedLine: 2, acknowledgedOffset: 31 }],
    ["forgets no end for want of another", at(2), [1, 2, null], { acknowledgedOffset: 30 }],
    [
      "joins ranges that touch",
      at(0, { confirmed: [[2, 3, 40]], highestLine: 3 }),
      [4, 5, 60],
      { confirmed: [[2, 5, 60]] },
    ],
    [
      "joins ranges that overlap, and knows the end of the later",
      at(0, { confirmed: [[4, 6, 70]] }),
      [2, 5, 60],
      { confirmed: [[2, 6, 70]] },
    ],
    [
      "believes the new end of two that end together",
      at(0, { confirmed: [[4, 6, 70]] }),
      [2, 6, 71],
      { confirmed: [[2, 6, 71]] },
    ],
    [
      "keeps ranges in order",
      at(0, { confirmed: [[9, 9, null]] }),
      [5, 5, null],
      {
        confirmed: [
          [5, 5, null],
          [9, 9, null],
        ],
      },
    ],
  ])("%s", (_what, before, range, after) => {
    expect(confirm(before, range)).toMatchObject(after);
  });

  test("remembers a bounded number of ranges, the lowest", () => {
    let checkpoint = EMPTY_CHECKPOINT;
    for (let line = 400; line > 0; line -= 2) checkpoint = confirm(checkpoint, [line, line, null]);
    expect(checkpoint.confirmed).toHaveLength(64);
    expect(checkpoint.confirmed[0]).toEqual([2, 2, null]);
    expect(checkpoint.highestLine).toBe(400);
  });
});

describe("rewindTo", () => {
  test("begins a generation in which what lies above has to be sent again", () => {
    const before = at(5, { confirmed: [[8, 9, 100]], highestLine: 9 });
    expect(rewindTo(before, 3, 30)).toEqual({
      ...before,
      acknowledgedLine: 2,
      acknowledgedOffset: 30,
      generation: 1,
      confirmed: [],
    });
  });

  test("changes nothing where it does not move back", () => {
    const before = at(5, { confirmed: [[8, 9, 100]], highestLine: 9 });
    expect(rewindTo(before, 6, 60)).toEqual(before);
  });
});

describe("cutOff", () => {
  const before = at(2, {
    confirmed: [
      [4, 6, 70],
      [8, 9, 100],
    ],
    highestLine: 9,
  });
  test.each<[what: string, line: number, highestLine: number, after: Partial<Checkpoint>]>([
    ["drops ranges above, and shortens the one that it cuts", 6, 5, { confirmed: [[4, 5, 60]], highestLine: 5 }],
    ["leaves ranges below as they are", 7, 6, { confirmed: [[4, 6, 70]], highestLine: 6 }],
    ["knows that below a gap nothing is stored", 8, 6, { confirmed: [[4, 6, 70]], highestLine: 6 }],
    ["never goes below what is acknowledged, which may be purged", 3, -1, { confirmed: [], highestLine: 2 }],
  ])("%s", (_what, line, highestLine, after) => {
    expect(cutOff(before, line, { endByte: 60, highestLine })).toMatchObject({ ...after, acknowledgedLine: 2 });
  });
});
