import { HARNESS_IDS } from "@tackroom/harness";
import { ITEM_KINDS, ITEM_TYPES, type ItemType } from "@tackroom/contract";
import { goodSubmission, type KnownItems } from "./items.js";
import type { Random } from "./random.js";
import { rubbish, rubbishText } from "./rubbish.js";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** One route as its description tells it: that is all that a stranger knows. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly takesUpload: boolean;
  /** Of which type its items are; undefined where that does not matter. */
  readonly type: ItemType | undefined;
}

/** Operations that are the same but for their type share one entry, and its requests. */
export interface Shape {
  readonly name: string;
  readonly operations: readonly Operation[];
}

export function shapesOf(operations: readonly Operation[]): Shape[] {
  const shapes = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { name, type } = operation;
    const shape = type === undefined ? name : name.replace(`/${type}`, "/{type}");
    shapes.set(shape, [...(shapes.get(shape) ?? []), operation]);
  }
  return Array.from(shapes, ([name, each]) => ({ name, operations: each }));
}

const typeOf = (path: string): ItemType | undefined =>
  ITEM_TYPES.find((type) => path.startsWith(`/api/v1/${type}/`) || path === `/api/v1/${type}`);

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === "query"),
      body: requestBody?.content["application/json"]?.schema,
      takesUpload: requestBody?.content["multipart/form-data"] !== undefined,
      type: typeOf(path),
    })),
  );
}

/** Things of this server that a request may name, so that some of them reach what is behind "not found". */
export interface Known {
  readonly ids: readonly string[];
  readonly settings: readonly string[];
  readonly emails: readonly string[];
  readonly teams: readonly string[];
  readonly items: KnownItems;
}

/** A body that the operation would take, or nearly; what makes an item is one that would do, with some fields changed. */
export function sampleBody({ method, path, type, body }: Operation, random: Random, known: Known): unknown {
  const sampled = sample(body ?? EMPTY, random, known);
  const makesItem = type !== undefined && method === "POST" && (path.endsWith(`/${type}`) || path.endsWith("/draft"));
  if (!makesItem || random.chance(0.2)) return sampled;
  const changed = Object.entries(sampled as object).filter(() => random.chance(0.15));
  return { ...goodSubmission(type), ...Object.fromEntries(changed) };
}

const EMPTY: Schema = { properties: {} };

/** Something that the schema allows, or nearly. */
export function sample(schema: Schema, random: Random, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return sample(random.pick(schema.anyOf), random, known);
  if (schema.properties) {
    const { required = [] } = schema;
    const given = Object.entries(schema.properties).filter(([name]) => required.includes(name) || random.chance(0.6));
    return Object.fromEntries(given.map(([name, member]) => [name, named(name, member, random, known)]));
  }
  if (schema.type === "array") return [sample(schema.items ?? {}, random, known)];
  if (schema.type === "object")
    return random.pick<object>([{}, { name: "x", command: "x", event: "Stop" }, { a: { b: [1, null] } }]);
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return random.chance(0.5);
  if (schema.type === "null") return null;
  return schema.format === "uuid" ? random.pick(known.ids) : "text";
}

/** What texts of these names would hold. */
const TEXTS_OF: Readonly<Record<string, (random: Random, known: Known) => string>> = {
  email: (random, { emails }) => random.pick(emails),
  version: (random) => random.pick(VERSIONS),
  harness: (random) => random.pick(HARNESS_IDS),
  ide: (random) => random.pick(HARNESS_IDS),
  session_id: (random, { ids }) => random.pick(ids),
  team_id: (random, { teams }) => random.pick(teams),
  component_id: (random, { items }) => items.anyId(random),
  identifier: (random, { items }) => items.nameOf(random.pick(ITEM_TYPES), random),
  git_url: () => "https://example.com/tool.git",
  source_url: () => "https://example.com/tool.git",
  url: () => "https://example.com/",
};

function named(name: string, schema: Schema, random: Random, known: Known): unknown {
  const text = TEXTS_OF[name];
  if (text && schema.type === "string") return text(random, known);
  if (/password/.test(name) && schema.type === "string") return "Some-Horse-7";
  if (name === "lines") return [spokenRubbish(random), rubbishText(random)];
  return sample(schema, random, known);
}

/** A line of a transcript, in which everything that a harness makes up is rubbish. */
function spokenRubbish(random: Random): string {
  const said = { type: "text", text: rubbishText(random) };
  const message = { id: rubbishText(random), model: rubbishText(random), content: [said], usage: { input_tokens: 1 } };
  return JSON.stringify({ type: "assistant", timestamp: rubbishText(random), message });
}

const VERSIONS = ["1.0.0", "1.1.0", "2.0.0-rc.1", "0.0.1", "999999999.0.0", "1.0.0-0.a.-"];

/** What stands in a path, where it is right. */
export function pathValue(name: string, { type }: Operation, random: Random, known: Known): string {
  switch (name) {
    case "key":
      return random.pick(known.settings);
    case "kind":
      return random.pick(ITEM_KINDS);
    case "uuid":
      return known.items.anyId(random);
    case "v":
    case "a":
    case "b":
    case "version":
      return random.pick(["1.0.0", "1.0.0", ...VERSIONS]);
    case "id":
      if (type) return known.items.nameOf(type, random);
      return random.chance(0.5) ? random.pick(known.ids) : known.items.anyId(random);
    default:
      return random.pick(known.ids);
  }
}

/** A good body with one thing wrong in it. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.1)) return rubbish(random);
  if (Array.isArray(value)) return value.map((each) => spoil(each, random));
  const members = { ...value } as Record<string, unknown>;
  const names = Object.keys(members);
  const name = names.length > 0 ? random.pick(names) : "extra";
  switch (random.below(5)) {
    case 0:
      delete members[name];
      break;
    case 1:
      members[rubbishText(random).slice(0, 100)] = rubbish(random);
      break;
    case 2:
      members[name] = rubbishText(random);
      break;
    case 3:
      members[name] = spoil(members[name], random);
      break;
    default:
      members[name] = [members[name]];
  }
  return members;
}
