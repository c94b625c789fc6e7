import { KINDS, type ItemKind, type ItemType } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { findItem, loadViewer, type Item } from "../registry/index.js";

/** A kind or its plural, and whatever stands for an item of that kind. */
export interface Listing {
  readonly type: ItemKind | ItemType;
  readonly id: string;
}

/** What the caller does not see is not found. */
export async function findListing(db: Db, { type, id }: Listing, caller: Caller): Promise<Item> {
  return findItem(db, await loadViewer(db, caller), kindNamed(type), id);
}

export const kindNamed = (type: Listing["type"]): ItemKind =>
  type in KINDS ? KINDS[type as ItemType].kind : (type as ItemKind);
