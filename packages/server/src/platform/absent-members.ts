/** The parts of JSON Schema that decide whether a member may be left out. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

type Members = Record<string, unknown>;
type Clean = (value: unknown) => void;

/**
 * Makes a function that removes, in place, every member that says nothing: `null` for an optional member, and an empty
 * text where an optional member is one of several choices. Clients whose languages send unset fields mean just that.
 * A member whose schema allows the value keeps it, and nothing is looked into whose content the schema leaves open.
 */
export function absentMembersRemover(schema: object): Clean {
  return cleanerOf([schema]) ?? (() => undefined);
}

/** All that describe the same value. With alternatives, whichever of them matches must still find what it needs. */
const variantsOf = (schemas: readonly Schema[]): Schema[] =>
  schemas.flatMap((schema) => [
    schema,
    ...variantsOf([...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]),
  ]);

/** Undefined where nothing below could be removed, so that large lists of plain texts are not walked through. */
function cleanerOf(schemas: readonly Schema[]): Clean | undefined {
  if (schemas.length === 0) return undefined;
  const variants = variantsOf(schemas);
  const cleaners = [membersCleaner(variants), entriesCleaner(variants), itemsCleaner(variants)].filter(
    (clean) => clean !== undefined,
  );
  if (cleaners.length === 0) return undefined;
  return (value) => {
    for (const clean of cleaners) clean(value);
  };
}

function membersCleaner(variants: readonly Schema[]): Clean | undefined {
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  if (names.size === 0) return undefined;
  const rules = Array.from(names, (name) => ({ name, ...memberRule(name, variants) }));
  return (value) => {
    if (!isObject(value)) return;
    for (const { name, saysNothing, clean } of rules) {
      if (!Object.hasOwn(value, name)) continue;
      if (saysNothing(value[name])) delete value[name];
      else clean?.(value[name]);
    }
  };
}

function memberRule(name: string, variants: readonly Schema[]) {
  const holders = variants.filter(({ properties }) => properties?.[name] !== undefined);
  const schemas = holders.map(({ properties }) => properties?.[name] as Schema);
  const isOptional = holders.some(
    ({ required = [] }, index) => !required.includes(name) || "default" in (schemas[index] as Schema),
  );
  return { saysNothing: isOptional ? emptinessOf(schemas) : () => false, clean: cleanerOf(schemas) };
}

/** Entries of a map are never required. */
function entriesCleaner(variants: readonly Schema[]): Clean | undefined {
  const schemas = variants.flatMap(({ patternProperties, additionalProperties }) => [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
  ]);
  if (schemas.length === 0) return undefined;
  const declared = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  const [saysNothing, clean] = [emptinessOf(schemas), cleanerOf(schemas)];
  return (value) => {
    if (!isObject(value)) return;
    for (const [name, entry] of Object.entries(value)) {
      if (declared.has(name)) continue;
      if (saysNothing(entry)) delete value[name];
      else clean?.(entry);
    }
  };
}

/** List elements are not optional fields: a null in a list is significant. */
function itemsCleaner(variants: readonly Schema[]): Clean | undefined {
  const clean = cleanerOf(variants.flatMap(({ items }) => (items ? [items] : [])));
  if (!clean) return undefined;
  return (value) => {
    if (Array.isArray(value)) for (const item of value) clean(item);
  };
}

function emptinessOf(schemas: readonly Schema[]): (value: unknown) => boolean {
  const takesNull = schemas.some((schema) => allows(schema, null));
  const isChoice = schemas.every(isChoiceOfTexts) && !schemas.some((schema) => allows(schema, ""));
  return (value) => (value === null && !takesNull) || (value === "" && isChoice);
}

function allows(schema: Schema, value: "" | null): boolean {
  const { type, anyOf, oneOf, allOf } = schema;
  if ("const" in schema) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.some((alternative) => allows(alternative, value));
  if (allOf) return allOf.every((part) => allows(part, value));
  return type === undefined || [type].flat().includes(value === null ? "null" : "string");
}

function isChoiceOfTexts(schema: Schema): boolean {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.every(isChoiceOfTexts);
  if ("const" in schema) return typeof schema.const === "string";
  return schema.enum?.some((choice) => typeof choice === "string") ?? false;
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
