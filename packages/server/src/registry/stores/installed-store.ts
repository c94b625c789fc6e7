import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { InstallEvent } from "./download-store.js";
import type { RegistryTables } from "./tables-store.js";
import { uuids, visibleTo, type Viewer } from "./viewer-store.js";

/** The last install of an item counts, whichever version it was of. */
export async function keepInstalled(
  tx: Tx,
  { user_id, item_id, version_id, harness, installed_at }: InstallEvent,
): Promise<void> {
  await queries<RegistryTables>(tx)
    .insertInto("installed_item")
    .values({ user_id, item_id, version_id, harness, installed_at: new Date(installed_at) })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "item_id"]).doUpdateSet(({ ref }) => ({
        version_id: ref("excluded.version_id"),
        harness: ref("excluded.harness"),
        installed_at: ref("excluded.installed_at"),
      })),
    )
    .execute();
}

/** Those of the items that someone has installed. */
export async function installedBy(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries<RegistryTables>(db)
    .selectFrom("installed_item")
    .select("item_id")
    .where("user_id", "=", userId)
    .where("item_id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ item_id }) => item_id));
}

/** False when there is no such install. */
export async function forgetInstalled(tx: Tx, userId: string, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await queries<RegistryTables>(tx)
    .deleteFrom("installed_item")
    .where("user_id", "=", userId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export interface OutdatedInstall {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly slug: string;
  readonly installed_version: string;
  readonly installed_at: Date;
  readonly harness: string;
  readonly version: string;
  readonly released_at: Date | null;
  readonly changelog: string | null;
  readonly is_yanked: boolean;
}

/** What the viewer installed and an install would replace now: by a higher version, or because theirs was yanked. */
export async function listOutdated(db: Db, viewer: Viewer, limit: number): Promise<OutdatedInstall[]> {
  const { rows } = await sql<OutdatedInstall>`
    select item.kind, item.id, item.name, item.namespace, item.slug, installed.version as installed_version,
      installed_item.installed_at, installed_item.harness, shown.version, shown.released_at, shown.changelog,
      installed.yanked as is_yanked
    from installed_item
      join item on item.id = installed_item.item_id
      join item_version as installed on installed.id = installed_item.version_id
      join item_version as shown on shown.id = item.shown_version_id
    where installed_item.user_id = ${viewer.userId}::uuid and shown.id <> installed.id
      and (installed.yanked or shown.precedence > installed.precedence) and item.is_listed and ${visibleTo(viewer)}
    order by installed.yanked desc, shown.released_at desc, item.id limit ${limit}`.execute(queries(db));
  return rows;
}

export interface UpdatedItem {
  readonly itemId: string;
  readonly precedence: string;
  /** Those who may see the item; undefined is everybody. */
  readonly among?: readonly string[] | undefined;
}

/** Who has a lower version of an item. */
export async function installersBelow(db: Db, { itemId, precedence, among }: UpdatedItem): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select installed_item.user_id from installed_item join item_version as installed on installed.id = installed_item.version_id
    where installed_item.item_id = ${itemId}::uuid and installed.precedence < ${precedence}
      ${among === undefined ? sql`` : sql`and installed_item.user_id = any(${uuids(among)})`}
    order by installed_item.user_id`.execute(queries(db));
  return rows.map(({ user_id }) => user_id);
}
