import type { ArdSource } from "@tackroom/contract";
import type { Generated, Selectable, Updateable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface SourceTable {
  id: string;
  url: string;
  publisher: Generated<string | null>;
  status: Generated<ArdSource["status"]>;
  error: Generated<string | null>;
  entry_count: Generated<number>;
  last_fetched_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface Tables {
  external_source: SourceTable;
}

export type Source = Selectable<SourceTable>;

/** Undefined when there is a source with this address already. */
export function insertSource(tx: Tx, source: Pick<Source, "id" | "url">): Promise<Source | undefined> {
  return queries<Tables>(tx)
    .insertInto("external_source")
    .values(source)
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findSource(db: Db, id: string): Promise<Source | undefined> {
  return queries<Tables>(db).selectFrom("external_source").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function listSources(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: Source[]; total: number }> {
  const sources = queries<Tables>(db).selectFrom("external_source");
  const items = await sources
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await sources.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Locked until the transaction ends: of two fetches of the same source one is stored after the other. */
export function lockSource(tx: Tx, id: string): Promise<Source | undefined> {
  return queries<Tables>(tx)
    .selectFrom("external_source")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSource(
  tx: Tx,
  id: string,
  outcome: Pick<Updateable<SourceTable>, "publisher" | "status" | "error" | "entry_count" | "last_fetched_at">,
): Promise<void> {
  await queries<Tables>(tx).updateTable("external_source").set(outcome).where("id", "=", id).execute();
}

/** Its entries go with it. Undefined when there is none. */
export function deleteSource(tx: Tx, id: string): Promise<Source | undefined> {
  return queries<Tables>(tx).deleteFrom("external_source").where("id", "=", id).returningAll().executeTakeFirst();
}
