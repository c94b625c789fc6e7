import type { Insertable } from "kysely";
import { queries, type Db, type Relational, type Tx } from "../platform/relational/index.js";

interface SettingRow {
  key: string;
  value: string | null;
  sealed: Buffer | null;
  updated_at: Date;
  updated_by: string | null;
}

interface Tables {
  setting: SettingRow;
}

/** Either plain or sealed; the table refuses both and neither. */
export type StoredSetting = Pick<SettingRow, "key" | "value" | "sealed">;
export type NewSetting = Omit<Insertable<SettingRow>, "updated_at">;

export function loadSettings(relational: Relational): Promise<StoredSetting[]> {
  return queries<Tables>(relational).selectFrom("setting").select(["key", "value", "sealed"]).execute();
}

/** Of several who set it at the same moment the first one's stays. True when it was this one that had to write. */
export async function importSetting(db: Db, setting: NewSetting): Promise<boolean> {
  const { key: _, ...columns } = { ...setting, updated_at: new Date() };
  const done = await queries<Tables>(db)
    .insertInto("setting")
    .values({ key: setting.key, ...columns })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(columns).where("setting.value", "=", ""))
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** What belongs together: of replicas that make it at the same moment the first one's stays, and half of it is replaced. */
export async function storeTogether(tx: Tx, settings: readonly NewSetting[]): Promise<void> {
  const keys = settings.map(({ key }) => key);
  const rows = settings.map((setting) => ({ ...setting, updated_at: new Date() }));
  const found = await queries<Tables>(tx).selectFrom("setting").select("key").where("key", "in", keys).execute();
  if (found.length === keys.length) return;
  await queries<Tables>(tx).deleteFrom("setting").where("key", "in", keys).execute();
  await queries<Tables>(tx)
    .insertInto("setting")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function putStoredSetting(tx: Tx, setting: NewSetting): Promise<void> {
  const { key: _, ...columns } = { ...setting, updated_at: new Date() };
  await queries<Tables>(tx)
    .insertInto("setting")
    .values({ key: setting.key, ...columns })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(columns))
    .execute();
}

export async function deleteStoredSetting(tx: Tx, key: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("setting").where("key", "=", key).execute();
}

/** Removes it and says what it was, plain or null for a sealed one; undefined when it was not set. */
export async function takeStoredSetting(tx: Tx, key: string): Promise<{ value: string | null } | undefined> {
  return queries<Tables>(tx).deleteFrom("setting").where("key", "=", key).returning("value").executeTakeFirst();
}

/** Held until the transaction ends, so that nobody's change is overwritten by an older value with a new seal. */
export async function lockSealedSettings(tx: Tx): Promise<{ key: string; sealed: Buffer }[]> {
  return queries<Tables>(tx)
    .selectFrom("setting")
    .select(["key", "sealed"])
    .where("sealed", "is not", null)
    .orderBy("key")
    .forUpdate()
    .$narrowType<{ sealed: Buffer }>()
    .execute();
}

/** Re-encryption does not change the setting, so who changed it last, and when, is kept. */
export async function resealStoredSetting(tx: Tx, key: string, sealed: Buffer): Promise<void> {
  await queries<Tables>(tx).updateTable("setting").set({ sealed }).where("key", "=", key).execute();
}
