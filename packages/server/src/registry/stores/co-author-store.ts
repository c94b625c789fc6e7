import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

export async function coAuthorsOf(db: Db, itemId: string): Promise<string[]> {
  const rows = await queries<RegistryTables>(db)
    .selectFrom("co_author")
    .select("user_id")
    .where("item_id", "=", itemId)
    .orderBy("created_at", "desc")
    .orderBy("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** False when they are one already. */
export async function insertCoAuthor(tx: Tx, itemId: string, userId: string): Promise<boolean> {
  const inserted = await queries<RegistryTables>(tx)
    .insertInto("co_author")
    .values({ item_id: itemId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteCoAuthor(tx: Tx, itemId: string, userId: string): Promise<boolean> {
  const deleted = await queries<RegistryTables>(tx)
    .deleteFrom("co_author")
    .where("item_id", "=", itemId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export async function dropCoAuthors(tx: Tx, itemId: string): Promise<void> {
  await queries<RegistryTables>(tx).deleteFrom("co_author").where("item_id", "=", itemId).execute();
}
