import { expect, test } from "vitest";
import { linkedLine } from "./permalink.js";

test("an address leads to a line, and to none where it says something else", () => {
  expect(linkedLine("e58")).toBe(58);
  expect(linkedLine("#e0")).toBe(0);
  expect(["", "content", "e", "e5x", "e123456789"].map(linkedLine)).toEqual(Array(5).fill(undefined));
});
