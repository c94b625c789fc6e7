import type { ItemKind } from "@tackroom/contract";
import type { Guarded } from "../stores/viewer-store.js";

/** What is known of an item that a search found, to filter it. */
export interface SearchedItem extends Pick<Guarded, "id" | "audience" | "visibility"> {
  /** Null for an entry of another registry, which no list shows. */
  readonly kind: ItemKind | null;
  readonly namespace: string;
  readonly teamId: string | null;
  readonly facets: readonly string[];
  readonly harnesses: readonly string[];
  readonly isListed: boolean;
}

/** Ranks items by words and by meaning. Discovery provides it, so that lists and ARD search agree: lists only filter. */
export interface ItemSearch {
  /** The thousands that fit best, of those that pass, best first. */
  rank(text: string, passes: (item: SearchedItem) => boolean): Promise<readonly SearchedItem[]>;
}
