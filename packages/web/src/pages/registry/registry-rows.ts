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
  readonly tag: string;
  /** Empty: any. */
  readonly status: string;
}

/** Merges several lists: sorted by how well the name matches the search, otherwise by the last change. */
export function mergeRows(lists: readonly KindList[], { q, harness, tag, status }: RowFilter): RegistryRow[] {
  const rows = lists
    .flatMap(({ type, items }) => items.map((item) => ({ type, item })))
    .filter(({ item }) => worksIn(item, harness) && isTagged(item, tag) && (status === "" || item.status === status));
  if (q.trim() === "") return rows.toSorted((a, b) => b.item.updated_at.localeCompare(a.item.updated_at));
  const words = q.trim().toLowerCase();
  // Sorting is stable: within a rank, the server's order is kept.
  return rows.toSorted((a, b) => rankOf(b.item, words) - rankOf(a.item, words));
}

/** An item without harnesses works in all of them. */
const worksIn = ({ supported_harnesses: harnesses }: ItemSummary, harness: string): boolean =>
  harness === "" || harnesses.length === 0 || harnesses.includes(harness);

const isTagged = ({ tags }: ItemSummary, tag: string): boolean =>
  tag === "" || tags.some((each) => each.toLowerCase() === tag.toLowerCase());

/** The tags of the shown items in lowercase, most frequent first. */
export function tagsIn(rows: readonly RegistryRow[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of rows.flatMap(({ item }) => item.tags.map((each) => each.toLowerCase()))) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return Array.from(counts)
    .toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .map(([tag]) => tag);
}

function rankOf({ name, qualified_name, description }: ItemSummary, words: string): number {
  const lower = name.toLowerCase();
  if (lower === words || qualified_name === words) return 4;
  if (lower.startsWith(words)) return 3;
  if (lower.includes(words) || qualified_name.includes(words)) return 2;
  return description.toLowerCase().includes(words) ? 1 : 0;
}
