import { typeOfKind, type AvailableUpdates } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { qualifiedName } from "../access/find-item.js";
import { listOutdated } from "../stores/installed-store.js";
import { asMember, loadViewer } from "../stores/viewer-store.js";

const MAX_UPDATES = 100;

/** `GET /me/updates` */
export async function listMyUpdates({ db }: { readonly db: Db }, { caller }: CallContext): Promise<AvailableUpdates> {
  const outdated = await listOutdated(db, asMember(await loadViewer(db, caller)), MAX_UPDATES);
  const items = outdated.map(({ kind, namespace, slug, installed_at, released_at, ...install }) => ({
    ...install,
    type: typeOfKind(kind),
    qualified_name: qualifiedName({ namespace, slug }),
    installed_at: installed_at.toISOString(),
    released_at: released_at?.toISOString() ?? null,
  }));
  return { items };
}
