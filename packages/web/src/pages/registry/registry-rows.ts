import type { ItemSummary, ItemType } from "../../api/kinds.js";

export interface RegistryRow {
  readonly type: ItemType;
  readonly item: ItemSummary;
}

export interface KindList {
  readonly type: ItemType;
  readonly items: readonly ItemSummary[];
}

export interface RowFilter {
  readonly q: string;
  readonly harness: string;
  /** Empty: any. */
  readonly status: string;
}

/** One list of several: what is searched for by how well its name fits, otherwise what changed last comes first. */
export function mergeRows(lists: readonly KindList[], { q, harness, status }: RowFilter): RegistryRow[] {
  const rows = lists
    .flatMap(({ type, items }) => items.map((item) => ({ type, item })))
    .filter(({ item }) => worksIn(item, harness) && (status === "" || item.status === status));
  if (q.trim() === "") return rows.toSorted((a, b) => b.item.updated_at.localeCompare(a.item.updated_at));
  const words = q.trim().toLowerCase();
  // Sorting is stable: within a rank the server's own order of each kind stays.
  return rows.toSorted((a, b) => rankOf(b.item, words) - rankOf(a.item, words));
}

/** An item that names no harness works in all. */
const worksIn = ({ supported_harnesses: harnesses }: ItemSummary, harness: string): boolean =>
  harness === "" || harnesses.length === 0 || harnesses.includes(harness);

function rankOf({ name, qualified_name, description }: ItemSummary, words: string): number {
  const lower = name.toLowerCase();
  if (lower === words || qualified_name === words) return 4;
  if (lower.startsWith(words)) return 3;
  if (lower.includes(words) || qualified_name.includes(words)) return 2;
  return description.toLowerCase().includes(words) ? 1 : 0;
}
