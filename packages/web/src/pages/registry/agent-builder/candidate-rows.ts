import type { ItemSummary, ItemType } from "../../../api/kinds.js";
import { mergeRows, type KindList, type RegistryRow } from "../registry-rows.js";
import type { Components } from "./component-choice.js";

interface Found {
  readonly q: string;
  readonly chosen: Components;
  /** The author's own items, in every state. */
  readonly own: readonly KindList[];
  /** Visible items, as the server ranks them. */
  readonly found: readonly (ItemSummary & { readonly type: ItemType })[];
}

/** What can still be added to an agent: the author's unapproved items first, then what the search found. */
export function candidateRows({ q, chosen, own, found }: Found): RegistryRow[] {
  const taken = new Set(chosen.map(({ component_id: id }) => id));
  const unapproved = own.map(({ type, items }) => ({ type, items: items.filter(isUnapproved) }));
  const visible = found.map(({ type, ...item }) => ({ type, item }));
  const all = [...mergeRows(unapproved, { q, harness: "", tag: "", status: "" }), ...visible];
  const free = all.filter(({ item }) => !taken.has(item.id));
  // Enter adds the first row: a fully typed name comes before a draft that only mentions it.
  const isNamed = ({ item }: RegistryRow): boolean => item.name.toLowerCase() === q.trim().toLowerCase();
  return [...free.filter(isNamed), ...free.filter((row) => !isNamed(row))];
}

const isUnapproved = ({ status }: RegistryRow["item"]): boolean => status === "draft" || status === "pending";
