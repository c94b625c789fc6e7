import type { TranscriptContext } from "@tackroom/harness";
import { sql, type SqlBool } from "kysely";
import { relationalJson } from "../../platform/json-text.js";
import { queries, type Db } from "../../platform/relational/index.js";
import type { ActivityChange } from "../core/activity.js";
import type { ConfirmedRange } from "../core/checkpoint.js";
import type { SessionNames } from "../core/session-names.js";
import { activityOfSaved } from "./saved-activity-store.js";
import type { Summary, Usage } from "../core/summary.js";

/** A row of `session`, as it is and as it is written: whole. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly project: string;
  readonly harness: string;
  readonly session_id: string;
  readonly acknowledged_line: number;
  readonly acknowledged_offset: number;
  readonly generation: number;
  readonly confirmed: readonly ConfirmedRange[];
  readonly highest_line: number;
  readonly acknowledged_once: number;
  readonly purged_below: number;
  readonly purged_summary: Summary | null;
  /** That of the last batch which was saved; 0 while none was. */
  readonly revision: number;
  readonly lease_holder: string | null;
  readonly lease_until: string | null;
  /** The revision that the last lease was given. */
  readonly attempt: number;
  readonly final: boolean;
  readonly agent_ref: string | null;
  readonly agent_id: string | null;
  readonly agent_version: string | null;
  readonly layer_hash: string | null;
  readonly parent_session_id: string | null;
  readonly total_credits: number | null;
  readonly line_count: number;
  readonly events: number;
  readonly prompts: number;
  readonly tool_calls: number;
  readonly tool_failures: number;
  readonly error_events: number;
  readonly unreadable_lines: number;
  readonly usage_only_lines: number;
  readonly usage: Usage;
  readonly models: readonly string[];
  readonly names: SessionNames;
  /** False: lines from before names were kept have not been looked through yet. */
  readonly names_read: boolean;
  /** False: stored by an older version, and not all of it is in `session_activity` and `session_tool_activity` yet. */
  readonly activity_counted: boolean;
  readonly project_name: string;
  readonly started_at: string;
  readonly last_event_at: string;
  readonly received_at: string;
  readonly context: TranscriptContext;
  readonly integrity_ok: boolean | null;
  readonly server_hash: string | null;
  readonly repair_from_line: number | null;
  readonly checked_at: string | null;
}

export interface SessionTables {
  session: SessionRow;
}

export const COLUMNS = [
  "id",
  "user_id",
  "project",
  "harness",
  "session_id",
  "acknowledged_line",
  "acknowledged_offset",
  "generation",
  "confirmed",
  "highest_line",
  "acknowledged_once",
  "purged_below",
  "purged_summary",
  "revision",
  "lease_holder",
  "lease_until",
  "attempt",
  "final",
  "agent_ref",
  "agent_id",
  "agent_version",
  "layer_hash",
  "parent_session_id",
  "total_credits",
  "line_count",
  "events",
  "prompts",
  "tool_calls",
  "tool_failures",
  "error_events",
  "unreadable_lines",
  "usage_only_lines",
  "usage",
  "models",
  "names",
  "names_read",
  "activity_counted",
  "project_name",
  "started_at",
  "last_event_at",
  "received_at",
  "context",
  "integrity_ok",
  "server_hash",
  "repair_from_line",
  "checked_at",
] as const satisfies readonly (keyof SessionRow)[];

/** Several in one look, in no particular order. Left out is what someone has the lease of but has not saved yet. */
export async function findSessionsByKey(db: Db, ids: readonly string[]): Promise<SessionRow[]> {
  const rows = await queries<SessionTables>(db)
    .selectFrom("session")
    .select(COLUMNS)
    .where("id", "in", ids)
    .where("revision", ">", 0)
    .execute();
  return rows.map(fromDriver);
}

const iso = (value: unknown): string => (value as Date).toISOString();
export const numberOf = (value: unknown): number => Number(value);

/** 64-bit numbers and times arrive in forms of the driver's own. */
export function fromDriver(row: SessionRow): SessionRow {
  return {
    ...row,
    acknowledged_offset: numberOf(row.acknowledged_offset),
    revision: numberOf(row.revision),
    attempt: numberOf(row.attempt),
    started_at: iso(row.started_at),
    last_event_at: iso(row.last_event_at),
    received_at: iso(row.received_at),
    checked_at: row.checked_at === null ? null : iso(row.checked_at),
    lease_until: row.lease_until === null ? null : iso(row.lease_until),
  };
}

const OF_LEASES: readonly string[] = ["id", "lease_holder", "lease_until", "attempt"];
const UPDATED = COLUMNS.filter((column) => !OF_LEASES.includes(column));

/** A session as it is to be, and what that changes about its activity. */
export interface SessionChange {
  readonly session: SessionRow;
  readonly activity: ActivityChange;
}

/**
 * Writes sessions and their activity in one statement, and returns the ids of those that it wrote. Left alone is a session
 * that someone else has written since, or has the lease of: `lease_holder` of the given row says who we are, and its lease
 * ends with it.
 */
export async function saveSessions(db: Db, changes: readonly SessionChange[]): Promise<Set<string>> {
  const sessions = changes.map(({ session }) => session);
  const assignments = UPDATED.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string }>`
    WITH saved AS (
      INSERT INTO session (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::session, ${relationalJson(sessions)}::jsonb)
      ON CONFLICT (id) DO UPDATE SET ${sql.join(assignments)}, lease_holder = NULL, lease_until = NULL
      WHERE session.lease_holder IS NOT DISTINCT FROM excluded.lease_holder AND session.revision <= excluded.revision
      RETURNING id
    )${activityOfSaved(changes)}
    SELECT id FROM saved`.execute(queries<SessionTables>(db));
  return new Set(rows.map(({ id }) => id));
}

export interface Lease {
  readonly id: string;
  readonly holder: string;
  readonly seconds: number;
}

/** Takes the lease of a session that exists; undefined when there is none, or another has the lease. */
export async function leaseSession(db: Db, { id, holder, seconds }: Lease): Promise<SessionRow | undefined> {
  const row = await queries<SessionTables>(db)
    .updateTable("session")
    .set({
      lease_holder: holder,
      lease_until: sql<string>`now() + make_interval(secs => ${seconds})`,
      attempt: sql<number>`greatest(attempt, revision) + 1`,
    })
    .where("id", "=", id)
    .where(sql<SqlBool>`(lease_holder IS NULL OR lease_until < now())`)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && fromDriver(row);
}

/** False if the session already exists. */
export async function insertLeasedSession(db: Db, session: SessionRow, seconds: number): Promise<boolean> {
  const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string }>`
    INSERT INTO session (${columns})
    SELECT ${columns} FROM jsonb_populate_record(NULL::session, ${relationalJson(session)}::jsonb || jsonb_build_object(
      'lease_until', now() + make_interval(secs => ${seconds})))
    ON CONFLICT (id) DO NOTHING RETURNING id`.execute(queries<SessionTables>(db));
  return rows.length === 1;
}

/** Also after it has expired, unless someone else has taken it. */
export async function renewLease(db: Db, { id, holder, seconds }: Lease): Promise<void> {
  await queries<SessionTables>(db)
    .updateTable("session")
    .set({ lease_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where("id", "=", id)
    .where("lease_holder", "=", holder)
    .execute();
}

export async function releaseSession(db: Db, id: string, holder: string): Promise<void> {
  await queries<SessionTables>(db)
    .updateTable("session")
    .set({ lease_holder: null, lease_until: null })
    .where("id", "=", id)
    .where("lease_holder", "=", holder)
    .execute();
}
