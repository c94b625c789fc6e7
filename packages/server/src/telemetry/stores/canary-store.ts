import type { CanaryBehavior, CanaryType, InjectionPoint } from "@tackroom/contract";
import { sql, type Selectable } from "kysely";
import { relationalJson } from "../../platform/json-text.js";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";

interface CanaryTable {
  id: string;
  agent_id: string;
  canary_type: CanaryType;
  injection_point: InjectionPoint;
  canary_value: string;
  needle: string;
  expected_behavior: CanaryBehavior;
  created_by: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

interface ReportTable {
  canary: string;
  session: string;
  agent_id: string;
  agent_behavior: CanaryBehavior;
  penalty: number;
  line: number | null;
  evidence: string | null;
  detected_at: Date;
}

interface Tables {
  canary: CanaryTable;
  canary_report: ReportTable;
  session: { id: string; session_id: string };
}

export type StoredCanary = Selectable<CanaryTable>;
export type NewCanary = Omit<StoredCanary, "deleted_at">;

/** False: an active canary of the agent has the same needle. */
export async function insertCanary(tx: Tx, canary: NewCanary): Promise<boolean> {
  const done = await queries<Tables>(tx)
    .insertInto("canary")
    .values({ ...canary, deleted_at: null })
    .onConflict((conflict) => conflict.columns(["agent_id", "needle"]).where("deleted_at", "is", null).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** The active ones of some agents, newest first. */
export function listActiveCanaries(db: Db, agentIds: readonly string[]): Promise<StoredCanary[]> {
  return queries<Tables>(db)
    .selectFrom("canary")
    .selectAll()
    .where("agent_id", "in", agentIds)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Undefined: there is no such active canary. */
export function endCanary(tx: Tx, id: string, at: Date): Promise<StoredCanary | undefined> {
  return queries<Tables>(tx)
    .updateTable("canary")
    .set({ deleted_at: at })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** What a session did with a canary. */
export interface CanaryFinding {
  readonly canary: string;
  readonly session: string;
  readonly agent_behavior: CanaryBehavior;
  readonly penalty: number;
  readonly line: number | null;
  readonly evidence: string | null;
}

export type ReportedBehavior = Pick<CanaryFinding, "canary" | "agent_behavior" | "line" | "evidence">;

export function findReportsOf(db: Db, session: string, canaries: readonly string[]): Promise<ReportedBehavior[]> {
  return queries<Tables>(db)
    .selectFrom("canary_report")
    .select(["canary", "agent_behavior", "line", "evidence"])
    .where("session", "=", session)
    .where("canary", "in", canaries)
    .execute();
}

/** One for each canary and session: what is known now replaces what was. Canaries that were deleted meanwhile get none. */
export async function saveReports(tx: Tx, findings: readonly CanaryFinding[]): Promise<void> {
  await sql`
    INSERT INTO canary_report (canary, session, agent_id, agent_behavior, penalty, line, evidence, detected_at)
    SELECT canary.id, given.session, canary.agent_id, given.agent_behavior, given.penalty, given.line, given.evidence, now()
    FROM jsonb_to_recordset(${relationalJson(findings)}::jsonb)
      AS given (canary uuid, session uuid, agent_behavior text, penalty float8, line integer, evidence text)
    JOIN canary ON canary.id = given.canary AND canary.deleted_at IS NULL
    ON CONFLICT (canary, session) DO UPDATE SET agent_behavior = excluded.agent_behavior, penalty = excluded.penalty,
      line = excluded.line, evidence = excluded.evidence, detected_at = excluded.detected_at`.execute(
    queries<Tables>(tx),
  );
}

/** A report with what it is about. */
export type ShownReport = Selectable<ReportTable> &
  Pick<StoredCanary, "canary_type" | "canary_value" | "injection_point"> & { readonly session_id: string };

/** Those of an agent's canaries, deleted ones too; newest first. */
export async function listReports(
  db: Db,
  agentId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: ShownReport[]; total: number }> {
  const ofAgent = queries<Tables>(db).selectFrom("canary_report").where("canary_report.agent_id", "=", agentId);
  const items = await ofAgent
    .innerJoin("canary", "canary.id", "canary_report.canary")
    .innerJoin("session", "session.id", "canary_report.session")
    .selectAll("canary_report")
    .select(["canary.canary_type", "canary.canary_value", "canary.injection_point", "session.session_id"])
    .orderBy("canary_report.detected_at", "desc")
    .orderBy("canary_report.canary")
    .orderBy("canary_report.session")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await ofAgent.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Evidence quotes the lines of its session, and goes with them. */
export async function dropEvidence(tx: Tx, session: string): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("canary_report")
    .set({ evidence: null })
    .where("session", "=", session)
    .where("evidence", "is not", null)
    .execute();
}
