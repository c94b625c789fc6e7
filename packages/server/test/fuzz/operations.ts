import type { Random } from "./random.js";
import { rubbish, rubbishText } from "./rubbish.js";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
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
}

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === "query"),
      body: requestBody?.content["application/json"]?.schema,
      takesUpload: requestBody?.content["multipart/form-data"] !== undefined,
    })),
  );
}

/** Things of this server that a request may name, so that some of them reach what is behind "not found". */
export interface Known {
  readonly ids: readonly string[];
  readonly settings: readonly string[];
  readonly emails: readonly string[];
}

/** Something that the schema allows, or nearly. */
export function sample(schema: Schema, random: Random, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return sample(random.pick(schema.anyOf), random, known);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, member]) => [name, named(name, member, random, known)]),
    );
  }
  if (schema.type === "array") return [sample(schema.items ?? {}, random, known)];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return random.chance(0.5);
  if (schema.type === "null") return null;
  return schema.format === "uuid" ? random.pick(known.ids) : "text";
}

function named(name: string, schema: Schema, random: Random, known: Known): unknown {
  if (name === "email") return random.pick(known.emails);
  if (/password/.test(name) && schema.type === "string") return "Some-Horse-7";
  return sample(schema, random, known);
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
