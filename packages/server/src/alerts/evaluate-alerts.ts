import { recordSystemEvent } from "../audit/index.js";
import { findUser } from "../auth/index.js";
import { notify } from "../inbox/index.js";
import { newId } from "../platform/ids.js";
import type { Log } from "../platform/log.js";
import type { Platform } from "../platform/platform.js";
import type { Tx } from "../platform/relational/tx.js";
import type { MetricDeps } from "./alert-deps.js";
import { decideEvaluation, firstMinute, type Decision } from "./core/decide-evaluation.js";
import { firingText } from "./core/firing-text.js";
import { MINUTE_MS, wholeMinute } from "./core/minutes.js";
import { walkMinutes } from "./core/walk-minutes.js";
import {
  deleteFiringsBefore,
  dropOldFirings,
  findOpenFiring,
  firingTimes,
  insertDelivery,
  insertFiring,
  markRecovered,
  type StoredFiring,
} from "./firing-store.js";
import { loadMetric } from "./load-metric.js";
import { listActiveRules, saveEvaluation, type Rule } from "./rule-store.js";
import { watchOf } from "./watch-of.js";

export interface EvaluationDeps extends MetricDeps {
  readonly transaction: Platform["relational"]["transaction"];
  readonly log: Pick<Log, "warn">;
  readonly askForDelivery: () => Promise<unknown>;
}

const RULES_AT_ONCE = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

export const MAX_FIRINGS_KEPT = 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELETED_AT_ONCE = 1000;

/** Evaluates every active rule up to the last whole minute. What one rule meets with does not concern the others. */
export async function evaluateAlerts(deps: EvaluationDeps, now: Date): Promise<void> {
  for (let after = BEFORE_ALL; ;) {
    const rules = await listActiveRules(deps.db, after, RULES_AT_ONCE);
    for (const rule of rules) {
      await evaluateRule(deps, rule, now).catch((error: unknown) =>
        deps.log.warn(
          { err: error, alert_rule: rule.id },
          "an alert rule could not be evaluated; the next minute will retry",
        ),
      );
    }
    const last = rules.at(-1);
    if (!last) break;
    after = last.id;
  }
  const oldest = new Date(now.getTime() - deps.settings.get("data.retention_days") * DAY_MS);
  await deleteFiringsBefore(deps.db, oldest, DELETED_AT_ONCE);
}

async function evaluateRule(deps: EvaluationDeps, rule: Rule, now: Date): Promise<void> {
  const to = wholeMinute(now.getTime());
  const from = firstMinute(
    {
      watchingSince: rule.watching_since.getTime(),
      evaluatedUntil: rule.evaluated_until.getTime(),
      windowMinutes: rule.window_minutes,
    },
    to,
  );
  if (from === undefined) return;
  const creator = await findUser(deps.db, rule.created_by);
  if (!creator?.is_active) return;
  const observer = { userId: creator.id, role: creator.role };
  const rows = await loadMetric(deps, rule, observer, { from: from - rule.window_minutes * MINUTE_MS, to });
  const open = await findOpenFiring(deps.db, rule.id);
  const points = walkMinutes(watchOf(rule), rows, { from, to, firedAt: await firingsNear(deps, rule, from, to) });
  const decision = decideEvaluation(points, open?.fired_at.getTime() ?? null);
  const hasDeliveries = await deps.transaction((tx) => save(tx, { rule, to, open, decision }));
  // Not before they are committed: a request joins one that waits, which might start too early to find them.
  if (hasDeliveries) await deps.askForDelivery();
}

/** The rule remembers its last firing longer than the history does. */
async function firingsNear({ db }: EvaluationDeps, rule: Rule, from: number, to: number): Promise<number[]> {
  const cooldown = rule.cooldown_minutes * MINUTE_MS;
  const times = await firingTimes(db, rule.id, new Date(from - cooldown), new Date(to + cooldown));
  return [...times, ...(rule.last_triggered ? [rule.last_triggered] : [])].map((time) => time.getTime());
}

interface Evaluated {
  readonly rule: Rule;
  readonly to: number;
  readonly open: Pick<StoredFiring, "id" | "fired_at"> | undefined;
  readonly decision: Decision;
}

/** All of it or nothing: a process that dies here leaves the minutes to the next evaluation. True when there is something to deliver. */
async function save(tx: Tx, { rule, to, open, decision }: Evaluated): Promise<boolean> {
  const { state, value, firings, recoveredAt } = decision;
  const isCurrent = await saveEvaluation(tx, rule, {
    evaluated_until: new Date(to),
    state,
    last_value: value,
    last_evaluated_at: new Date(),
    last_triggered: latest([rule.last_triggered, ...firings.map(({ firedAt }) => new Date(firedAt))]),
  });
  if (!isCurrent) return false;
  const ended = new Map<number, string>();
  if (open && recoveredAt !== null) {
    await markRecovered(tx, rule.id, open.fired_at, new Date(recoveredAt));
    ended.set(recoveredAt, open.id);
  }
  let toldOf = 0;
  for (const firing of firings) {
    const id = newId();
    if (!(await insertFired(tx, rule, { id, ...firing }))) continue;
    toldOf += 1;
    // Of firings that end together, the latest is told of.
    if (firing.recoveredAt !== null) ended.set(firing.recoveredAt, id);
  }
  if (firings.length > 0) await dropOldFirings(tx, rule.id, MAX_FIRINGS_KEPT);
  if (rule.webhook_url === "") return false;
  const recovered = rule.notify_recovery ? [...ended.values()] : [];
  for (const id of recovered) await insertDelivery(tx, { firing_id: id, event: "alert.recovered", status: "pending" });
  return toldOf + recovered.length > 0;
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);

/** False when the minute has fired already. */
async function insertFired(
  tx: Tx,
  rule: Rule,
  { id, firedAt, value, recoveredAt }: Decision["firings"][number] & { readonly id: string },
): Promise<boolean> {
  const { threshold, condition, metric } = rule;
  const isNew = await insertFiring(tx, {
    id,
    rule_id: rule.id,
    metric_value: value,
    threshold,
    condition,
    fired_at: new Date(firedAt),
    recovered_at: recoveredAt === null ? null : new Date(recoveredAt),
    test: false,
  });
  if (!isNew) return false;
  const status = rule.webhook_url === "" ? "delivered" : "pending";
  await insertDelivery(tx, { firing_id: id, event: "alert.fired", status });
  await notify(tx, {
    userIds: [rule.created_by],
    kind: "alert.fired",
    ...firingText(rule, value),
    path: `/alerts/${rule.id}`,
    dedupeKey: `alert:${id}`,
  });
  await recordSystemEvent(tx, {
    action: "alert.fired",
    sensitivity: "low",
    resourceType: "alert",
    resourceId: rule.id,
    resourceName: rule.name,
    detail: { metric, metric_value: value, condition, threshold, fired_at: new Date(firedAt).toISOString() },
  });
  return true;
}
