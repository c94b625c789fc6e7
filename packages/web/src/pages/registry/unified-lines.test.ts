import { expect, test } from "vitest";
import { unifiedLines } from "./unified-lines.js";

const UNIFIED = `--- 1.0.0
+++ 1.1.0
@@ -3,3 +3,4 @@
 Steps
-Look twice.
+Look three times.
+
 Done
@@ -20,1 +21,1 @@
-old
+new
\\ No newline at end of file
`;

test("a unified diff becomes lines with the numbers of the whole text, and marked words", () => {
  const hunks = unifiedLines(UNIFIED);
  const plain = hunks.map((lines) =>
    lines.map(({ sign, parts, oldLine, newLine }) => [sign, parts.map(({ text }) => text).join(""), oldLine, newLine]),
  );
  expect(plain).toEqual([
    [
      [" ", "Steps", 3, 3],
      ["-", "Look twice.", 4, null],
      ["+", "Look three times.", null, 4],
      ["+", "", null, 5],
      [" ", "Done", 5, 6],
    ],
    [
      ["-", "old", 20, null],
      ["+", "new", null, 21],
    ],
  ]);
});

test("words that differ in a line are marked", () => {
  const [lines = []] = unifiedLines("@@ -1,1 +1,1 @@\n-Look twice here.\n+Look once here.\n");
  expect(lines.map(({ parts }) => parts.find(({ isChanged }) => isChanged)?.text)).toEqual(["twice", "once"]);
});

test("what is not a diff has no lines", () => {
  expect(unifiedLines("")).toEqual([]);
});
