import { expect, test } from "vitest";
import { schemaIn } from "../../../test/analyze-source.js";

const taking = (schema: string): Record<string, string> => ({
  "a.ts": `import { z } from "zod";\nconst Kinds = ["a", "b"] as const;\nserver.registerTool("look", { description: "Looks.", inputSchema: ${schema} }, run);`,
});

const CASES: [zod: string, schema: unknown, isOptional?: boolean][] = [
  ["z.string()", { type: "string" }],
  ['z.string().min(1).describe("Where.")', { type: "string", description: "Where." }],
  ["z.number().int().default(3)", { type: "integer", default: 3 }, true],
  ["z.boolean().optional()", { type: "boolean" }, true],
  ["z.enum(Kinds)", { type: "string", enum: ["a", "b"] }],
  ["z.array(z.string())", { type: "array", items: { type: "string" } }],
  ["z.string().array()", { type: "array", items: { type: "string" } }],
  ["z.object({ b: z.any() })", { type: "object", properties: { b: {} } }],
  ['z.literal("x")', { const: "x" }],
  ["z.union([z.string(), z.number()])", { anyOf: [{ type: "string" }, { type: "number" }] }],
  ["z.optional(z.url())", { type: "string", format: "uri" }, true],
  ["somethingElse()", {}, true],
];

test.each(CASES)("%s", async (zod, schema, isOptional = false) => {
  const expected = {
    type: "object",
    properties: { a: schema, z: { type: "string" } },
    required: isOptional ? ["z"] : ["a", "z"],
  };
  expect(await schemaIn(taking(`{ a: ${zod}, z: z.string() }`))).toEqual(expected);
  expect(await schemaIn(taking(`z.object({ a: ${zod}, z: z.string() }).strict()`))).toEqual(expected);
  expect(await schemaIn(taking(`zodToJsonSchema(z.object({ a: ${zod} }).extend({ z: z.string() }).shape)`))).toEqual(
    expected,
  );
});

test("a literal schema without what is only known when the program runs", async () => {
  const literal = '{ type: "object", properties: { a: { type: "string", default: compute() } }, required: ["a"] }';
  const expected = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  expect(await schemaIn(taking(literal))).toEqual(expected);
});

test.each(["schemaOf(Look)", "{}.x", "z.string()"])("%s is no schema of a tool", async (schema) => {
  expect(await schemaIn(taking(schema))).toBeUndefined();
});
