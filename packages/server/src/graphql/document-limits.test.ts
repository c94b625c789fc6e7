import { buildSchema, getIntrospectionQuery, getNamedType, getOperationAST, isObjectType, parse } from "graphql";
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

/** Costs are told in whole numbers; two hundred times the same show what a part of one is. */
const manyTimes = (field: string): string =>
  `{ ${Array.from({ length: 200 }, (_, n) => `f${n}: ${field}`).join(" ")} }`;

describe("an operation", () => {
  test.each([
    ["a value is a two-hundredth", manyTimes("health"), 1, 1],
    ["what is begun counts", "{ health }", 1, 1],
    ["every name of a field is a field", manyTimes("health").replace("}", "a: health }"), 1, 2],
    ["a session is a query", session("sessionId tokens { input }"), 3, 11],
    ["so is a page of them, with their number", "{ sessions(first: 1) { totalCount } }", 2, 51],
    ["a row is what is under edges", "{ sessions(first: 10) { edges { node { harness } } } }", 4, 51],
    ["50 rows unless said", "{ sessions { edges { a: cursor b: cursor c: cursor d: cursor } } }", 3, 52],
    [
      "lists in lists multiply",
      "{ sessions(first: 10) { edges { node { events(first: 20) { edges { node { line } } } } } } }",
      7,
      // Events, each of which is read, and two values of each.
      Math.ceil(50 + 10 * (1 + 20 * (0.1 + 2 * 0.005)) + 0.005 * (1 + 10 + 10)),
    ],
    ["out of range is refused before it is read", "{ sessions(first: 100000) { edges { cursor } } }", 3, 51],
    ["inline fragments are transparent", "{ ... on Query { ... { health } } }", 1, 1],
    ["fragments are what they hold", "{ ...f } fragment f on Query { health }", 1, 1],
    [
      "rows go through fragments",
      "{ sessions(first: 200) { ...c } } fragment c on SessionConnection { edges { a: cursor b: cursor c: cursor } }",
      3,
      54,
    ],
    ["a search is worth a quarter of all", '{ sessions(first: 1, filter: { search: "a" }) { totalCount } }', 2, 301],
    ["no words are no search", '{ sessions(first: 1, filter: { search: " " }) { totalCount } }', 2, 51],
    ["the number of all events is known", session("events(first: 1) { totalCount }"), 3, 12],
    ["that of some kinds is a query", session('events(first: 1, kinds: ["user"]) { totalCount }'), 3, 17],
    [
      "also in a fragment",
      `${session('all: events(first: 1) { ...c } some: events(first: 1, kinds: ["user"]) { ...c }')} fragment c on EventConnection { totalCount }`,
      3,
      18,
    ],
    [
      "events are read whether one looks at them or not",
      session("events(first: 200) { pageInfo { endCursor } }"),
      4,
      32,
    ],
    ["their texts are long", session("events(first: 200) { edges { node { text toolInput toolOutput } } }"), 5, 63],
    [
      "a search costs the same in a fragment",
      '{ ...f } fragment f on Query { sessions(filter: { search: "a" }) { totalCount } }',
      2,
      301,
    ],
    ["the schema itself has no depth", "{ __schema { types { fields { type { ofType { name } } } } } }", 0, 1],
  ])("%s", (_, query, depth, cost) => {
    expect(measured(query)).toEqual({ depth, cost });
  });

  test("takes first from a variable", () => {
    const query = 'query q($n: Int) { session(id: "a") { events(first: $n) { totalCount } } }';
    expect(measured(query, { n: 90 })).toEqual({ depth: 3, cost: 21 });
  });

  test.each([
    ["as a word", "query q($s: String) { sessions(filter: { search: $s }) { totalCount } }", { s: "a" }, 301],
    ["as a filter", "query q($f: SessionFilter) { sessions(filter: $f) { totalCount } }", { f: { search: "a" } }, 301],
    ["as nothing", "query q($s: String) { sessions(filter: { search: $s }) { totalCount } }", {}, 51],
    ["as null", "query q($f: SessionFilter) { sessions(filter: $f) { totalCount } }", { f: { search: null } }, 51],
  ])("takes a search from a variable, %s", (_, query, variables, cost) => {
    expect(measured(query, variables).cost).toBe(cost);
  });

  test("with fragments that double at every link is measured at once", () => {
    const links = Array.from({ length: 60 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    const { cost } = measured(`{ ...f0 } ${links.join(" ")} fragment f60 on Query { health }`);
    expect(cost).toBe(Math.ceil((2 ** 60 * 5) / 1000));
  });
});

/** Every field of a type, and of the objects in it that are no lists. */
function everyField(typeName: string): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object`);
  const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
  return fields
    .map(({ name, type: ofField }) => {
      const named = getNamedType(ofField);
      return isObjectType(named) ? `${name} { ${everyField(named.name)} }` : name;
    })
    .join(" ");
}

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
    [
      "that asks for sessions and their events, as everybody does first",
      "{ sessions { edges { node { sessionId events { edges { node { kind text } } } } } } }",
      ["fine"],
    ],
    [
      "that asks for everything there is about them",
      `{ sessions { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${everyField("Session")}
        events { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${everyField("Event")} } } } } } } }`,
      ["fine"],
    ],
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
      "{ sessions(first: 200) { edges { node { events(first: 100) { pageInfo { endCursor } } } } } }",
      ["COMPLEXITY_LIMIT"],
    ],
    [
      "that asks twice for the events of each session",
      `{ sessions { edges { node { a: events { edges { node { ${everyField("Event")} } } } b: events(after: "a") { edges { node { ${everyField("Event")} } } } } } } }`,
      ["COMPLEXITY_LIMIT"],
    ],
    [
      "that repeats long texts",
      `{ sessions { edges { node { events { edges { node { ${Array.from({ length: 8 }, (_, n) => `t${n}: text`).join(" ")} } } } } } } }`,
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

  test("that searches seventy times costs too much", () => {
    const searches = Array.from({ length: 70 }, (_, n) => `s${n}: sessions(filter: $f) { totalCount }`);
    const query = `query q($f: SessionFilter) { ${searches.join(" ")} }`;
    expect(codes(query, { f: { search: "a" } })).toEqual(["COMPLEXITY_LIMIT"]);
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
    const query = "{ sessions(first: 200) { edges { node { events { pageInfo { endCursor } } } } } }";
    expect(prepare({ query })).toMatchObject({
      errors: [
        { message: expect.stringMatching(/cost of 1254, which exceeds the limit of 1000.*smaller first/) as string },
      ],
    });
  });
});
