import { KINDS } from "@tackroom/contract";
import type { Fields } from "../core/fields.js";
import type { Kind } from "../kinds/index.js";

/** A former content, and what is new of it. */
export function overlay(kind: Kind, before: Fields, change: Fields): Fields {
  return { ...(kind.kept?.(before, change) ?? before), ...change };
}

/** The kind's own members of a payload. */
export function fieldsOf(kind: Kind, body: Fields): { readonly fields: Fields; readonly itemFields: Fields } {
  const shape = KINDS[kind.type];
  return { fields: kind.complete(pick(body, shape.fields)), itemFields: pick(body, shape.itemFields) };
}

function pick(body: Fields, names: object): Fields {
  return Object.fromEntries(
    Object.keys(names).flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
}
