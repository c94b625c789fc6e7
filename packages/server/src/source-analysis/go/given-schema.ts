import type { Evaluating } from "../evaluation/evaluating.js";
import { lenientText, toJson } from "../evaluation/to-json.js";
import { isType, type Value } from "../evaluation/values.js";
import { readOption, type Schema, structSchema } from "./schema.js";

const TYPES: ReadonlyMap<string, string> = new Map([
  ["String", "string"],
  ["Number", "number"],
  ["Boolean", "boolean"],
]);

/** The schema that a tool is made with, in one of the ways in which people write it. */
export function givenSchema(evaluator: Evaluating, value: Value): Schema | undefined {
  return mapSchema(evaluator, value) ?? structSchema(evaluator, value) ?? toolInputSchema(evaluator, value);
}

/** `map[string]any{"type": "object", "properties": …}` */
function mapSchema(evaluator: Evaluating, value: Value): Schema | undefined {
  if (!isType(value, "object") || value.of?.startsWith("map[") !== true) return undefined;
  const schema = toJson(evaluator, value);
  return typeof schema === "object" && schema !== null && "properties" in schema ? { ...schema } : undefined;
}

/**
 * `toolinput.NewToolInputSchema(toolinput.WithRequiredString("name", "…"), …).GetMcpToolInputSchema()` of foxy-contexts. Undefined
 * where one of the options is not known: the schema would lack a property.
 */
function toolInputSchema(evaluator: Evaluating, value: Value): Schema | undefined {
  if (!isType(value, "call") || value.name !== "GetMcpToolInputSchema") return undefined;
  const [made] = readOption(evaluator, value.receiver);
  if (made?.name !== "NewToolInputSchema") return undefined;
  const properties: [string, Schema][] = [];
  const required: string[] = [];
  for (const option of made.values) {
    const [{ name, values } = { name: "", values: [] }] = readOption(evaluator, option);
    const [, isRequired, kind] = /^With(Required)?([A-Z][a-z]{1,20})$/u.exec(name) ?? [];
    const type = TYPES.get(kind ?? "");
    const [property, description] = values;
    if (type === undefined || typeof property !== "string") return undefined;
    properties.push([property, { type, description: lenientText(description) ?? "" }]);
    if (isRequired !== undefined) required.push(property);
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}
