import type { ItemKind, ItemStatus } from "@tackroom/contract";
import type { Searchable } from "./search-index.js";

/** What is kept in memory of an entry: enough to find it, to filter by it and to put it in order. */
export interface KnownEntry extends Searchable {
  /** Null for an entry of another publisher. */
  readonly kind: ItemKind | null;
  /** Null for our own, which have the domain that holds now. */
  readonly publisher: string | null;
  readonly type: string;
  readonly harnesses: readonly string[];
  readonly capabilities: readonly string[];
  readonly version: string;
  /** Sorts as versions do. */
  readonly versionKey: string;
  readonly lifecycle: ItemStatus;
  readonly isActivatable: boolean;
  readonly isRecommended: boolean;
  /** Lowercase, and short enough for a page token. */
  readonly sortName: string;
  readonly createdAt: number;
  readonly updatedAt: number;

  /** By which lists filter. */
  readonly namespace: string;
  readonly teamId: string | null;
  readonly facets: readonly string[];
  readonly isListed: boolean;

  /** By which the registry decides who may see it. */
  readonly audience: string;
  readonly visibility: string;
  readonly ownerId: string | null;
  readonly status: string;
  readonly isReleased: boolean;
}

const MAX_SORT_NAME_BYTES = 240;

/** Cut between characters, not inside of one. */
export function sortNameOf(name: string): string {
  const bytes = Buffer.from(name.toLowerCase());
  if (bytes.length <= MAX_SORT_NAME_BYTES) return bytes.toString();
  let end = MAX_SORT_NAME_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
