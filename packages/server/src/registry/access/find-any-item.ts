import { ITEM_KINDS, type ItemKind } from "@tackroom/contract";
import { isUuid } from "../../platform/ids.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findItem, qualifiedName } from "./find-item.js";
import { findAnyItem, type Item } from "../stores/item-store.js";
import { noteItemRead } from "./privileged-reads.js";
import type { Viewer } from "../stores/viewer-store.js";

/** What an id or a name stands for where the kind is not said: several when kinds share the name. */
export async function findItemsOfAnyKind(db: Db, viewer: Viewer, id: string): Promise<Item[]> {
  const isId: boolean = isUuid(id);
  if (isId) {
    const item = await findAnyItem(db, viewer, id);
    if (item) noteItemRead(viewer, item);
    return item ? [item] : [];
  }
  const named: Item[] = [];
  for (const kind of ITEM_KINDS) named.push(...(await ofKind(db, viewer, kind, id)));
  return named;
}

async function ofKind(db: Db, viewer: Viewer, kind: ItemKind, name: string): Promise<Item[]> {
  try {
    return [await findItem(db, viewer, kind, name)];
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return [];
    throw error;
  }
}

/** The one that is meant; undefined when there is none. */
export function onlyItemOf(found: readonly Item[], id: string): Item | undefined {
  if (found.length < 2) return found[0];
  throw new ServiceError("ambiguous_name", `${id} is ambiguous. Use the ID of one of the candidates.`, {
    extra: { candidates: found.map((item) => ({ id: item.id, type: item.kind, qualified_name: qualifiedName(item) })) },
  });
}
