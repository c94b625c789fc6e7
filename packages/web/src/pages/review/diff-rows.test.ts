import type { ReviewFile } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { changedLines, foldedRows, linesOfFile, splitRows } from "./diff-rows.js";

const file = (more: Partial<ReviewFile>): ReviewFile => ({
  file: "SKILL.md",
  change: "changed",
  before: "a\nb\nc\n",
  after: "a\nB\nc\nd\n",
  is_binary: false,
  is_truncated: false,
  ...more,
});

const text = (parts: readonly { readonly text: string }[] | undefined) => parts?.map((part) => part.text).join("");

describe("the lines of a file", () => {
  test("are those of both versions where it changed", () => {
    const lines = linesOfFile(file({}));
    expect(lines.map(({ sign, parts }) => sign + text(parts))).toEqual([" a", "-b", "+B", " c", "+d"]);
    expect(changedLines(lines)).toEqual({ added: 2, removed: 1 });
  });

  test("are not marked where all of it is new, and have no number in the old version", () => {
    const lines = linesOfFile(file({ change: "added", before: null }));
    expect(lines.map(({ sign, oldLine, newLine }) => [sign, oldLine, newLine])).toEqual([
      [" ", null, 1],
      [" ", null, 2],
      [" ", null, 3],
      [" ", null, 4],
    ]);
  });
});

test("removed lines are beside the added ones that replace them", () => {
  const rows = splitRows(linesOfFile(file({})));
  expect(rows.map(({ left, right }) => [text(left?.parts), text(right?.parts)])).toEqual([
    ["a", "a"],
    ["b", "B"],
    ["c", "c"],
    [undefined, "d"],
  ]);
});

test("what is far from every line that matters is folded, unless it is short", () => {
  expect(foldedRows(20, (at) => at === 10)).toEqual([
    { from: 0, to: 7 },
    ...[7, 8, 9, 10, 11, 12, 13].map((at) => ({ at })),
    { from: 14, to: 20 },
  ]);
  expect(foldedRows(7, (at) => at === 0)).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => ({ at })));
});
