import { expect, test } from "vitest";
import { REGISTRY } from "./registry/index.js";
import { schemaProblems, type JsonSchema } from "./schema-problems.js";

const mcp = REGISTRY.mcps.submitItem.body as JsonSchema;
const GOOD = { name: "tickets", version: "1.4.0", description: "d", category: "databases", command: "npx" };

const wordsAt = (change: object): Record<string, string> =>
  Object.fromEntries(schemaProblems(mcp, { ...GOOD, ...change }).map(({ path, message }) => [path, message]));

test("has nothing against what has only defaults left out", () => {
  expect(schemaProblems(mcp, { ...GOOD, headers: [{ name: "X-Team" }] })).toEqual([]);
});

test("tells what is missing", () => {
  const { name: _name, ...rest } = GOOD;
  expect(schemaProblems(mcp, rest)).toEqual([{ path: "name", message: "Required." }]);
});

test("leaves the value as it is", () => {
  const given = { ...GOOD };
  schemaProblems(mcp, given);
  expect(given).toEqual(GOOD);
});

test.each<[string, object, Record<string, string>]>([
  ["what is empty", { name: "" }, { name: "Required." }],
  ["what is too long", { name: "n".repeat(201) }, { name: "Must be at most 200 characters long (currently 201)." }],
  ["a pattern, in words", { version: "1.4" }, { version: "Must be a semantic version: X.Y.Z, or X.Y.Z-pre." }],
  [
    "too few of a list",
    { representative_queries: ["one"] },
    { representative_queries: "Must have at least 2 items, or be omitted." },
  ],
  [
    "a line of a list",
    { tags: ["a", "t".repeat(101)] },
    { "tags[1]": "Must be at most 100 characters long (currently 101)." },
  ],
  ["a member of a row", { headers: [{ name: "a" }, {}] }, { "headers[1].name": "Required." }],
])("tells %s", (_what, change, words) => {
  expect(wordsAt(change)).toEqual(words);
});

test("tells the choices there are, and what kind of number is meant", () => {
  const hook = { name: "h", version: "1.0.0", description: "d", event: "Stop", handler_type: "shell", priority: 1.5 };
  expect(schemaProblems(REGISTRY.hooks.submitItem.body as JsonSchema, hook)).toEqual([
    { path: "handler_type", message: "Must be one of command, http." },
    { path: "priority", message: "Must be an integer." },
  ]);
});

test("says that a field is not known", () => {
  const release = REGISTRY.prompts.releaseVersion.body as JsonSchema;
  expect(schemaProblems(release, { version: "1.0.1", description: "d", extra: { colour: "red" } })).toEqual([
    { path: "extra.colour", message: "Unknown field." },
  ]);
});
