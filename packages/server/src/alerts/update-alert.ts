import type { AlertRule, UpdateAlertBody } from "@tackroom/contract";
import type { AuditDetail, CallContext } from "../platform/http/index.js";
import { refuse, unsafeTextErrors } from "../registry/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { wholeMinute } from "./core/minutes.js";
import { describeAlert } from "./describe-alert.js";
import { findOwnRule, lockOwnRule } from "./find-rule.js";
import { updateRule, type Rule, type RuleChange } from "./rule-store.js";
import { requireAllowedWebhook, webhookHost } from "./send-webhook.js";

/** `PATCH /alerts/{id}` */
export async function updateAlert(
  deps: AlertDeps,
  { id, ...change }: UpdateAlertBody & { readonly id: string },
  { caller, call }: CallContext,
): Promise<AlertRule> {
  // Those who may not change it are told so before anything is looked up for them.
  await findOwnRule(deps.db, id, caller);
  refuse(unsafeTextErrors({ name: change.name }, "body"));
  if (change.webhook_url !== undefined) await requireAllowedWebhook(deps.outbound, change.webhook_url);
  const rule = await call.act(async (tx) => {
    const before = await lockOwnRule(tx, id, caller);
    call.describeForAudit({ resourceName: change.name ?? before.name, detail: changesOf(before, change) });
    return updateRule(tx, id, { ...change, ...(watchesAnew(before, change) ? startWatching() : {}) });
  });
  return describeAlert(deps.db, rule, caller);
}

const DECISIVE = ["threshold", "condition", "window_minutes"] as const;

/** What decides when it fires has changed, or it comes back from a pause: minutes that are over do not count by the new rule. */
const watchesAnew = (before: Rule, change: UpdateAlertBody): boolean =>
  (change.status === "active" && before.status === "paused") ||
  DECISIVE.some((name) => change[name] !== undefined && change[name] !== before[name]);

function startWatching(): RuleChange {
  const now = new Date(wholeMinute(Date.now()));
  return { watching_since: now, evaluated_until: now };
}

function changesOf(before: Rule, { webhook_url, ...change }: UpdateAlertBody): AuditDetail {
  const names = Object.keys(change) as (keyof typeof change)[];
  const host =
    webhook_url === undefined
      ? {}
      : { webhook_host: { from: webhookHost(before.webhook_url), to: webhookHost(webhook_url) } };
  return {
    created_by: before.created_by,
    ...Object.fromEntries(names.map((name) => [name, { from: before[name], to: change[name] ?? null }])),
    ...host,
  };
}
