import { ITEM_KINDS, type ItemKind } from "@tackroom/contract";
import { isUuid } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import {
  findAnyItem,
  findItem,
  findItemsByIdRange,
  idRange,
  noteItemRead,
  qualifiedName,
  type Item,
  type Viewer,
} from "../registry/index.js";

/** A submission by the id of its item, the beginning of one, or a name in any kind. What one may not see is not found. */
export async function findSubmission(db: Db, viewer: Viewer, id: string): Promise<Item> {
  const found = await candidates(db, viewer, id);
  const [only, another] = found;
  if (!only) throw new ServiceError("not_found", `There is no submission ${id} that you may review. See GET /review.`);
  if (!another) return only;
  throw new ServiceError("ambiguous_name", `${id} means several. Use the id of one of the candidates.`, {
    extra: { candidates: found.map((item) => ({ id: item.id, type: item.kind, qualified_name: qualifiedName(item) })) },
  });
}

async function candidates(db: Db, viewer: Viewer, id: string): Promise<Item[]> {
  const isId: boolean = isUuid(id);
  if (isId) {
    const item = await findAnyItem(db, viewer, id);
    if (item) noteItemRead(viewer, item);
    return item ? [item] : [];
  }
  const named: Item[] = [];
  for (const kind of ITEM_KINDS) named.push(...(await ofKind(db, viewer, kind, id)));
  const range = named.length === 0 ? idRange(id) : undefined;
  return range ? findItemsByIdRange(db, viewer, range) : named;
}

async function ofKind(db: Db, viewer: Viewer, kind: ItemKind, name: string): Promise<Item[]> {
  try {
    return [await findItem(db, viewer, kind, name)];
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return [];
    throw error;
  }
}
