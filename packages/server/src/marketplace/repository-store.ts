import { sql, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface RepositoryTable {
  key: string;
  feed_id: string | null;
  user_id: string | null;
  item_id: string | null;
  generation: string;
  head: string;
  pack_number: number;
  commits: number;
  committed_at: Date;
  position: string;
  stamp: string;
  left_out: string[];
  past_items: string[];
  past_parts: string[];
}

interface PackTable {
  key: string;
  generation: string;
  number: number;
  piece: number;
  bytes: Buffer;
}

interface Tables {
  marketplace_repository: RepositoryTable & { used_at: Date };
  marketplace_pack: PackTable;
}

/** A repository as the store has it; the process that serves it has a copy on disk. */
export type StoredRepository = Selectable<RepositoryTable>;

const COLUMNS = [
  "key",
  "feed_id",
  "user_id",
  "item_id",
  "generation",
  "head",
  "pack_number",
  "commits",
  "committed_at",
  "position",
  "stamp",
  "left_out",
  "past_items",
  "past_parts",
] as const;

export function findRepository(db: Db, key: string): Promise<StoredRepository | undefined> {
  return queries<Tables>(db)
    .selectFrom("marketplace_repository")
    .select(COLUMNS)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** False if another process has made it meanwhile. */
export async function insertRepository(tx: Tx, repository: Insertable<RepositoryTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries<Tables>(tx)
    .insertInto("marketplace_repository")
    .values({ ...repository, used_at: sql`clock_timestamp()` })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export type RepositoryState = Pick<StoredRepository, "key" | "generation" | "head" | "pack_number" | "position">;
export type RepositoryChange = Partial<Omit<StoredRepository, "key" | "feed_id" | "user_id" | "item_id">>;

/** Compare-and-set on everything that another process could have moved. */
export async function moveRepository(
  db: Db,
  { key, generation, head, pack_number, position }: RepositoryState,
  change: RepositoryChange,
): Promise<boolean> {
  const { numUpdatedRows } = await queries<Tables>(db)
    .updateTable("marketplace_repository")
    .set(change)
    .where("key", "=", key)
    .where("generation", "=", generation)
    .where("head", "=", head)
    .where("pack_number", "=", pack_number)
    .where("position", "=", position)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** At most once an hour, so that reading does not mean writing. */
export async function noteRepositoryUse(db: Db, key: string): Promise<void> {
  await sql`
    update marketplace_repository set used_at = clock_timestamp()
    where key = ${key} and used_at < clock_timestamp() - interval '1 hour'`.execute(queries(db));
}

export interface RepositoryUse {
  readonly key: string;
  readonly used_at: Date;
}

/** In the order of keys. */
export function listRepositories(db: Db, after: string, limit: number): Promise<RepositoryUse[]> {
  return queries<Tables>(db)
    .selectFrom("marketplace_repository")
    .select(["key", "used_at"])
    .where("key", ">", after)
    .orderBy("key")
    .limit(limit)
    .execute();
}

/** Those of catalogues, the last used first. */
export async function listUsedRepositories(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("marketplace_repository")
    .select("key")
    .where("used_at", ">=", since)
    .where("item_id", "is", null)
    .orderBy("used_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** With its packs. */
export async function dropRepository(db: Db, key: string): Promise<void> {
  await queries<Tables>(db).deleteFrom("marketplace_repository").where("key", "=", key).execute();
}

export type PackPlace = Pick<PackTable, "key" | "generation" | "number">;

export async function insertPackPiece(tx: Tx, piece: PackTable): Promise<void> {
  await queries<Tables>(tx).insertInto("marketplace_pack").values(piece).execute();
}

/** The pieces of the packs after a number, in the order in which git must take them. */
export function listPackPieces(
  db: Db,
  { key, generation, number }: PackPlace,
): Promise<Pick<PackTable, "number" | "piece">[]> {
  return queries<Tables>(db)
    .selectFrom("marketplace_pack")
    .select(["number", "piece"])
    .where("key", "=", key)
    .where("generation", "=", generation)
    .where("number", ">", number)
    .orderBy("number")
    .orderBy("piece")
    .execute();
}

export async function readPackPiece(
  db: Db,
  { key, generation, number, piece }: PackPlace & Pick<PackTable, "piece">,
): Promise<Buffer | undefined> {
  const row = await queries<Tables>(db)
    .selectFrom("marketplace_pack")
    .select("bytes")
    .where("key", "=", key)
    .where("generation", "=", generation)
    .where("number", "=", number)
    .where("piece", "=", piece)
    .executeTakeFirst();
  return row?.bytes;
}

export async function countPacks(db: Db, { key, generation }: Pick<PackPlace, "key" | "generation">): Promise<number> {
  const row = await queries<Tables>(db)
    .selectFrom("marketplace_pack")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("key", "=", key)
    .where("generation", "=", generation)
    .where("piece", "=", 0)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Those up to a number, which a later pack replaces. */
export async function dropPacks(tx: Tx, { key, generation, number }: PackPlace): Promise<void> {
  await queries<Tables>(tx)
    .deleteFrom("marketplace_pack")
    .where("key", "=", key)
    .where("generation", "=", generation)
    .where("number", "<=", number)
    .execute();
}
