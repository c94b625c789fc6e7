import type { Evaluating } from "../evaluation/evaluating.js";
import { lenientText, toJson } from "../evaluation/to-json.js";
import { type CallValue, isType, type ObjectValue, type Value } from "../evaluation/values.js";

export type Schema = Record<string, unknown>;

interface ReadSchema {
  readonly schema: Schema;
  readonly isOptional: boolean;
}

const MAX_DEPTH = 12;
const CONVERTERS = new Set(["zodToJsonSchema", "toJSONSchema", "toJsonSchema", "zodSchema"]);

/** What a tool takes, from a JSON schema, a zod schema or an object of zod schemas. */
export function inputSchema(evaluator: Evaluating, value: Value, depth = 0): Schema | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (isType(value, "object")) {
    if (isJsonSchema(evaluator, value)) return asSchema(toJson(evaluator, value));
    return isShape(evaluator, value, depth) ? shape(evaluator, value, depth) : undefined;
  }
  if (!isType(value, "call")) return undefined;
  if (CONVERTERS.has(value.name)) return inputSchema(evaluator, argument(evaluator, value, 0), depth + 1);
  const read = readZod(evaluator, value, depth);
  return read?.schema["type"] === "object" ? read.schema : undefined;
}

const asSchema = (json: unknown): Schema | undefined =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Schema) : undefined;

function isJsonSchema(evaluator: Evaluating, { entries }: ObjectValue): boolean {
  return (
    typeof evaluator.force(entries.get("type")) === "string" ||
    isType(evaluator.force(entries.get("properties")), "object")
  );
}

function argument(evaluator: Evaluating, { args, env }: CallValue, index: number): Value {
  const arg = args[index];
  return arg && evaluator.evaluate(arg.value, env);
}

/** `{ name: z.string() }`; a member that is not known is one that may be anything. */
function shape(evaluator: Evaluating, { entries }: ObjectValue, depth: number): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, thunk] of entries) {
    const member = readMember(evaluator, evaluator.force(thunk), depth + 1);
    properties[name] = member?.schema ?? {};
    if (member && !member.isOptional) required.push(name);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

/** Whether an object is made of zod schemas. */
const isShape = (evaluator: Evaluating, { entries }: ObjectValue, depth: number): boolean =>
  entries.size === 0 ||
  [...entries.values()].some((thunk) => readMember(evaluator, evaluator.force(thunk), depth + 1) !== undefined);

function readMember(evaluator: Evaluating, value: Value, depth: number): ReadSchema | undefined {
  if (depth > MAX_DEPTH || !isType(value, "call")) return undefined;
  return readZod(evaluator, value, depth);
}

/** The calls from the outermost to the first: `z.string().optional()` is optional, then string. */
function chain(call: CallValue): CallValue[] {
  const calls: CallValue[] = [];
  for (let at: Value = call; isType(at, "call") && calls.length < 64; at = at.receiver) calls.push(at);
  return calls;
}

function readZod(evaluator: Evaluating, call: CallValue, depth: number): ReadSchema | undefined {
  const calls = chain(call);
  const made = calls.at(-1);
  const base = made && readBase(evaluator, made, depth);
  if (!base) return undefined;
  let { isOptional } = base;
  let schema = base.schema;
  for (const each of calls.slice(0, -1).toReversed()) {
    if (each.name === "optional" || each.name === "nullish" || each.name === "default") isOptional = true;
    if (each.name === "partial") delete schema["required"];
    schema = withModifier(evaluator, schema, each);
  }
  return { schema, isOptional };
}

function withModifier(evaluator: Evaluating, schema: Schema, call: CallValue): Schema {
  const value = (): Value => argument(evaluator, call, 0);
  switch (call.name) {
    case "describe": {
      const description = lenientText(value());
      return description === undefined ? schema : { ...schema, description };
    }
    case "default": {
      const fallback = toJson(evaluator, value());
      return fallback === undefined ? schema : { ...schema, default: fallback };
    }
    case "int":
      return { ...schema, type: "integer" };
    case "array":
      return { type: "array", items: schema };
    case "extend":
    case "merge":
      return extended(schema, inputSchema(evaluator, value()));
    default:
      return schema;
  }
}

function extended(schema: Schema, other: Schema | undefined): Schema {
  if (!other) return schema;
  const properties = { ...asSchema(schema["properties"]), ...asSchema(other["properties"]) };
  const required = [schema, other].flatMap((each) => (each["required"] as readonly string[] | undefined) ?? []);
  return { ...schema, properties, ...(required.length > 0 ? { required: [...new Set(required)] } : {}) };
}

const SIMPLE: Readonly<Record<string, Schema>> = {
  string: { type: "string" },
  number: { type: "number" },
  int: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date-time" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  uuid: { type: "string", format: "uuid" },
};

const isRequired = (schema: Schema): ReadSchema => ({ schema, isOptional: false });

type Base = (evaluator: Evaluating, call: CallValue, depth: number) => ReadSchema | undefined;

const innerOf = (
  evaluator: Evaluating,
  call: CallValue,
  { index, depth }: { index: number; depth: number },
): ReadSchema | undefined => readMember(evaluator, argument(evaluator, call, index), depth + 1);

const readObject: Base = (evaluator, call, depth) => {
  const members = argument(evaluator, call, 0);
  if (!isType(members, "object")) return isRequired({ type: "object" });
  return isRequired(shape(evaluator, members, depth));
};

const BASES: Readonly<Record<string, Base>> = {
  object: readObject,
  strictObject: readObject,
  looseObject: readObject,
  array: (evaluator, call, depth) => {
    const items = innerOf(evaluator, call, { index: 0, depth });
    return isRequired({ type: "array", ...(items ? { items: items.schema } : {}) });
  },
  enum: (evaluator, call) => isRequired(enumeration(evaluator, argument(evaluator, call, 0))),
  nativeEnum: (evaluator, call) => isRequired(enumeration(evaluator, argument(evaluator, call, 0))),
  preprocess: (evaluator, call, depth) => innerOf(evaluator, call, { index: 1, depth }),
  literal: (evaluator, call) => isRequired({ const: toJson(evaluator, argument(evaluator, call, 0)) }),
  record: () => isRequired({ type: "object" }),
  // Whatever it may be includes nothing at all.
  any: () => ({ schema: {}, isOptional: true }),
  unknown: () => ({ schema: {}, isOptional: true }),
  lazy: () => isRequired({}),
  optional: (evaluator, call, depth) => ({
    schema: innerOf(evaluator, call, { index: 0, depth })?.schema ?? {},
    isOptional: true,
  }),
  union: (evaluator, call, depth) => isRequired(union(evaluator, argument(evaluator, call, 0), depth)),
};

function readBase(evaluator: Evaluating, call: CallValue, depth: number): ReadSchema | undefined {
  if (!isType(call.receiver, "external")) return undefined;
  const read = Object.hasOwn(BASES, call.name) ? BASES[call.name] : undefined;
  if (read) return read(evaluator, call, depth);
  return Object.hasOwn(SIMPLE, call.name) ? isRequired({ ...SIMPLE[call.name] }) : undefined;
}

function enumeration(evaluator: Evaluating, value: Value): Schema {
  const json = toJson(evaluator, value);
  const members = Array.isArray(json) ? json : Object.values(asSchema(json) ?? {});
  return { type: "string", ...(members.length > 0 ? { enum: members } : {}) };
}

function union(evaluator: Evaluating, value: Value, depth: number): Schema {
  if (!isType(value, "list")) return {};
  const options = value.items.map((item) => readMember(evaluator, evaluator.force(item), depth + 1)?.schema);
  return options.every((option) => option !== undefined) ? { anyOf: options } : {};
}
