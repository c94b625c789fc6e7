import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import * as contract from "../packages/contract/src/index.js";
import { attacksOn } from "../packages/server/test/attack-texts.js";
import { matchAll, slowTexts } from "../packages/server/test/growth.js";
import { listSources } from "./boundaries/cruise.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What meets texts of strangers. `tack` reads what its own user types. */
const READ_BY_OTHERS = /^packages\/(contract|harness|server|web)\/src\//;
const SIZES = { small: 1024, large: 4 * 1024 };

/** Every regular expression that is written as one; those that are put together are tried where they are. */
function* literalsOf(node: unknown): Generator<RegExp> {
  if (typeof node !== "object" || node === null) return;
  const { type, pattern, flags } = node as { type?: unknown; pattern?: unknown; flags?: unknown };
  if (type === "RegExpLiteral" && typeof pattern === "string") yield new RegExp(pattern, String(flags));
  for (const member of Object.values(node)) yield* literalsOf(member);
}

/** Every pattern of the schemas that requests are checked against. */
function* patternsOf(value: unknown, seen = new Set<unknown>()): Generator<RegExp> {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [name, member] of Object.entries(value)) {
    if (name === "pattern" && typeof member === "string") yield new RegExp(member, "u");
    else yield* patternsOf(member, seen);
  }
}

/** Sticky ones are tried at one place. */
const workOf = (pattern: RegExp): ((text: string) => void) =>
  pattern.sticky ? (text) => void text.match(new RegExp(pattern.source, pattern.flags)) : matchAll(pattern);

const slowness = (pattern: RegExp): unknown[] =>
  slowTexts(workOf(pattern), attacksOn(pattern), SIZES).map((found) => ({ pattern: String(pattern), ...found }));

test("no regular expression that meets strangers' texts takes longer than they are long", () => {
  const files = listSources(root).filter((file) => READ_BY_OTHERS.test(file) && !/\.test\.tsx?$/.test(file));
  const found = new Map<string, RegExp>();
  for (const file of files) {
    const syntax = { syntax: "typescript", tsx: file.endsWith("x"), target: "es2022" } as const;
    for (const each of literalsOf(parseSync(readFileSync(`${root}/${file}`, "utf8"), syntax)))
      found.set(String(each), each);
  }
  for (const each of patternsOf(contract)) found.set(String(each), each);
  // A parser that sees nothing finds nothing wrong.
  expect(found.size).toBeGreaterThan(200);
  expect([...found.values()].flatMap((pattern) => slowness(pattern).slice(0, 1))).toEqual([]);
});
