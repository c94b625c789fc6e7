import type { InboxKind } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface InboxEntryTable {
  id: string;
  user_id: string;
  kind: InboxKind;
  title: string;
  text: string;
  path: string;
  dedupe_key: string;
  created_at: Generated<Date>;
  read_at: Generated<Date | null>;
}

interface Tables {
  inbox_entry: InboxEntryTable;
}

const SHOWN = ["id", "kind", "title", "text", "path", "created_at", "read_at"] as const;

export type StoredEntry = Pick<Selectable<InboxEntryTable>, (typeof SHOWN)[number]>;
export type NewEntry = Omit<Insertable<InboxEntryTable>, "created_at" | "read_at">;

/** Those that are there already, by their key, stay as they are. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queries<Tables>(tx)
    .insertInto("inbox_entry")
    .values([...entries])
    .onConflict((conflict) => conflict.columns(["user_id", "dedupe_key"]).doNothing())
    .execute();
}

export interface EntriesQuery {
  readonly unread: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listEntriesOf(
  db: Db,
  userId: string,
  { unread, limit, offset }: EntriesQuery,
): Promise<{ items: StoredEntry[]; total: number }> {
  const theirs = queries<Tables>(db)
    .selectFrom("inbox_entry")
    .where("user_id", "=", userId)
    .$if(unread, (all) => all.where("read_at", "is", null));
  const items = await theirs
    .select(SHOWN)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await theirs.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export async function countUnreadOf(db: Db, userId: string): Promise<number> {
  const { unread } = await queries<Tables>(db)
    .selectFrom("inbox_entry")
    .select(({ fn }) => fn.countAll<string>().as("unread"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** Without ids: all of them. How many were unread until now. */
export async function markEntriesRead(tx: Tx, userId: string, ids?: readonly string[]): Promise<number> {
  const done = await queries<Tables>(tx)
    .updateTable("inbox_entry")
    .set({ read_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .$if(ids !== undefined, (theirs) => theirs.where("id", "in", [...(ids ?? [])]))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

export async function deleteEntriesBefore(db: Db, time: Date): Promise<void> {
  await queries<Tables>(db).deleteFrom("inbox_entry").where("created_at", "<", time).execute();
}
