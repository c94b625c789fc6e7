import type { AlertCondition, AlertMetric, AlertState, AlertTarget } from "@tackroom/contract";
import { sql, type ColumnType, type Generated, type Insertable, type Selectable, type Updateable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

export interface RuleTable {
  id: string;
  created_by: string;
  name: string;
  metric: AlertMetric;
  threshold: number;
  condition: AlertCondition;
  target_type: AlertTarget;
  target_id: string;
  window_minutes: number;
  cooldown_minutes: number;
  webhook_url: string;
  notify_recovery: boolean;
  webhook_secret: Buffer;
  webhook_secret_last4: string;
  status: Generated<"active" | "paused">;
  watching_since: Date;
  evaluated_until: Date;
  /** A 64-bit number, which the driver gives as text. */
  revision: ColumnType<string, never, never>;
  state: Generated<AlertState>;
  last_value: Generated<number | null>;
  last_evaluated_at: Generated<Date | null>;
  last_triggered: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface Tables {
  alert_rule: RuleTable;
}

export type Rule = Selectable<RuleTable>;
export type NewRule = Insertable<RuleTable>;
export type RuleChange = Omit<Updateable<RuleTable>, "id" | "created_by">;

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

const rules = (db: Db) => queries<Tables>(db).selectFrom("alert_rule");
const nextRevision = sql<never>`revision + 1`;

export async function insertRule(tx: Tx, rule: NewRule): Promise<Rule> {
  return queries<Tables>(tx).insertInto("alert_rule").values(rule).returningAll().executeTakeFirstOrThrow();
}

export function findRule(db: Db, id: string): Promise<Rule | undefined> {
  return rules(db).selectAll().where("id", "=", id).executeTakeFirst();
}

/** Until the transaction ends nobody changes, evaluates or deletes it. */
export function lockRule(tx: Tx, id: string): Promise<Rule | undefined> {
  return rules(tx).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function countRulesOf(db: Db, userId: string): Promise<number> {
  const { total } = await rules(db)
    .where("created_by", "=", userId)
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Newest first; those of one user, or of everyone. */
export async function listRules(
  db: Db,
  userId: string | null,
  { limit, offset }: PageQuery,
): Promise<{ items: Rule[]; total: number }> {
  const listed = userId === null ? rules(db) : rules(db).where("created_by", "=", userId);
  const items = await listed
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await listed.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Active ones in the order of their ids, some at a time. */
export function listActiveRules(db: Db, after: string, limit: number): Promise<Rule[]> {
  return rules(db)
    .selectAll()
    .where("status", "=", "active")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Any change makes the evaluations that have read the rule before lose. */
export function updateRule(tx: Tx, id: string, change: RuleChange): Promise<Rule> {
  return queries<Tables>(tx)
    .updateTable("alert_rule")
    .set({ ...change, revision: nextRevision })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type Evaluation = Pick<
  Updateable<RuleTable>,
  "evaluated_until" | "state" | "last_value" | "last_evaluated_at" | "last_triggered"
>;

/** False when the rule has been changed, paused, deleted or evaluated since it was read. */
export async function saveEvaluation(
  tx: Tx,
  { id, revision }: Pick<Rule, "id" | "revision">,
  evaluation: Evaluation,
): Promise<boolean> {
  const saved = await queries<Tables>(tx)
    .updateTable("alert_rule")
    .set({ ...evaluation, revision: nextRevision })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .where("status", "=", "active")
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("alert_rule").where("id", "=", id).execute();
}

/** All of them, to seal their secrets anew. */
export function listWebhookSecrets(tx: Tx): Promise<Pick<Rule, "id" | "webhook_secret">[]> {
  return rules(tx).select(["id", "webhook_secret"]).orderBy("id").forUpdate().execute();
}
