import { unescapeText } from "../syntax/unescape.js";
import type { Schema } from "./schema.js";

/** What a field's tag says of it: `json:"name,omitempty" jsonschema:"…"`. */
export interface FieldTag {
  /** Undefined where the field keeps its own name, null where it is not part of the JSON. */
  readonly name: string | null | undefined;
  readonly isOmitted: boolean;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** Keywords of the schema as they are written, such as `enum` and `default`, in their order. */
  readonly keywords: readonly (readonly [name: string, text: string])[];
}

const MAX_TAG_LENGTH = 10_000;

export function readTag(text: string): FieldTag {
  const tags = splitTags(text.slice(0, MAX_TAG_LENGTH));
  const [name = "", ...options] = (tags.get("json") ?? "").split(",");
  const schema = readSchemaTag(tags.get("jsonschema") ?? "");
  return {
    name: name === "-" && options.length === 0 ? null : name === "" ? undefined : name,
    isOmitted: options.includes("omitempty") || options.includes("omitzero"),
    ...schema,
    description: tags.get("jsonschema_description") ?? schema.description,
  };
}

/** `key:"value"` pairs, as Go's reflect package reads them. */
function splitTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  let at = 0;
  for (;;) {
    const colon = text.indexOf(':"', at);
    if (colon < 0) return tags;
    let end = colon + 2;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    if (end >= text.length) return tags;
    const key = text.slice(at, colon).trim();
    if (!tags.has(key)) tags.set(key, unescapeText(text.slice(colon + 2, end)));
    at = end + 1;
  }
}

type SchemaTag = Pick<FieldTag, "isRequired" | "description" | "keywords">;

/**
 * Two libraries read this tag. For the official SDK the whole of it is a description, which must not begin with `word=`; for
 * invopop/jsonschema it is a list of keywords.
 */
function readSchemaTag(text: string): SchemaTag {
  if (!/^(?:required(?:,|$)|[a-zA-Z_]{1,40}=)/u.test(text))
    return { isRequired: false, description: text === "" ? undefined : text, keywords: [] };
  const parts = splitAtCommas(text).map((part) => {
    const equals = part.indexOf("=");
    return equals < 0 ? ([part, ""] as const) : ([part.slice(0, equals), part.slice(equals + 1)] as const);
  });
  return {
    isRequired: parts.some(([name, value]) => name === "required" && value === ""),
    description: parts.find(([name]) => name === "description")?.[1],
    keywords: parts,
  };
}

/** A comma that belongs to a text has a backslash before it. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const [index, piece] of text.split(",").entries()) {
    if (index === 0) part = piece;
    else if (part.endsWith("\\")) part = `${part.slice(0, -1)},${piece}`;
    else {
      parts.push(part);
      part = piece;
    }
  }
  return [...parts, part];
}

const TEXTS = new Set(["type", "title", "format", "pattern"]);
const NUMBERS = new Set(["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "multipleOf"]);

/** The schema of a field's type together with what its tag says. */
export function withTag(schema: Schema, { description, keywords }: FieldTag): Schema {
  const tagged: Schema = { ...schema, ...(description === undefined ? {} : { description }) };
  for (const [name, text] of keywords) {
    const number = NUMBERS.has(name) ? numberIn(text) : undefined;
    if (TEXTS.has(name)) tagged[name] = text;
    else if (number !== undefined) tagged[name] = number;
    else if (name === "default") addDefault(tagged, text);
  }
  const choices = keywords.filter(([name]) => name === "enum").map(([, text]) => text);
  return choices.length > 0 ? withChoices(tagged, choices) : tagged;
}

/** The choices of a list are those of its elements. */
function withChoices(schema: Schema, choices: readonly string[]): Schema {
  const { items } = schema;
  if (schema["type"] === "array" && isSchema(items)) return { ...schema, items: withChoices(items, choices) };
  const values = choices.map((text) => valueOf(schema, text)).filter((value) => value !== undefined);
  return values.length > 0 ? { ...schema, enum: values } : schema;
}

/** A list has one `default` for each of its elements. */
function addDefault(schema: Schema, text: string): void {
  const { items } = schema;
  const isList = schema["type"] === "array" && isSchema(items);
  const value = valueOf(isList ? items : schema, text);
  if (value === undefined) return;
  const before = Array.isArray(schema["default"]) ? (schema["default"] as unknown[]) : [];
  schema["default"] = isList ? [...before, value] : value;
}

/** Undefined where the text cannot be of the schema's type. */
function valueOf({ type }: Schema, text: string): string | number | boolean | undefined {
  if (type === "integer" || type === "number") return numberIn(text);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return type === "string" || type === undefined ? text : undefined;
}

function numberIn(text: string): number | undefined {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
