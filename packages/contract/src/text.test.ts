import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { fullPath, listEndpoints } from "./endpoint.js";
import * as contract from "./index.js";
import { schemaProblems, type JsonSchema } from "./schema-problems.js";
import { isMultiLineText, isSingleLineText } from "./text.js";

test.each([
  "Platform team",
  "größe 日本語 🎉",
  "👩\u200d💻 and 👩🏽\u200d💻",
  "❤\ufe0f",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "می\u200cخواهم",
  "",
])("%j is one line of visible text", (text) => {
  expect(isSingleLineText(text)).toBe(true);
  expect(isMultiLineText(text)).toBe(true);
});

test.each([
  "a\u0000b",
  "a\u001b[2Jb",
  "a\u007fb",
  "a\u0085b",
  "a\u009b31mb",
  "a\rb",
  "a\u202eb",
  "a\u2066b",
  "a\u200bb",
  "a\u200db",
  "a\u00adb",
  "a\ufeffb",
  "a\u2028b",
  "a\u2029b",
  "a\u3164b",
  "a\u{e0041}b",
  "a\ufe0fb",
  "a\ud800b",
])("%j is not", (text) => {
  expect(isSingleLineText(text)).toBe(false);
  expect(isMultiLineText(text)).toBe(false);
});

test.each(["a\nb", "a\tb", "a\r\nb"])("%j has several lines", (text) => {
  expect(isSingleLineText(text)).toBe(false);
  expect(isMultiLineText(text)).toBe(true);
});

/** What people call things: each is shown in a list, a sentence or a terminal. */
const NAMES =
  /^(name|username|handle|department|owner|category|client_id|model_name|tags|capabilities|representative_queries|target_agents)$/;
const LONG = /^(comment|reason|deprecated)$/;

interface Found {
  readonly path: string;
  readonly name: string;
  readonly schema: JsonSchema & { readonly pattern?: string; readonly format?: string };
}

function textsIn(schema: unknown, path: string, name = ""): Found[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, items, anyOf = [], type } = schema as JsonSchema & { readonly anyOf?: readonly unknown[] };
  const own = type === "string" ? [{ path, name, schema: schema as Found["schema"] }] : [];
  return [
    ...own,
    ...Object.entries(properties).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`, key)),
    ...textsIn(items, `${path}[]`, name),
    ...anyOf.flatMap((inner) => textsIn(inner, path, name)),
  ];
}

const BODIES = listEndpoints(contract)
  // What a scan finds on a machine is checked entry by entry, and skipped.
  .filter(({ name }) => name !== "scan")
  .flatMap(({ endpoint }) => textsIn(endpoint.body, `${endpoint.method} ${fullPath(endpoint)}`));

test("every name that a body takes is one line of visible text", () => {
  const found = BODIES.filter(({ name }) => NAMES.test(name));
  const isStrict = ({ schema }: Found): boolean =>
    schema.enum !== undefined || schema.format === "single-line" || /^\^\[[^\]]+\][^\s]*\$$/.test(schema.pattern ?? "");
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((text) => !isStrict(text)).map(({ path }) => path)).toEqual([]);
});

test("every remark that a body takes is visible text", () => {
  const found = BODIES.filter(({ name }) => LONG.test(name));
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter(({ schema }) => schema.format !== "multi-line").map(({ path }) => path)).toEqual([]);
});

test("a form is told what is wrong", () => {
  const schema = contract.CreateTeamBody as TSchema as JsonSchema;
  expect(schemaProblems(schema, { name: "a\u202eb" })).toEqual([
    { path: "name", message: "Must be one line of text without control or invisible characters." },
  ]);
});
