import type { ReplyOf } from "@tackroom/contract/calls";
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

/** As the server ranks them. */
export const rowsOf = (items: ReplyOf<"listAllItems">["items"]): RegistryRow[] =>
  items.map(({ type, ...item }) => ({ type, item }));

/** Merges and filters lists that the server does not search: the latest change comes first. */
export function mergeRows(lists: readonly KindList[], { q, harness, tag, status }: RowFilter): RegistryRow[] {
  return lists
    .flatMap(({ type, items }) => items.map((item) => ({ type, item })))
    .filter(({ item }) => worksIn(item, harness) && isTagged(item, tag) && (status === "" || item.status === status))
    .filter(({ item }) => hasWord(item, q))
    .toSorted((a, b) => b.item.updated_at.localeCompare(a.item.updated_at));
}

function hasWord({ qualified_name, name, description }: ItemSummary, q: string): boolean {
  const text = `${name}\n${qualified_name}\n${description}`.toLowerCase();
  const words = q.trim().toLowerCase().split(/\s+/);
  return words.some((word) => text.includes(word));
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
