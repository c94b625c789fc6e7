import type { KnownEntry } from "./known-entry.js";

export const ORDER_FIELDS = ["displayName", "createdAt", "updatedAt", "version"] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export interface ListOrder {
  readonly field: OrderField;
  readonly isDescending: boolean;
}

const ALIASES = new Map<string, OrderField>([
  ["name", "displayName"],
  ["created_at", "createdAt"],
  ["updated_at", "updatedAt"],
]);

/** Undefined if it is not a valid sort order. */
export function readListOrder(text: string): ListOrder | undefined {
  const [name = "", direction = "ASC", ...more] = text.trim().split(/\s+/);
  const field =
    ALIASES.get(name.toLowerCase()) ?? ORDER_FIELDS.find((each) => each.toLowerCase() === name.toLowerCase());
  const isDescending = direction.toUpperCase() === "DESC";
  if (more.length > 0 || !field || (!isDescending && direction.toUpperCase() !== "ASC")) return undefined;
  return { field, isDescending };
}

/** Where an entry stands in a list, and what a page token carries of the last one of its page. */
export type ListPlace = readonly [key: string | number, tie: string];

export function listPlace(entry: KnownEntry, { field }: ListOrder): ListPlace {
  const keys = {
    displayName: entry.sortName,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    version: entry.versionKey,
  };
  return [keys[field], tieOf(entry)];
}

export function byListPlace({ isDescending }: ListOrder): (a: ListPlace, b: ListPlace) => number {
  return ([a, tieA], [b, tieB]) => {
    const order = compare(a, b);
    return (isDescending ? -order : order) || compare(tieA, tieB);
  };
}

/** Where a result stands in a search: score, approved, recommended, name, identifier. */
export type SearchPlace = readonly [score: number, rank: number, name: string, tie: string];

export function searchPlace(entry: KnownEntry, score: number): SearchPlace {
  const rank = (entry.lifecycle === "approved" ? 2 : 0) + (entry.isRecommended ? 1 : 0);
  return [score, rank, entry.sortName, tieOf(entry)];
}

export function bySearchPlace(a: SearchPlace, b: SearchPlace): number {
  return b[0] - a[0] || b[1] - a[1] || compare(a[2], b[2]) || compare(a[3], b[3]);
}

/** With the longest name, as much of an identifier as a page token has room for. */
const MAX_TIE_LENGTH = 64;

/** As identifiers compare; ours begin with the same domain. What tells others apart is at the end. */
const tieOf = ({ kind, id }: KnownEntry): string => (kind ? `${kind}:${id}` : id.slice(-MAX_TIE_LENGTH));

function compare<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
