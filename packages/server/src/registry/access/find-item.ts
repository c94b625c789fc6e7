import { KINDS, typeOfKind, type ItemKind } from "@tackroom/contract";
import { isUuid } from "../../platform/ids.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { idRange } from "../core/id-range.js";
import {
  findItemById,
  findItemByQualifiedName,
  findItemsByFormerSlug,
  findItemsByIdRange,
  findItemsByName,
  type Item,
} from "../stores/item-store.js";
import { noteItemRead } from "./privileged-reads.js";
import type { Viewer } from "../stores/viewer-store.js";

/** Whatever stands for `{id}` (contract §4.1), among what the viewer sees. What they do not see is not found. */
export async function findItem(db: Db, viewer: Viewer, kind: ItemKind, id: string): Promise<Item> {
  const found = await candidates(db, viewer, kind, id);
  const [only, another] = found;
  for (const item of found) noteItemRead(viewer, item);
  if (!only) throw notFound(kind, id);
  if (!another) return only;
  throw new ServiceError("ambiguous_name", `${id} is ambiguous. Use one of: ${found.map(qualifiedName).join(", ")}.`, {
    extra: { candidates: found.map((item) => ({ id: item.id, qualified_name: qualifiedName(item) })) },
  });
}

async function candidates(db: Db, viewer: Viewer, kind: ItemKind, id: string): Promise<Item[]> {
  const isId: boolean = isUuid(id);
  if (isId) return list(await findItemById(db, viewer, kind, id));
  const [namespace = "", slug, ...rest] = id.split("/");
  if (slug !== undefined && rest.length === 0) {
    return list(await findItemByQualifiedName(db, viewer, { kind, namespace, slug }));
  }
  const named = await findItemsByName(db, viewer, kind, id);
  if (named.length > 0) return named;
  const former = await findItemsByFormerSlug(db, viewer, kind, id);
  if (former.length > 0 || kind !== "agent") return former;
  const range = idRange(id);
  return range ? findItemsByIdRange(db, viewer, { ...range, kind }) : [];
}

const list = (item: Item | undefined): Item[] => (item ? [item] : []);

export const qualifiedName = ({ namespace, slug }: Pick<Item, "namespace" | "slug">): string => `${namespace}/${slug}`;

/** The same for what is absent and what is hidden: the answer must not tell them apart. */
export function notFound(kind: ItemKind, id: string): ServiceError {
  return new ServiceError(
    "not_found",
    `The ${KINDS[typeOfKind(kind)].title} ${id} was not found, or you do not have permission to see it.`,
  );
}

/** Owner as a permission. */
export function requireOwner(item: Item): void {
  if (item.is_owned) return;
  throw new ServiceError(
    "forbidden",
    `Permission denied: only the owner and co-authors of ${qualifiedName(item)} and admins can do this.`,
  );
}
