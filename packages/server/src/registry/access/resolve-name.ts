import type { ItemKind } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Deps } from "./change-item.js";
import { findItem, qualifiedName } from "./find-item.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `GET /registry/resolve` */
export async function resolveName(
  { db }: Deps,
  { type, identifier }: { readonly type: ItemKind; readonly identifier: string },
  { caller }: CallContext,
) {
  const item = await findItem(db, await loadViewer(db, caller), type, identifier);
  return { id: item.id, type, namespace: item.namespace, slug: item.slug, qualified_name: qualifiedName(item) };
}
