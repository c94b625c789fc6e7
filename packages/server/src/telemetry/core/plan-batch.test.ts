import { describe, expect, test } from "vitest";
import { EMPTY_CHECKPOINT, type Checkpoint } from "./checkpoint.js";
import { linesToLookUp, planBatch, type Batch, type Fate, type StoredLine } from "./plan-batch.js";

const at = (acknowledgedLine: number, highestLine = acknowledgedLine, purgedBelow = 0): Checkpoint => ({
  ...EMPTY_CHECKPOINT,
  acknowledgedLine,
  highestLine,
  purgedBelow,
});
const batch = (start: number, text: string, endBytes: readonly number[] | null = null): Batch => ({
  start,
  lines: text.split(""),
  endBytes,
});

describe("linesToLookUp", () => {
  test.each<[what: string, checkpoint: Checkpoint, batch: Batch, range: { from: number; to: number } | null]>([
    ["nothing for the first batch", EMPTY_CHECKPOINT, batch(0, "abc"), null],
    ["nothing for a batch that goes on", at(2), batch(3, "abc"), null],
    ["nothing without lines", at(2), batch(1, ""), null],
    ["the gap that a batch leaves", at(2), batch(6, "abc"), { from: 3, to: 5 }],
    ["what the batch covers", at(9), batch(4, "abc"), { from: 4, to: 6 }],
    ["not what lies above the highest line", at(4), batch(4, "abc"), { from: 4, to: 4 }],
    ["what the batch covers above the checkpoint", at(2, 9), batch(6, "abc"), { from: 6, to: 8 }],
  ])("is %s", (_what, checkpoint, sent, range) => {
    expect(linesToLookUp(checkpoint, sent)).toEqual(range);
  });
});

describe("planBatch", () => {
  // Stored: a, b, c at 0, 1, 2 and f at 5, each ending at ten times its place.
  const stored = new Map(
    [...["a", "b", "c"].entries(), [5, "f"] as const].map(([line, raw]): [number, StoredLine] => [
      line,
      { line, raw, endByte: (line + 1) * 10 },
    ]),
  );
  const known = at(2, 5);
  test.each<[what: string, checkpoint: Checkpoint, batch: Batch, fates: Fate[], conflicts: number[]]>([
    ["what is not there is new", known, batch(3, "de"), ["new", "new"], []],
    ["what is there is the same", known, batch(0, "abc"), ["same", "same", "same"], []],
    ["without offsets the ends are not compared", known, batch(5, "f"), ["same"], []],
    ["with the same end it is the same", known, batch(5, "f", [60]), ["same"], []],
    ["with another end it has moved", known, batch(2, "c", [31]), ["moved"], []],
    ["another content above the checkpoint replaces", known, batch(4, "eF"), ["new", "replaced"], []],
    ["another content at the checkpoint contradicts", known, batch(2, "C"), ["replaced"], [2]],
    [
      "all that contradict are named, the others not",
      known,
      batch(0, "AbCd"),
      ["replaced", "same", "replaced", "new"],
      [0, 2],
    ],
    ["after a rewind nothing contradicts", at(-1, 5), batch(0, "Ab"), ["replaced", "same"], []],
    [
      "purged lines are neither compared nor stored",
      at(2, 5, 2),
      batch(0, "XYZ"),
      ["purged", "purged", "replaced"],
      [2],
    ],
    ["content is compared as it is", known, batch(0, "á"), ["replaced"], [0]],
  ])("%s", (_what, ...[checkpoint, sent, fates, conflicts]) => {
    expect(planBatch(checkpoint, sent, stored)).toEqual({ fates, conflicts });
  });
});
