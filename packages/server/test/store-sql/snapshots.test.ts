import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));

test("shows the SQL of every store in a file beside it, and of no store that is gone", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const named = (end: string): string[] =>
    files.filter((file) => file.endsWith(end)).map((file) => file.slice(0, -end.length));
  expect(named("-store.sql").toSorted()).toEqual(named("-store.ts").toSorted());
});
