import { LIMITS } from "../limits.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import type { Schema } from "./schema.js";
import { type FieldTag, readTag, withTag } from "./struct-tags.js";
import { type GoType, type GoTypes, typeKey, type TypeUse } from "./types.js";

/** How deep structs are written out: where a schema would be too large to keep, what is further inside is left out. */
const DEPTHS = [8, 3, 2, 1] as const;
/** Structs can hold each other so that their number doubles with every level. */
const MAX_FIELDS = 1000;
/** Lists of lists and structs in structs, each with a name of its own. */
const MAX_NESTING = 50;

const ofType = (type: string, names: string): (readonly [string, Schema])[] =>
  names.split(" ").map((name) => [name, { type }] as const);
const PREDECLARED: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ...ofType("string", "string"),
  ...ofType("boolean", "bool"),
  ...ofType("number", "float32 float64"),
  ...ofType("integer", "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune"),
  ["any", {}],
]);
const EXTERNAL: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["time.Time", { type: "string", format: "date-time" }],
  ["time.Duration", { type: "integer" }],
  ["encoding/json.RawMessage", {}],
]);

/** Which fields have to be given: those that are not `omitempty`, or only those whose tag says so. */
export type RequiredBy = "omission" | "tag";

interface Field {
  readonly schema: Schema;
  readonly isRequired: boolean;
}
type Written = Extract<GoType, { kind: "written" }>;

/** What a struct takes as JSON. Undefined unless the type is a struct of the repository. */
export function schemaOfStruct(types: GoTypes, use: TypeUse, requiredBy: RequiredBy): Schema | undefined {
  const type = structType(types, use);
  if (!type) return undefined;
  for (const depth of DEPTHS) {
    const writer = new StructWriter(types, requiredBy, depth);
    const schema = writer.write(type);
    if (!writer.isTooLarge && JSON.stringify(schema).length <= LIMITS.schemaBytes) return schema;
  }
  return undefined;
}

/** The struct that a type comes down to, unless the repository writes its schema by hand. */
export function structType(types: GoTypes, use: TypeUse): Written | undefined {
  const type = types.follow(use);
  if (type?.kind !== "written" || type.use.node.kind !== "struct_type") return undefined;
  return hasMethod(types, type.declared, ["JSONSchema"]) ? undefined : type;
}

function hasMethod(types: GoTypes, declared: SyntaxNode | undefined, names: readonly string[]): boolean {
  const of = declared?.field("name")?.text;
  return declared !== undefined && names.some((name) => types.methods(name, declared, of).length > 0);
}

class StructWriter {
  readonly #types: GoTypes;
  readonly #requiredBy: RequiredBy;
  readonly #maxDepth: number;
  /** Declarations of the types that are being written. */
  readonly #open = new Set<string>();
  #fields = 0;
  #depth = 0;

  constructor(types: GoTypes, requiredBy: RequiredBy, maxDepth: number) {
    this.#types = types;
    this.#requiredBy = requiredBy;
    this.#maxDepth = maxDepth;
  }

  /** Undefined where it cannot be said what the JSON of the type is. */
  write(type: GoType | undefined): Schema | undefined {
    if (type === undefined) return undefined;
    if (type.kind === "predeclared") return PREDECLARED.get(type.name);
    if (type.kind === "external") return EXTERNAL.get(`${type.module}.${type.name}`);
    const key = type.declared && typeKey(type.declared);
    const isStruct = type.use.node.kind === "struct_type";
    const isRecursive = key !== undefined && this.#open.has(key);
    if (isRecursive || this.#open.size >= MAX_NESTING || (isStruct && this.#depth >= this.#maxDepth))
      return isStruct ? { type: "object" } : undefined;
    // Its own methods, rather than its fields, say what the JSON of such a type is. The type of all arguments is read by its fields.
    if (this.#open.size > 0 && hasMethod(this.#types, type.declared, CUSTOM)) return undefined;
    return this.#inside(type, () => this.#written(type.use));
  }

  /** Fields were left out. */
  get isTooLarge(): boolean {
    return this.#fields > MAX_FIELDS;
  }

  #inside<T>({ declared, use }: Written, work: () => T): T {
    const key = typeKey(declared ?? use.node);
    this.#open.add(key);
    try {
      return work();
    } finally {
      this.#open.delete(key);
    }
  }

  #written({ node, args }: TypeUse): Schema | undefined {
    const part = (name: string): Schema | undefined => {
      const inner = node.field(name);
      return inner && this.write(this.#types.follow({ node: inner, args }));
    };
    switch (node.kind) {
      case "struct_type":
        return this.#struct({ node, args });
      case "slice_type":
      case "array_type": {
        const items = part("element");
        // Bytes are a text in JSON for some libraries, and a list of numbers for others.
        if (/^\[\](?:byte|uint8)$/u.test(node.text.slice(0, 20))) return undefined;
        return { type: "array", ...(items ? { items } : {}) };
      }
      case "map_type": {
        const value = part("value");
        const isKnown = value !== undefined && Object.keys(value).length > 0;
        return { type: "object", ...(isKnown ? { additionalProperties: value } : {}) };
      }
      case "interface_type":
        return {};
      default:
        return undefined;
    }
  }

  #struct(use: TypeUse): Schema {
    this.#depth += 1;
    const fields = [...this.#fieldsOf(use)];
    this.#depth -= 1;
    const required = fields.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
    return {
      type: "object",
      properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
    };
  }

  /** A struct's own fields hide those of the structs that are embedded in it. */
  #fieldsOf({ node, args }: TypeUse): Map<string, Field> {
    const fields = new Map<string, Field>();
    const own = new Set<string>();
    for (const declaration of node.child("field_declaration_list")?.children ?? []) {
      const type = declaration.field("type");
      if (this.isTooLarge) break;
      if (declaration.kind !== "field_declaration" || !type) continue;
      const tag = readTag(tagText(declaration.field("tag")));
      const use = { node: type, args };
      const names = declaration.children.filter(({ fieldName }) => fieldName === "name").map(({ text }) => text);
      if (names.length === 0 && tag.name === undefined) {
        for (const [name, field] of this.#embedded(use)) if (!own.has(name)) fields.set(name, field);
        continue;
      }
      for (const name of jsonNames(names, tag)) {
        own.add(name);
        fields.set(name, this.#field(use, tag));
      }
    }
    return fields;
  }

  #field(use: TypeUse, tag: FieldTag): Field {
    this.#fields += 1;
    const schema = this.write(this.#types.follow(use)) ?? {};
    const isRequired = tag.isRequired || (this.#requiredBy === "omission" && !tag.isOmitted);
    return { schema: withTag(schema, tag), isRequired };
  }

  #embedded(use: TypeUse): ReadonlyMap<string, Field> {
    this.#fields += 1;
    const type = structType(this.#types, use);
    const key = type?.declared && typeKey(type.declared);
    if (!type || key === undefined || this.#open.has(key) || this.#open.size >= MAX_NESTING) return new Map();
    return this.#inside(type, () => this.#fieldsOf(type.use));
  }
}

const CUSTOM = ["JSONSchema", "UnmarshalJSON", "UnmarshalText"];

/** Fields whose names begin with a small letter are not part of the JSON. */
function jsonNames(names: readonly string[], { name }: FieldTag): string[] {
  if (name === null) return [];
  const exported = names.filter((each) => /^\p{Lu}/u.test(each));
  if (name === undefined) return exported;
  return exported.length > 0 || names.length === 0 ? [name] : [];
}

function tagText(tag: SyntaxNode | undefined): string {
  if (!tag) return "";
  const text = tag.text.slice(1, -1);
  return tag.kind === "raw_string_literal" ? text : text.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}
