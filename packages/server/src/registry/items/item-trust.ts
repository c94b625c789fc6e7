import { roleSuffices, type ItemDetail } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { qualifiedName } from "../access/find-item.js";
import { agentsThatUse } from "../stores/component-store.js";
import { findSourceOfVersion } from "../stores/import-store.js";
import type { Item } from "../stores/item-store.js";
import { trustOfVersions } from "../stores/registry-list-store.js";
import type { Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** What helps someone decide whether to rely on an item. */
export type ItemTrust = Pick<
  ItemDetail,
  "signed" | "reviewed_by" | "reviewed_at" | "source" | "used_by" | "used_by_total"
>;

const MAX_SHOWN_AGENTS = 10;

export async function itemTrust(db: Db, viewer: Viewer, item: Item, version: Version): Promise<ItemTrust> {
  const { agents, total } = await agentsThatUse(db, viewer, item.id, MAX_SHOWN_AGENTS);
  const signed = (await trustOfVersions(db, [version.id])).get(version.id)?.is_signed ?? false;
  return {
    signed,
    reviewed_by: await reviewerOf(db, viewer, item, version),
    reviewed_at: version.reviewed_at?.toISOString() ?? null,
    source: await sourceOf(db, version),
    used_by: agents.map(({ id, name, version: shown, pinned_version, ...named }) => ({
      id,
      name,
      qualified_name: qualifiedName(named),
      version: shown,
      pinned_version,
    })),
    used_by_total: total,
  };
}

async function sourceOf(db: Db, { id }: Version): Promise<ItemDetail["source"]> {
  const source = await findSourceOfVersion(db, id);
  if (!source) return null;
  const { repository, commit, path, batch_id } = source;
  return { repository, commit, path, batch_id };
}

/** Who decides is known to those who submit and to those who decide. To others it only matters that somebody did. */
async function reviewerOf(db: Db, viewer: Viewer, item: Item, { reviewed_by: id }: Version): Promise<string | null> {
  const maySee = item.is_owned || (viewer.role !== null && roleSuffices(viewer.role, "reviewer"));
  if (id === null || !maySee) return null;
  return (await findUsers(db, [id])).get(id)?.username ?? null;
}
