import { describe, expect, test } from "vitest";
import { diffVersions } from "./diff.js";
import type { Fields } from "./fields.js";

const diff = (before: Fields, after: Fields) =>
  diffVersions({ version: "1.0.0", content: before }, { version: "1.1.0", content: after });

describe("fields are told by path", () => {
  test.each([
    ["a change", { command: "a" }, { command: "b" }, [["command", "a", "b"]]],
    ["an addition", {}, { url: "x" }, [["url", null, "x"]]],
    ["a removal", { url: "x" }, {}, [["url", "x", null]]],
    [
      "a list",
      { args: ["a", "b"] },
      { args: ["a", "c", "d"] },
      [
        ["args[1]", "b", "c"],
        ["args[2]", null, "d"],
      ],
    ],
    ["inside", { o: { a: [{ n: 1 }] } }, { o: { a: [{ n: 2 }] } }, [["o.a[0].n", 1, 2]]],
    ["another type", { x: [1] }, { x: { a: 1 } }, [["x", [1], { a: 1 }]]],
    ["odd names", { env: { "a.b": 1 } }, { env: {} }, [['env["a.b"]', 1, null]]],
    ["what every object has", { constructor: 1 }, {}, [["constructor", 1, null]]],
    ["nothing", { a: [1, { b: "x\n" }], n: null }, { a: [1, { b: "x\n" }] }, []],
  ])("%s", (_what, before, after, expected) => {
    const fields = expected.map(([path, old, now]) => ({ path, before: old, after: now }));
    expect(diff(before, after)).toEqual({ fields, texts: [] });
  });
});

describe("texts are told as unified diffs", () => {
  test("with three lines around a change, under the versions", () => {
    const lines = Array.from({ length: 9 }, (_none, index) => `${index}\n`);
    const { fields, texts } = diff({ prompt: lines.join("") }, { prompt: lines.with(4, "four\n").join("") });
    expect(fields).toEqual([]);
    expect(texts).toEqual([
      {
        path: "prompt",
        unified: "--- 1.0.0\n+++ 1.1.0\n@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+four\n 5\n 6\n 7\n",
      },
    ]);
  });

  test.each([
    ["several lines", "a", "a\nb", true],
    ["a long line", "a", "a".repeat(121), true],
    ["a short line", "a", "a".repeat(120), false],
  ])("%s", (_what, before, after, isText) => {
    expect(diff({ x: before }, { x: after }).texts).toHaveLength(isText ? 1 : 0);
  });

  test("a text that comes has only additions", () => {
    expect(diff({}, { x: "a\nb\n" }).texts[0]?.unified).toContain("+a\n+b\n");
  });
});

describe("files are known by their path", () => {
  const file = (path: string, content: string, executable = false) => ({ path, content, executable });

  test("so a new order is no change", () => {
    const [a, b] = [file("a", "1\n2\n"), file("b", "3\n4\n")];
    expect(diff({ files: [a, b] }, { files: [b, a] })).toEqual({ fields: [], texts: [] });
  });

  test("what comes, changes and goes", () => {
    const before = [file("gone", "x"), file("kept", "1\n2\n")];
    const after = [file("new", "y"), file("kept", "1\n3\n", true)];
    const { fields, texts } = diff({ files: before }, { files: after });
    expect(texts.map(({ path }) => path)).toEqual(["files[1].content"]);
    expect(fields).toContainEqual({ path: "files[1].executable", before: false, after: true });
    expect(fields).toContainEqual({ path: "files[0].path", before: null, after: "new" });
    expect(fields).toContainEqual({ path: "files[0].path", before: "gone", after: null });
  });
});

test("texts with too many changes are told whole", () => {
  const [before, after] = ["a\n".repeat(3000), "b\n".repeat(3000)];
  expect(diff({ x: before }, { x: after })).toEqual({ fields: [{ path: "x", before, after }], texts: [] });
});

test("many texts share what may be spent on them", () => {
  const files = (line: string) =>
    Array.from({ length: 20 }, (_none, index) => ({ path: `${index}`, content: `${line}\n`.repeat(400) }));
  const { fields, texts } = diff({ files: files("a") }, { files: files("b") });
  expect(texts.length).toBeGreaterThan(0);
  expect(fields.length).toBeGreaterThan(0);
  expect(texts.length + fields.length).toBe(20);
});
