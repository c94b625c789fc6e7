import { isDeepStrictEqual } from "node:util";
import type { Path } from "./text-format.js";

export type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The parts of a JSON pointer (RFC 6901). */
export const partsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

export function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    if (!isObject(found) || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return found;
}

/** The same document with one value set or, if undefined, removed. */
export function withValueAt(value: unknown, path: Path, put: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return put;
  const members: Members = { ...(isObject(value) ? value : {}) };
  const inner = withValueAt(members[part], rest, put);
  if (inner === undefined) delete members[part];
  else members[part] = inner;
  return members;
}

/** Equal as data, ignoring member order, prototypes and undefined members. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  // No format distinguishes negative zero from zero.
  if (Object.is(value, -0)) return 0;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .flatMap((key) => (value[key] === undefined ? [] : [[key, plain(value[key])]])),
  );
}

/** The same text for equal values, for hashing. */
export const canonicalText = (value: unknown): string => JSON.stringify(plain(value)) ?? "null";

/** Whether two documents are equal except for empty objects on the path, which formats treat differently. */
export const isSameBut = (path: Path, one: unknown, other: unknown): boolean =>
  isSame(pruned(one, path), pruned(other, path));

function pruned(value: unknown, path: Path): unknown {
  const [part, ...rest] = path;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (!isObject(value)) return value;
  if (part === undefined) return Object.keys(value).length === 0 ? undefined : value;
  const members = { ...value };
  const inner = Object.hasOwn(members, part) ? pruned(members[part], rest) : undefined;
  if (inner === undefined) delete members[part];
  else members[part] = inner;
  return Object.keys(members).length === 0 ? undefined : members;
}
