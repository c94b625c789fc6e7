import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

export interface InstallEvent {
  readonly event_id: string;
  readonly item_id: string;
  readonly version_id: string;
  readonly kind: ItemKind;
  readonly version: string;
  readonly harness: string;
  readonly user_id: string;
  readonly agent_id: string | null;
  readonly installed_at: string;
}

const KEPT_DAYS = 14;

/** Counted here at once, and handed on to the analytical store from the outbox. */
export async function countInstalls(tx: Tx, events: readonly InstallEvent[]): Promise<void> {
  // In one order, so that two pulls at once cannot wait for each other.
  const ordered = events.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1));
  await queries<RegistryTables>(tx)
    .insertInto("item_download")
    .values(tally(ordered.map(({ item_id }) => item_id)).map(([item_id, downloads]) => ({ item_id, downloads })))
    .onConflict((conflict) =>
      conflict.column("item_id").doUpdateSet({ downloads: sql`item_download.downloads + excluded.downloads` }),
    )
    .execute();
  await queries<RegistryTables>(tx)
    .insertInto("version_download")
    .values(
      tally(ordered.map(({ version_id }) => version_id)).map(([version_id, downloads]) => ({ version_id, downloads })),
    )
    .onConflict((conflict) =>
      conflict.column("version_id").doUpdateSet({ downloads: sql`version_download.downloads + excluded.downloads` }),
    )
    .execute();
  await countDays(tx, ordered);
  await queries<RegistryTables>(tx)
    .insertInto("install_outbox")
    .values(ordered.map((event) => ({ event_id: event.event_id, event: JSON.stringify(event) })))
    .execute();
}

/** Nothing asks for more days, so each install leaves no older ones behind. */
async function countDays(tx: Tx, events: readonly InstallEvent[]): Promise<void> {
  const today = events[0]?.installed_at.slice(0, 10);
  if (today === undefined) return;
  const ids = events.map(({ item_id }) => item_id);
  await queries<RegistryTables>(tx)
    .insertInto("item_install_day")
    .values(tally(ids).map(([item_id, installs]) => ({ item_id, day: today, installs })))
    .onConflict((conflict) =>
      conflict
        .columns(["item_id", "day"])
        .doUpdateSet({ installs: sql`item_install_day.installs + excluded.installs` }),
    )
    .execute();
  await queries<RegistryTables>(tx)
    .deleteFrom("item_install_day")
    .where("item_id", "in", ids)
    .where("day", "<", sql<string>`${today}::date - ${KEPT_DAYS}::int`)
    .execute();
}

export interface DayInstalls {
  readonly item_id: string;
  /** `2026-01-31` */
  readonly day: string;
  readonly installs: number;
}

/** Of the days from one on that have any. */
export async function installsByDay(db: Db, ids: readonly string[], from: string): Promise<DayInstalls[]> {
  if (ids.length === 0) return [];
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_install_day")
    .select(["item_id", sql<string>`day::text`.as("day"), "installs"])
    .where("item_id", "in", [...ids])
    .where("day", ">=", from)
    .execute();
  return rows.map((row) => ({ ...row, installs: Number(row.installs) }));
}

function tally(ids: readonly string[]): [id: string, times: string][] {
  const times = new Map<string, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, count]) => [id, String(count)]);
}

export async function downloadsOfItems(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await queries<RegistryTables>(db)
    .selectFrom("item_download")
    .selectAll()
    .where("item_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ item_id, downloads }) => [item_id, Number(downloads)]));
}

export async function downloadsOfVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await queries<RegistryTables>(db)
    .selectFrom("version_download")
    .selectAll()
    .where("version_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ version_id, downloads }) => [version_id, Number(downloads)]));
}

/** The oldest events that the analytical store may not have yet. */
export async function waitingInstalls(db: Db, limit: number): Promise<InstallEvent[]> {
  const rows = await queries<RegistryTables>(db)
    .selectFrom("install_outbox")
    .select("event")
    .orderBy("created_at")
    .orderBy("event_id")
    .limit(limit)
    .execute();
  return rows.map(({ event }) => event as unknown as InstallEvent);
}

export async function forgetInstalls(db: Db, ids: readonly string[]): Promise<void> {
  await queries<RegistryTables>(db)
    .deleteFrom("install_outbox")
    .where("event_id", "in", [...ids])
    .execute();
}
