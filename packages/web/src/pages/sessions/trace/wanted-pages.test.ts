import { expect, test } from "vitest";
import { wantedWith } from "./wanted-pages.js";

const wanting = (pages: readonly number[], loaded: readonly number[] = []): readonly number[] =>
  pages.reduce<readonly number[]>((before, page) => wantedWith(before, page, new Set(loaded)), []);

test("pages that were scrolled past before they were loaded are given up", () => {
  expect(wanting([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6]);
});

test("pages that are loaded stay, however many there are", () => {
  expect(wanting([1, 2, 3, 4, 5, 6, 7], [1, 2, 3])).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("a page that is wanted again is the last to be given up", () => {
  expect(wanting([1, 2, 3, 4, 1, 5])).toEqual([3, 4, 1, 5]);
});

test("nothing changes where a page is loaded or was the last to be wanted", () => {
  const before = [1, 2];
  expect(wantedWith(before, 2, new Set())).toBe(before);
  expect(wantedWith(before, 1, new Set([1]))).toBe(before);
});
