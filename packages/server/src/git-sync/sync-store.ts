import type { GitHost } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable, type Updateable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface SyncTable {
  id: string;
  item_id: string;
  provider: GitHost;
  repository_host: GitHost | null;
  secret: Buffer;
  sync_on_push: boolean;
  sync_on_release: boolean;
  branch: string | null;
  publisher_id: string | null;
  last_delivery_at: Generated<Date | null>;
  last_event: Generated<string | null>;
  created_at: Generated<Date>;
}

interface Tables {
  mcp_sync: SyncTable;
}

/** The git sync of one listing. */
export type ListingSync = Selectable<SyncTable>;

const syncs = (db: Db) => queries<Tables>(db).selectFrom("mcp_sync").selectAll();

export function findSyncOf(db: Db, itemId: string): Promise<ListingSync | undefined> {
  return syncs(db).where("item_id", "=", itemId).executeTakeFirst();
}

export function findSync(db: Db, id: string): Promise<ListingSync | undefined> {
  return syncs(db).where("id", "=", id).executeTakeFirst();
}

/** Until the transaction ends nobody changes it or turns it off. */
export function lockSync(tx: Tx, id: string): Promise<ListingSync | undefined> {
  return syncs(tx).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** False when the listing has one already. */
export async function insertSync(tx: Tx, sync: Insertable<SyncTable>): Promise<boolean> {
  const inserted = await queries<Tables>(tx)
    .insertInto("mcp_sync")
    .values(sync)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function updateSync(
  tx: Tx,
  id: string,
  change: Omit<Updateable<SyncTable>, "id" | "item_id">,
): Promise<void> {
  await queries<Tables>(tx).updateTable("mcp_sync").set(change).where("id", "=", id).execute();
}

export async function noteDelivery(db: Db, id: string, event: string): Promise<void> {
  await queries<Tables>(db)
    .updateTable("mcp_sync")
    .set({ last_delivery_at: sql<Date>`clock_timestamp()`, last_event: event })
    .where("id", "=", id)
    .execute();
}

export async function deleteSync(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("mcp_sync").where("id", "=", id).execute();
}

/** All of them, to seal their secrets anew. */
export function listSyncSecrets(tx: Tx): Promise<Pick<ListingSync, "id" | "secret">[]> {
  return queries<Tables>(tx).selectFrom("mcp_sync").select(["id", "secret"]).orderBy("id").forUpdate().execute();
}
