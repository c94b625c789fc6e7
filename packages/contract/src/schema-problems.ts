import type { TSchema } from "typebox";
import { Format } from "typebox/format";
import { Clone, Default, Errors } from "typebox/value";
import type { FieldError } from "./errors.js";
import { TEXT_FORMATS } from "./text.js";

for (const [name, check] of Object.entries(TEXT_FORMATS)) Format.Set(name, check);

/** A schema as JSON Schema has it, which is what TypeBox makes. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[] | undefined;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly maxLength?: number;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
}

/**
 * What a contract's schema holds against a value, each at a path that reads as the server's do: `headers[0].name`.
 * It is interpreted, not compiled: the content security policy forbids to make code from text.
 */
export function schemaProblems(schema: JsonSchema, value: unknown): FieldError[] {
  const type = schema as TSchema;
  const errors = Errors(type, Default(type, Clone(value))) as readonly SchemaError[];
  return errors.flatMap((error) => problemsOf(schema, value, error));
}

function problemsOf(schema: JsonSchema, value: unknown, error: SchemaError): FieldError[] {
  const path = readablePath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const members = (name: string, message: string): FieldError[] =>
    ((params[name] ?? []) as readonly string[]).map((member) => ({ path: memberOf(path, member), message }));
  // The schema of a field that may not be there, which its object tells of as well.
  if (error.keyword === "boolean") return [];
  if (error.keyword === "required") return members("requiredProperties", "Required.");
  if (error.keyword === "additionalProperties") return members("additionalProperties", "Unknown field.");
  const { description } = at(schema, error.schemaPath, "#");
  return [{ path, message: wordsOf(error.keyword, params, { description, given: at(value, error.instancePath, "") }) }];
}

interface About {
  readonly description: string | undefined;
  readonly given: unknown;
}

const itemCount = (limit: string): string => `${limit} ${limit === "1" ? "item" : "items"}`;

function wordsOf(keyword: string, params: Readonly<Record<string, unknown>>, { description, given }: About): string {
  const limit = Number(params["limit"]).toLocaleString("en");
  switch (keyword) {
    case "minLength":
      return params["limit"] === 1 ? "Required." : `Must be at least ${limit} characters long.`;
    case "maxLength":
      return `Must be at most ${limit} characters long (currently ${String(given).length.toLocaleString("en")}).`;
    case "minItems":
      return `Must have at least ${itemCount(limit)}, or be omitted.`;
    case "maxItems":
      return `Must have at most ${itemCount(limit)} (currently ${(given as readonly unknown[]).length}).`;
    case "minimum":
      return `Must be ${limit} or more.`;
    case "maximum":
      return `Must be ${limit} or less.`;
    case "enum":
      return `Must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}.`;
    case "type":
      return TYPES[String(params["type"])] ?? "Invalid value.";
    case "pattern":
      // People read what a pattern means more easily than the pattern.
      return description === undefined ? `Must match ${String(params["pattern"])}.` : `Must be ${description}.`;
    case "format":
      return description === undefined ? "Invalid value." : `Must be ${description}.`;
    default:
      return "Invalid value.";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  integer: "Must be an integer.",
  number: "Must be a number.",
  object: 'Must be an object such as {"name": "value"}.',
  string: "Must be a string.",
};

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a JSON pointer leads to. */
function at<Value>(value: Value, pointer: string, root: string): Value {
  return partsOf(pointer.slice(root.length)).reduce(
    (inner, part) => (inner as Readonly<Record<string, Value>>)[part] as Value,
    value,
  );
}

const memberOf = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** `/items/0/id` reads `items[0].id`. */
const readablePath = (pointer: string): string =>
  partsOf(pointer).reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : memberOf(path, part)), "");
