import { listEndpoints, None } from "@tackroom/contract";
import * as contract from "@tackroom/contract";
import fc from "fast-check";
import { Type, type TSchema } from "typebox";
import { expect, test } from "vitest";
import { absentMembersRemover } from "./absent-members.js";
import { createAjv } from "./schema.js";

function cleaned(schema: TSchema, value: unknown): unknown {
  const copy = structuredClone(value);
  absentMembersRemover(schema)(copy);
  return copy;
}

const Line = Type.Object({
  text: Type.String(),
  note: Type.Optional(Type.String()),
  cleared: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  platform: Type.Optional(Type.Enum(["linux", "windows"])),
  open: Type.Optional(Type.Unknown()),
  size: Type.Integer({ default: 3 }),
});

test.each([
  ["an optional member", { text: "a", note: null }, { text: "a" }],
  ["a member with a default", { text: "a", size: null }, { text: "a" }],
  ["an empty text where an optional member is a choice", { text: "a", platform: "" }, { text: "a" }],
])("removes %s", (_what, given, expected) => {
  expect(cleaned(Line, given)).toEqual(expected);
});

test.each([
  ["a required member", { text: null }],
  ["a member whose schema allows null", { text: "a", cleared: null }],
  ["a member whose content is open, and what is in it", { text: "a", open: { deep: null } }],
  ["an open member that is null itself", { text: "a", open: null }],
  ["an empty text that is no choice", { text: "", note: "" }],
  ["a member that the schema does not know", { text: "a", other: null }],
])("keeps %s", (_what, given) => {
  expect(cleaned(Line, given)).toEqual(given);
});

test("reaches into lists, maps and alternatives, and keeps the elements of a list", () => {
  const schema = Type.Object({
    lines: Type.Array(Line),
    values: Type.Record(Type.String(), Type.String()),
    target: Type.Union([Type.String(), Type.Object({ kind: Type.Literal("a"), name: Type.Optional(Type.String()) })]),
    names: Type.Array(Type.Union([Type.String(), Type.Null()])),
  });
  const given = {
    lines: [{ text: "a", note: null }, null],
    values: { a: "1", b: null },
    target: { kind: "a", name: null },
    names: ["x", null],
  };
  expect(cleaned(schema, given)).toEqual({
    lines: [{ text: "a" }, null],
    values: { a: "1" },
    target: { kind: "a" },
    names: ["x", null],
  });
});

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** Every optional member at the top of every body of the contract, beside those that are needed. */
const optionalMembers = listEndpoints(contract as Readonly<Record<string, unknown>>)
  .filter(({ endpoint: { body } }) => body !== None)
  .flatMap(({ name, endpoint: { body } }) => {
    const { properties = {}, required = [] } = body as ObjectSchema;
    return Object.keys(properties)
      .filter((member) => !required.includes(member) || "default" in (properties[member] as object))
      .map((member) => ({ name, body, member }));
  });

test("null for any optional member of any body is what leaving it out is", () => {
  expect(optionalMembers.length).toBeGreaterThan(200);
  const ajv = createAjv({ useDefaults: true });
  fc.assert(
    fc.property(fc.constantFrom(...optionalMembers), ({ body, member }) => {
      const check = ajv.compile(body);
      const failures = (given: Record<string, unknown>) => {
        absentMembersRemover(body)(given);
        check(given);
        return (check.errors ?? []).filter(({ instancePath }) => instancePath.startsWith(`/${member}`));
      };
      expect(failures({ [member]: null })).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("a text is never changed, whatever it holds", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (lines) => {
      const schema = Type.Object({ lines: Type.Array(Type.String()), final: Type.Optional(Type.Boolean()) });
      expect(cleaned(schema, { lines, final: null })).toEqual({ lines });
    }),
  );
});
