import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

/** What a reviewer was shown of a version that waits for a review. */
export interface Reading {
  readonly reviewer_id: string;
  readonly version_id: string;
  readonly item_id: string;
  readonly fingerprint: string;
  readonly read_at: Date;
}

/** The newest counts. */
export async function keepReading(db: Db, reading: Reading): Promise<void> {
  const { fingerprint, read_at } = reading;
  await queries<RegistryTables>(db)
    .insertInto("version_reading")
    .values(reading)
    .onConflict((conflict) => conflict.columns(["reviewer_id", "version_id"]).doUpdateSet({ fingerprint, read_at }))
    .execute();
}

export function findReadingOfVersion(db: Db, reviewerId: string, versionId: string): Promise<Reading | undefined> {
  return queries<RegistryTables>(db)
    .selectFrom("version_reading")
    .selectAll()
    .where("reviewer_id", "=", reviewerId)
    .where("version_id", "=", versionId)
    .executeTakeFirst();
}

/** Whether anything of the item was shown to them that they have not decided on. */
export async function hasReadingOfItem(db: Db, reviewerId: string, itemId: string): Promise<boolean> {
  const found = await queries<RegistryTables>(db)
    .selectFrom("version_reading")
    .select("version_id")
    .where("reviewer_id", "=", reviewerId)
    .where("item_id", "=", itemId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function dropReading(tx: Tx, reviewerId: string, versionId: string): Promise<void> {
  await queries<RegistryTables>(tx)
    .deleteFrom("version_reading")
    .where("reviewer_id", "=", reviewerId)
    .where("version_id", "=", versionId)
    .execute();
}
