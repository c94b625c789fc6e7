import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/temporary.js";
import { createFileOnce, replaceFile } from "./files.js";

test("the first to create a file wins, and the others leave nothing behind", () => {
  const directory = temporaryDirectory();
  const path = join(directory, "key");
  for (const content of ["first", "second", "third"]) createFileOnce(path, content);
  expect(readFileSync(path, "utf8")).toBe("first");
  expect(readdirSync(directory)).toEqual(["key"]);
});

test("replacing a file changes its content, for its owner's eyes only", () => {
  const directory = temporaryDirectory();
  const path = join(directory, "mark");
  for (const content of ["old", "new"]) replaceFile(path, content);
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(["mark"]);
});
