import { REGISTRY, type ItemType } from "@tackroom/contract";
import type { ErrorObject, ValidateFunction } from "ajv";
import { createAjv } from "../../platform/schema.js";
import type { Fields } from "../core/fields.js";

const ajv = createAjv({ useDefaults: true });
const checks = new Map<ItemType, ValidateFunction>();

/** Entries of a scan reach the service unchecked, one by one: here each meets the schema of a submission, defaults and all. */
export function completedPayload(
  type: ItemType,
  payload: Fields,
): { readonly payload: Fields } | { readonly skip: string } {
  const check = checks.get(type) ?? ajv.compile(REGISTRY[type].submitItem.body);
  checks.set(type, check);
  const completed = structuredClone(payload) as Record<string, unknown>;
  if (check(completed)) return { payload: completed };
  return { skip: (check.errors ?? []).map(problemOf).join("; ") };
}

function problemOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll("/", ".");
  const { allowedValues, missingProperty } = params as { allowedValues?: unknown[]; missingProperty?: string };
  if (keyword === "enum") return `${path} must be one of ${(allowedValues ?? []).join(", ")}`;
  if (keyword === "required") return `${path === "" ? "" : `${path}.`}${missingProperty} is required`;
  return `${path} ${message ?? "is not valid"}`;
}
