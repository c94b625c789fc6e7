import type { AlertFiring, AlertRule } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { loadViewer, qualifiedName } from "../registry/index.js";
import { findTarget } from "./find-target.js";
import type { ListedFiring } from "./firing-store.js";
import type { Rule } from "./rule-store.js";

/** As the caller sees them: a target that is hidden from them has no name. */
export async function describeAlerts(db: Db, rules: readonly Rule[], caller: Caller): Promise<AlertRule[]> {
  const viewer = await loadViewer(db, caller);
  const names = new Map<string, string | null>();
  const described: AlertRule[] = [];
  for (const rule of rules) {
    const key = `${rule.target_type} ${rule.target_id}`;
    if (!names.has(key)) {
      const item = await findTarget(db, viewer, rule);
      names.set(key, item ? qualifiedName(item) : null);
    }
    described.push(describeRule(rule, names.get(key) ?? null));
  }
  return described;
}

export async function describeAlert(db: Db, rule: Rule, caller: Caller): Promise<AlertRule> {
  const [described] = await describeAlerts(db, [rule], caller);
  return described as AlertRule;
}

function describeRule(rule: Rule, targetName: string | null): AlertRule {
  return {
    id: rule.id,
    name: rule.name,
    metric: rule.metric,
    threshold: rule.threshold,
    condition: rule.condition,
    target_type: rule.target_type,
    target_id: rule.target_id,
    target_name: targetName,
    webhook_url: rule.webhook_url,
    notify_recovery: rule.notify_recovery,
    webhook_secret_last4: rule.webhook_secret_last4,
    window_minutes: rule.window_minutes,
    cooldown_minutes: rule.cooldown_minutes,
    status: rule.status,
    state: rule.state,
    last_value: rule.last_value,
    last_evaluated_at: rule.last_evaluated_at?.toISOString() ?? null,
    last_triggered: rule.last_triggered?.toISOString() ?? null,
    created_by: rule.created_by,
    created_at: rule.created_at.toISOString(),
  };
}

export const describeFiring = (firing: ListedFiring): AlertFiring => ({
  id: firing.id,
  alert_rule_id: firing.rule_id,
  metric_value: firing.metric_value,
  threshold: firing.threshold,
  condition: firing.condition,
  fired_at: firing.fired_at.toISOString(),
  recovered_at: firing.recovered_at?.toISOString() ?? null,
  test: firing.test,
  delivery_status: firing.status,
  attempts: firing.attempts,
  response_code: firing.response_code,
  error: firing.error,
  recovery_delivery_status: firing.recovery_status,
  recovery_error: firing.recovery_error,
  created_at: firing.created_at.toISOString(),
});
