import type { AlertCondition, AlertDelivery, AlertFiring } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, type Db, type Tx } from "../platform/relational/index.js";

interface FiringTable {
  id: string;
  rule_id: string;
  metric_value: number;
  threshold: number;
  condition: AlertCondition;
  fired_at: Date;
  recovered_at: Generated<Date | null>;
  test: boolean;
  created_at: Generated<Date>;
}

interface DeliveryTable {
  firing_id: string;
  event: AlertDelivery["event"];
  status: AlertFiring["delivery_status"];
  attempts: Generated<number>;
  response_code: Generated<number | null>;
  error: Generated<string | null>;
  leased_until: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface Tables {
  alert_firing: FiringTable;
  alert_delivery: DeliveryTable;
}

export type StoredFiring = Selectable<FiringTable>;
export type NewFiring = Insertable<FiringTable>;

/** With what became of its delivery, and of that of its recovery. */
export interface ListedFiring extends StoredFiring {
  readonly status: AlertFiring["delivery_status"];
  readonly attempts: number;
  readonly response_code: number | null;
  readonly error: string | null;
  readonly recovery_status: AlertFiring["delivery_status"] | null;
  readonly recovery_error: string | null;
}

/** False when this minute has fired already. */
export async function insertFiring(tx: Tx, firing: NewFiring): Promise<boolean> {
  const inserted = await queries<Tables>(tx)
    .insertInto("alert_firing")
    .values(firing)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

const listed = (db: Db) =>
  queries<Tables>(db)
    .selectFrom("alert_firing")
    .innerJoin("alert_delivery as told", (join) =>
      join.onRef("told.firing_id", "=", "alert_firing.id").on("told.event", "!=", "alert.recovered"),
    )
    .leftJoin("alert_delivery as recovery", (join) =>
      join.onRef("recovery.firing_id", "=", "alert_firing.id").on("recovery.event", "=", "alert.recovered"),
    )
    .selectAll("alert_firing")
    .select(["told.status", "told.attempts", "told.response_code", "told.error"])
    .select(["recovery.status as recovery_status", "recovery.error as recovery_error"]);

export function findFiring(db: Db, id: string): Promise<ListedFiring | undefined> {
  return listed(db).where("alert_firing.id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function listFirings(
  db: Db,
  ruleId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ items: ListedFiring[]; total: number }> {
  const items = await listed(db)
    .where("rule_id", "=", ruleId)
    .orderBy("fired_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await queries<Tables>(db)
    .selectFrom("alert_firing")
    .where("rule_id", "=", ruleId)
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** When a rule has fired between two times, tests left out. */
export async function firingTimes(db: Db, ruleId: string, from: Date, to: Date): Promise<Date[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("alert_firing")
    .select("fired_at")
    .where("rule_id", "=", ruleId)
    .where("test", "=", false)
    .where("fired_at", ">=", from)
    .where("fired_at", "<=", to)
    .orderBy("fired_at")
    .execute();
  return rows.map(({ fired_at }) => fired_at);
}

/** The latest firing that has not recovered. */
export function findOpenFiring(db: Db, ruleId: string): Promise<Pick<StoredFiring, "id" | "fired_at"> | undefined> {
  return queries<Tables>(db)
    .selectFrom("alert_firing")
    .select(["id", "fired_at"])
    .where("rule_id", "=", ruleId)
    .where("recovered_at", "is", null)
    .where("test", "=", false)
    .orderBy("fired_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All firings up to a time: what ends is the condition, however often it has fired meanwhile. */
export async function markRecovered(tx: Tx, ruleId: string, upTo: Date, recoveredAt: Date): Promise<void> {
  await queries<Tables>(tx)
    .updateTable("alert_firing")
    .set({ recovered_at: recoveredAt })
    .where("rule_id", "=", ruleId)
    .where("recovered_at", "is", null)
    .where("test", "=", false)
    .where("fired_at", "<=", upTo)
    .execute();
}

/** Only the newest are worth keeping. */
export async function dropOldFirings(tx: Tx, ruleId: string, keep: number): Promise<void> {
  await queries<Tables>(tx)
    .deleteFrom("alert_firing")
    .where("rule_id", "=", ruleId)
    .where("fired_at", "<=", (oldest) =>
      oldest
        .selectFrom("alert_firing")
        .select("fired_at")
        .where("rule_id", "=", ruleId)
        .orderBy("fired_at", "desc")
        .orderBy("id", "desc")
        .offset(keep)
        .limit(1),
    )
    .execute();
}

/** How many of those that were stored before a time were deleted; at most so many at once. */
export async function deleteFiringsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const deleted = await queries<Tables>(db)
    .deleteFrom("alert_firing")
    .where("id", "in", (old) =>
      old.selectFrom("alert_firing").select("id").where("created_at", "<", time).orderBy("created_at").limit(limit),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

export async function insertDelivery(
  tx: Tx,
  delivery: Omit<Insertable<DeliveryTable>, "leased_until" | "created_at">,
): Promise<void> {
  await queries<Tables>(tx)
    .insertInto("alert_delivery")
    .values(delivery)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A delivery that is due, and what it tells of. */
export interface DueDelivery extends Pick<Selectable<DeliveryTable>, "firing_id" | "event" | "attempts"> {
  readonly rule_id: string;
  readonly metric_value: number;
  readonly threshold: number;
  readonly condition: AlertCondition;
  readonly fired_at: Date;
  readonly recovered_at: Date | null;
}

/**
 * Leases deliveries that wait, or whose process has died. One of each rule after the other: a rule whose webhook does not
 * answer must not keep the others waiting. A recovery waits until its firing is delivered or given up: a receiver that heard
 * of them in the other order would show an alert that has ended as one that goes on.
 */
export async function leaseDeliveries(db: Db, limit: number, leaseSeconds: number): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH due AS (
      SELECT firing_id, event, row_number() OVER (PARTITION BY rule_id ORDER BY alert_delivery.created_at) AS turn
      FROM alert_delivery JOIN alert_firing ON alert_firing.id = firing_id
      WHERE status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
        AND NOT EXISTS (
          SELECT FROM alert_delivery AS earlier
          WHERE alert_delivery.event = 'alert.recovered'
            AND earlier.firing_id = alert_delivery.firing_id AND earlier.event = 'alert.fired' AND earlier.status = 'pending'
        )
    ), chosen AS (SELECT firing_id, event FROM due ORDER BY turn, firing_id LIMIT ${limit}),
    leased AS (
      UPDATE alert_delivery SET leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      FROM chosen
      WHERE alert_delivery.firing_id = chosen.firing_id AND alert_delivery.event = chosen.event
        AND status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
      RETURNING alert_delivery.firing_id, alert_delivery.event, attempts
    )
    SELECT leased.*, rule_id, metric_value, threshold, condition, fired_at, recovered_at
    FROM leased JOIN alert_firing ON alert_firing.id = firing_id`.execute(queries<object>(db));
  return rows;
}

export interface DeliveryOutcome {
  readonly status: AlertFiring["delivery_status"];
  readonly attempts: number;
  readonly response_code: number | null;
  readonly error: string | null;
}

export async function saveOutcome(
  db: Db,
  { firing_id, event }: Pick<DueDelivery, "firing_id" | "event">,
  outcome: DeliveryOutcome,
): Promise<void> {
  await queries<Tables>(db)
    .updateTable("alert_delivery")
    .set(outcome)
    .where("firing_id", "=", firing_id)
    .where("event", "=", event)
    .where("status", "=", "pending")
    .execute();
}
