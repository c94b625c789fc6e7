import type { RegistryItem } from "@tackroom/contract";
import type { ItemSummary, ItemType } from "../../api/kinds.js";

export type RegistryFigures = Pick<
  RegistryItem,
  | "deprecated"
  | "download_count"
  | "installs_14d"
  | "average_rating"
  | "total_reviews"
  | "risk_level"
  | "signed"
  | "installed"
>;

export interface RegistryRow {
  readonly type: ItemType;
  readonly item: ItemSummary;
  /** Undefined in lists of one's own items. */
  readonly figures?: RegistryFigures;
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
export const rowsOf = (items: readonly RegistryItem[]): RegistryRow[] =>
  items.map((item) => ({ type: item.type, item, figures: item }));

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
