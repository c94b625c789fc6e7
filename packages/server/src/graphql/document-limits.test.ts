import { buildSchema, getIntrospectionQuery, getOperationAST, parse } from "graphql";
import { describe, expect, test } from "vitest";
import { measure } from "./document-limits.js";
import { createPreparation } from "./prepare-operation.js";
import { TYPE_DEFINITIONS } from "./type-definitions.js";

const schema = buildSchema(TYPE_DEFINITIONS);

function measured(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (!operation) throw new Error("no operation");
  return measure(schema, document, operation, variables);
}

const session = (fields: string): string => `{ session(id: "a") { ${fields} } }`;

describe("an operation", () => {
  test.each([
    ["a field is 1", "{ health }", 1, 1],
    ["every name of a field is a field", "{ a: health b: health c: health }", 1, 3],
    ["what is inside is added", session("sessionId tokens { input }"), 3, 13],
    ["a row is what is under edges", "{ sessions(first: 10) { totalCount edges { node { harness } } } }", 4, 42],
    ["50 rows unless said", "{ sessions { edges { cursor } } }", 3, 71],
    [
      "lists in lists multiply",
      "{ sessions(first: 10) { edges { node { events(first: 20) { edges { node { line } } } } } } }",
      7,
      20 + 1 + 10 * (1 + 10 + 1 + 20 * 2),
    ],
    ["out of range is refused before it is read", "{ sessions(first: 100000) { edges { cursor } } }", 3, 22],
    ["inline fragments are transparent", "{ ... on Query { ... { health } } }", 1, 1],
    ["fragments are what they hold", "{ ...f } fragment f on Query { health }", 1, 1],
    [
      "rows go through fragments",
      "{ sessions(first: 10) { ...c } } fragment c on SessionConnection { edges { cursor } }",
      3,
      31,
    ],
    ["a search is worth a quarter of all", '{ sessions(first: 1, filter: { search: "a" }) { totalCount } }', 2, 271],
    ["no words are no search", '{ sessions(first: 1, filter: { search: " " }) { totalCount } }', 2, 21],
    ["events are a query, and their number is another", session("events(first: 1) { totalCount }"), 3, 25],
    [
      "and so they are for each session",
      "{ sessions(first: 10) { edges { node { events(first: 1) { totalCount } } } } }",
      5,
      20 + 1 + 10 * (1 + 10 + 5),
    ],
    [
      "a search costs the same in a fragment",
      '{ ...f } fragment f on Query { sessions(filter: { search: "a" }) { totalCount } }',
      2,
      271,
    ],
    ["the schema itself has no depth", "{ __schema { types { fields { type { ofType { name } } } } } }", 0, 6],
  ])("%s", (_, query, depth, cost) => {
    expect(measured(query)).toEqual({ depth, cost });
  });

  test("takes first from a variable", () => {
    const query = "query q($n: Int) { sessions(first: $n) { edges { cursor } } }";
    expect(measured(query, { n: 7 })).toEqual({ depth: 3, cost: 28 });
  });

  test.each([
    ["as a word", "query q($s: String) { sessions(filter: { search: $s }) { totalCount } }", { s: "a" }, 271],
    ["as a filter", "query q($f: SessionFilter) { sessions(filter: $f) { totalCount } }", { f: { search: "a" } }, 271],
    ["as nothing", "query q($s: String) { sessions(filter: { search: $s }) { totalCount } }", {}, 21],
    ["as null", "query q($f: SessionFilter) { sessions(filter: $f) { totalCount } }", { f: { search: null } }, 21],
  ])("takes a search from a variable, %s", (_, query, variables, cost) => {
    expect(measured(query, variables).cost).toBe(cost);
  });

  test("with fragments that double at every link is measured at once", () => {
    const links = Array.from({ length: 60 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    const { cost } = measured(`{ ...f0 } ${links.join(" ")} fragment f60 on Query { health }`);
    expect(cost).toBe(2 ** 60);
  });
});

describe("a document", () => {
  const prepare = createPreparation(schema);
  const codes = (query: string, variables: Record<string, unknown> | null = null): unknown[] => {
    const prepared = prepare({ query, variables, operationName: null });
    return "errors" in prepared ? prepared.errors.map(({ extensions }) => extensions["code"]) : ["fine"];
  };
  const nested = (levels: number): string =>
    `{ sessions { ${"edges { node { events { ".repeat(levels)} totalCount ${"} } }".repeat(levels)} } }`;

  test.each([
    ["that asks for the whole schema", getIntrospectionQuery(), ["fine"]],
    ["that asks for a page of rows", "{ sessions { edges { node { sessionId lastEventAt lineCount } } } }", ["fine"]],
    ["that is none", "{", ["GRAPHQL_PARSE_FAILED"]],
    ["that asks for what there is not", "{ nonsense }", ["GRAPHQL_VALIDATION_FAILED"]],
    ["with fragments in a circle", "{ ...f } fragment f on Query { ...f }", ["GRAPHQL_VALIDATION_FAILED"]],
    ["with lists in lists", nested(1).replaceAll("events", "events(first: 1)"), ["fine"]],
    [
      "with the schema's lists in its lists",
      "{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }",
      ["GRAPHQL_VALIDATION_FAILED"],
    ],
    ["of too many tokens", `{ ${"health ".repeat(1001)} }`, ["GRAPHQL_PARSE_FAILED"]],
    ["of too many brackets", `{ health(a: ${"[".repeat(998)}) }`, ["GRAPHQL_PARSE_FAILED"]],
    ["that is too long", `{ health } #${"x".repeat(20_000)}`, ["BAD_USER_INPUT"]],
    [
      "that costs too much",
      `{ sessions(first: 200) { edges { node { a: harness b: harness c: harness d: harness e: harness } } } }`,
      ["COMPLEXITY_LIMIT"],
    ],
    [
      "that costs too much by its aliases",
      `{ ${Array.from({ length: 20 }, (_, n) => `s${n}: sessions { edges { cursor } }`).join(" ")} }`,
      ["COMPLEXITY_LIMIT"],
    ],
    [
      "that searches four times",
      `{ ${Array.from({ length: 4 }, (_, n) => `s${n}: sessions(first: 1, filter: { search: "a" }) { totalCount }`).join(" ")} }`,
      ["COMPLEXITY_LIMIT"],
    ],
    [
      "that searches once",
      '{ sessions(filter: { search: "a" }) { edges { node { sessionId title: harness } } } }',
      ["fine"],
    ],
    ["with two operations and no name", "query a { health } query b { health }", ["BAD_USER_INPUT"]],
    ["without a variable that it needs", "query q($id: String!) { session(id: $id) { harness } }", ["BAD_USER_INPUT"]],
  ])("%s", (_, query, expected) => {
    expect(codes(query)).toEqual(expected);
  });

  test("that is too deep is told so", () => {
    // The schema is not recursive below ten levels, so a deeper one is made of it.
    const deep = buildSchema(TYPE_DEFINITIONS.replace("type Integrity {", "type Integrity { again: Integrity"));
    const levels = (count: number): string =>
      session(`integrity { ${"again { ".repeat(count)} ok ${"}".repeat(count)} }`);
    const prepareDeep = createPreparation(deep);
    expect(prepareDeep({ query: levels(7) })).not.toHaveProperty("errors");
    expect(prepareDeep({ query: levels(8) })).toMatchObject({
      errors: [{ extensions: { code: "DEPTH_LIMIT" }, message: expect.stringContaining("several queries") as string }],
    });
  });

  test("says what it costs, and how to mend it", () => {
    const query = "{ sessions(first: 200) { edges { node { harness project userId agentId final } } } }";
    expect(prepare({ query })).toMatchObject({
      errors: [{ message: expect.stringMatching(/costs 1221; 1000 is the most.*smaller first/) as string }],
    });
  });
});
