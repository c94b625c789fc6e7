import type { AlertFiring } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import type { AlertDeps } from "./alert-deps.js";
import { describeFiring } from "./describe-alert.js";
import { MAX_FIRINGS_KEPT } from "./evaluate-alerts.js";
import { findOwnRule, lockOwnRule } from "./find-rule.js";
import { dropOldFirings, findFiring, insertDelivery, insertFiring, type ListedFiring } from "./firing-store.js";
import { sendWebhook, webhookHost } from "./send-webhook.js";

/** `POST /alerts/{id}/test`: one attempt, which changes neither the state nor the cooldown. */
export async function testAlert(
  deps: AlertDeps,
  { id }: { readonly id: string },
  { caller, call }: CallContext,
): Promise<AlertFiring> {
  const rule = await findOwnRule(deps.db, id, caller);
  if (rule.webhook_url === "") {
    throw new ServiceError("invalid_state", "This alert rule has no webhook URL. Set one first.");
  }
  const { threshold, condition } = rule;
  const sent = { metric_value: rule.last_value ?? 0, threshold, condition, fired_at: new Date() };
  const firingId = newId();
  const told = { ...sent, event: "alert.test", firing_id: firingId, recovered_at: null } as const;
  const { isDelivered, response_code, error } = await sendWebhook(deps, rule, told);
  const status = isDelivered ? "delivered" : "failed";
  await call.act(async (tx) => {
    // It may have been deleted while the webhook took its time.
    await lockOwnRule(tx, id, caller);
    await insertFiring(tx, { id: firingId, rule_id: id, ...sent, test: true });
    await insertDelivery(tx, { firing_id: firingId, event: "alert.test", status, attempts: 1, response_code, error });
    await dropOldFirings(tx, id, MAX_FIRINGS_KEPT);
    call.describeForAudit({
      resourceName: rule.name,
      detail: { webhook_host: webhookHost(rule.webhook_url), delivery_status: status, response_code },
    });
  });
  return describeFiring((await findFiring(deps.db, firingId)) as ListedFiring);
}
