import type { Evaluating } from "../evaluation/evaluating.js";
import { lenientText, toJson } from "../evaluation/to-json.js";
import { type CallValue, isType, type Value } from "../evaluation/values.js";

export type Schema = Record<string, unknown>;

const MAX_DEPTH = 10;
/** Fields of `jsonschema.Schema` that hold other schemas, by name or alone, and those that hold plain values. */
const PLAIN = ["Type", "Description", "Required", "Enum", "Default", "Format", "Pattern", "Minimum", "Maximum"];

/** A schema that is written as a Go struct: `&jsonschema.Schema{Type: "object", Properties: …}`. */
export function structSchema(evaluator: Evaluating, value: Value, depth = 0): Schema | undefined {
  if (!isType(value, "object") || depth > MAX_DEPTH) return undefined;
  const read = (name: string): Value => evaluator.force(value.entries.get(name));
  const schema: Schema = {};
  for (const name of PLAIN) {
    const json = toJson(evaluator, read(name));
    if (json !== undefined && json !== null) schema[name.toLowerCase()] = json;
  }
  const items = structSchema(evaluator, read("Items"), depth + 1);
  if (items) schema["items"] = items;
  const properties = read("Properties");
  if (isType(properties, "object"))
    schema["properties"] = Object.fromEntries(
      [...properties.entries].map(([name, thunk]) => {
        const member = evaluator.force(thunk);
        return [name, structSchema(evaluator, member, depth + 1) ?? toJson(evaluator, member) ?? {}];
      }),
    );
  return Object.keys(schema).length > 0 ? schema : undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  WithString: "string",
  WithNumber: "number",
  WithInteger: "integer",
  WithBoolean: "boolean",
  WithArray: "array",
  WithObject: "object",
  WithStringArray: "array",
};

interface Option {
  readonly name: string;
  readonly values: readonly Value[];
}

/** What the options of `mcp.NewTool` say: its description, and what it takes. */
export function optionsSchema(
  evaluator: Evaluating,
  options: readonly Value[],
): { description: string | undefined; schema: Schema & { properties: Schema } } {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  let description: string | undefined;
  for (const { name, values } of options.flatMap((value) => readOption(evaluator, value))) {
    const [first, ...details] = values;
    if (name === "WithDescription") description = lenientText(first);
    const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (type === undefined || typeof first !== "string") continue;
    const inner = details.flatMap((value) => readOption(evaluator, value));
    properties[first] = { type, ...detailsOf(evaluator, inner) };
    if (inner.some((each) => each.name === "Required")) required.push(first);
  }
  return { description, schema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) } };
}

export function readOption(evaluator: Evaluating, value: Value): Option[] {
  return isType(value, "call") ? [{ name: value.name, values: valuesOf(evaluator, value) }] : [];
}

const valuesOf = (evaluator: Evaluating, { args, env }: CallValue): Value[] =>
  evaluator.argumentsOf(args, env).args.map((thunk) => evaluator.force(thunk));

function detailsOf(evaluator: Evaluating, options: readonly Option[]): Schema {
  const details: Schema = {};
  for (const { name, values } of options) {
    const [first] = values;
    if (name === "Description") details["description"] = lenientText(first) ?? "";
    else if (name === "Enum")
      details["enum"] = values.map((value) => toJson(evaluator, value)).filter((value) => value !== undefined);
    else if (name.startsWith("Default")) details["default"] = toJson(evaluator, first);
    else if (name === "Items") details["items"] = toJson(evaluator, first) ?? {};
    else if (name === "WithStringItems") details["items"] = { type: "string" };
  }
  return details;
}
