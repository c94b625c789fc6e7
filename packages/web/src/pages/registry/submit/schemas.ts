import { REGISTRY } from "@tackroom/contract/registry";
import type { JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemType } from "../../../api/kinds.js";
import type { FieldView, Values } from "./field-view.js";
import { initialItem, readValues } from "./form-values.js";

/** The bodies that a form can send. */
export type FormBody = "submitItem" | "createDraft" | "updateDraft" | "releaseVersion";

export const schemaOf = (type: ItemType, body: FormBody): JsonSchema => REGISTRY[type][body].body;

/** A new version uses different names for these fields of an MCP server. */
const RELEASED_AS: Readonly<Partial<Record<ItemType, Readonly<Record<string, string>>>>> = {
  mcps: { git_url: "source_url", git_ref: "source_ref" },
};

export const releasedAs = (type: ItemType, name: string): string => RELEASED_AS[type]?.[name] ?? name;

/** The field for the path of an error: `body.extra.source_url` is the repository. */
export function fieldPath(type: ItemType, path: string): string {
  const [, extra, rest = ""] = /^(?:body\.)?(extra\.)?(.*)$/s.exec(path) ?? [];
  if (extra === undefined) return rest;
  const names = Object.entries(RELEASED_AS[type] ?? {});
  return names.find(([, alias]) => alias === rest)?.[0] ?? rest;
}

/** The schema of one field, with its limits and its choices. */
export function fieldSchema(schema: JsonSchema | undefined, { name, inside }: FieldView): JsonSchema {
  const from = inside === undefined ? schema : schema?.properties?.[inside];
  return from?.properties?.[name] ?? {};
}

/** Whether a value is required: fields with a default are not. */
export function isRequired(schema: JsonSchema | undefined, field: FieldView, values: Values): boolean {
  const from = field.inside === undefined ? schema : schema?.properties?.[field.inside];
  if (field.neededIf?.(values)) return true;
  const needed = from?.required?.includes(field.name) ?? false;
  return needed && fieldSchema(schema, field).default === undefined && !(field.sentEmptyIf?.(values) ?? false);
}

/** The initial values: the contract's defaults, except where another value is more helpful. */
export function initialValues(type: ItemType, fields: readonly FieldView[]): Values {
  const { properties = {} } = schemaOf(type, "submitItem");
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default]));
  return readValues(fields, { ...defaults, ...initialItem(fields) });
}
