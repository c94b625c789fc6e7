import { REGISTRY } from "@tackroom/contract/registry";
import type { JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemType } from "../../../api/kinds.js";
import type { FieldView, Values } from "./field-view.js";
import { initialItem, readValues } from "./form-values.js";

/** The bodies that a form may send. */
export type FormBody = "submitItem" | "createDraft" | "updateDraft" | "releaseVersion";

export const schemaOf = (type: ItemType, body: FormBody): JsonSchema => REGISTRY[type][body].body as JsonSchema;

/** The schema of one field, with its limits and its choices. */
export function fieldSchema(schema: JsonSchema | undefined, { name, inside }: FieldView): JsonSchema {
  const from = inside === undefined ? schema : schema?.properties?.[inside];
  return from?.properties?.[name] ?? {};
}

/** Whether something must be typed there: what has a default need not be. */
export function isRequired(schema: JsonSchema | undefined, field: FieldView, values: Values): boolean {
  const from = field.inside === undefined ? schema : schema?.properties?.[field.inside];
  const needed = from?.required?.includes(field.name) ?? false;
  return needed && fieldSchema(schema, field).default === undefined && !(field.sentEmptyIf?.(values) ?? false);
}

/** What a new form begins with: the defaults of the contract, and ours where a person is better served by another. */
export function initialValues(type: ItemType, fields: readonly FieldView[]): Values {
  const { properties = {} } = schemaOf(type, "submitItem");
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default]));
  return readValues(fields, { ...defaults, ...initialItem(fields) });
}
