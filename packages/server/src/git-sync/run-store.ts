import type { SyncStatus, SyncTrigger } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface RunTable {
  id: string;
  item_id: string;
  sync_id: string;
  trigger: SyncTrigger;
  ref: string | null;
  notes: string | null;
  notes_sha: string | null;
  status: Generated<SyncStatus>;
  error: Generated<string | null>;
  attempt: Generated<number>;
  queued_at: Generated<Date>;
  leased_until: Generated<Date | null>;
  fetched_at: Generated<Date | null>;
  finished_at: Generated<Date | null>;
  sha: Generated<string | null>;
  version: Generated<string | null>;
}

interface Tables {
  mcp_sync_run: RunTable;
}

/** One sync of a listing, from the delivery that asked for it to its outcome. */
export type Run = Selectable<RunTable>;

const runs = (db: Db) => queries<Tables>(db).selectFrom("mcp_sync_run").selectAll();

export async function insertRun(db: Db, run: Insertable<RunTable>): Promise<void> {
  await queries<Tables>(db).insertInto("mcp_sync_run").values(run).execute();
}

/**
 * A run of the same kind that has not started yet: it will fetch what this one would. What the newer delivery says about the
 * change replaces what the older one said. Undefined when there is none.
 */
export async function joinQueuedRun(
  tx: Tx,
  { sync_id, trigger, ref, notes, notes_sha }: Pick<Run, "sync_id" | "trigger" | "ref" | "notes" | "notes_sha">,
  itemId: string,
): Promise<Pick<Run, "id"> | undefined> {
  return queries<Tables>(tx)
    .updateTable("mcp_sync_run")
    .set({ notes, notes_sha })
    .where("item_id", "=", itemId)
    .where("finished_at", "is", null)
    .where("sync_id", "=", sync_id)
    .where("status", "=", "queued")
    .where("attempt", "=", 0)
    .where("trigger", "=", trigger)
    .where((row) => (ref === null ? row("ref", "is", null) : row("ref", "=", ref)))
    .returning("id")
    .executeTakeFirst();
}

export function findRun(db: Db, id: string): Promise<Run | undefined> {
  return runs(db).where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function listRuns(
  db: Db,
  itemId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: Run[]; total: number }> {
  const items = await runs(db)
    .where("item_id", "=", itemId)
    .orderBy("queued_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await queries<Tables>(db)
    .selectFrom("mcp_sync_run")
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** The one that was asked for last, and the last one that published a version. */
export async function findLastRuns(
  db: Db,
  sync: { readonly id: string; readonly item_id: string },
): Promise<{ last: Run | undefined; lastPublished: Run | undefined }> {
  const own = runs(db).where("item_id", "=", sync.item_id).where("sync_id", "=", sync.id);
  const last = await own.orderBy("queued_at", "desc").limit(1).executeTakeFirst();
  const published = own.where("status", "=", "success").orderBy("finished_at", "desc").limit(1);
  return { last, lastPublished: await published.executeTakeFirst() };
}

/** Nobody else syncs the listing while a run has started and its lease lasts. */
export async function isListingBusy(tx: Tx, { id, item_id }: Pick<Run, "id" | "item_id">): Promise<boolean> {
  const other = await queries<Tables>(tx)
    .selectFrom("mcp_sync_run")
    .select("id")
    .where("item_id", "=", item_id)
    .where("finished_at", "is", null)
    .where("status", "=", "syncing")
    .where("leased_until", ">", sql<Date>`clock_timestamp()`)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function startRun(
  tx: Tx,
  id: string,
  { attempt, leaseSeconds }: { readonly attempt: number; readonly leaseSeconds: number },
): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("mcp_sync_run")
    .set({
      status: "syncing",
      error: null,
      attempt,
      fetched_at: sql<Date>`clock_timestamp()`,
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    })
    .where("id", "=", id)
    .execute();
}

/** It will be tried again; meanwhile it says why. */
export async function requeueRun(db: Db, id: string, error: string): Promise<void> {
  await queries<Tables>(db)
    .updateTable("mcp_sync_run")
    .set({ status: "queued", error, leased_until: null })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .execute();
}

export type Outcome =
  | { readonly status: "success"; readonly sha: string; readonly version: string }
  | { readonly status: "skipped" | "failed"; readonly error: string; readonly sha?: string };

/** A run ends once: what comes later is about a run that has ended already. */
export async function finishRun(db: Db, id: string, outcome: Outcome): Promise<void> {
  await queries<Tables>(db)
    .updateTable("mcp_sync_run")
    .set({ error: null, ...outcome, leased_until: null, finished_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .execute();
}

/** Whether a sync of the branch has published what it fetched later than this. */
export async function hasLaterPublication(tx: Tx, itemId: string, fetchedAt: Date): Promise<boolean> {
  const later = await queries<Tables>(tx)
    .selectFrom("mcp_sync_run")
    .select("id")
    .where("item_id", "=", itemId)
    .where("status", "=", "success")
    .where("trigger", "in", ["push", "manual"])
    .where("fetched_at", ">", fetchedAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Runs whose process has died: nobody renews their lease. Few at a time. */
export function findAbandonedRuns(db: Db, before: Date): Promise<Run[]> {
  return runs(db)
    .where("finished_at", "is", null)
    .where("status", "=", "syncing")
    .where("leased_until", "<", before)
    .orderBy("queued_at")
    .limit(100)
    .execute();
}

/** Only the newest are worth keeping. */
export async function dropOldRuns(tx: Tx, itemId: string, keep: number): Promise<void> {
  await queries<Tables>(tx)
    .deleteFrom("mcp_sync_run")
    .where("item_id", "=", itemId)
    .where("finished_at", "is not", null)
    .where("queued_at", "<=", (oldest) =>
      oldest
        .selectFrom("mcp_sync_run")
        .select("queued_at")
        .where("item_id", "=", itemId)
        .orderBy("queued_at", "desc")
        .offset(keep)
        .limit(1),
    )
    .execute();
}
