import type { AlertRule, CreateAlertBody } from "@tackroom/contract";
import { lockUser } from "../auth/index.js";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import { refuse, unsafeTextErrors } from "../registry/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { wholeMinute } from "./core/minutes.js";
import { describeAlert } from "./describe-alert.js";
import { countRulesOf, insertRule } from "./rule-store.js";
import { requireAllowedWebhook, webhookHost } from "./send-webhook.js";
import { readWatched } from "./watched.js";
import { createWebhookSecret } from "./webhook-secrets.js";

/** Each is evaluated every minute. */
const MAX_RULES_PER_USER = 100;

/** `POST /alerts` */
export async function createAlert(
  deps: AlertDeps,
  body: CreateAlertBody,
  { caller, call }: CallContext,
): Promise<Answer<AlertRule>> {
  const wanted = readWatched(body);
  refuse(unsafeTextErrors({ name: wanted.name, target_id: wanted.target_id }, "body"));
  await requireAllowedWebhook(deps.outbound, wanted.webhook_url);
  const id = newId();
  const { secret, columns } = createWebhookSecret(deps.sealing, id);
  const rule = await call.act(async (tx) => {
    // Of two requests at once, the second one counts what the first has added.
    await lockUser(tx, caller.userId);
    if ((await countRulesOf(tx, caller.userId)) >= MAX_RULES_PER_USER) {
      throw new ServiceError(
        "invalid_state",
        `You have reached the limit of ${MAX_RULES_PER_USER} alert rules. Delete one first.`,
      );
    }
    const now = new Date(wholeMinute(Date.now()));
    const { webhook_url, ...shown } = wanted;
    call.describeForAudit({
      resourceId: id,
      resourceName: wanted.name,
      detail: { ...shown, webhook_host: webhookHost(webhook_url) },
    });
    return insertRule(tx, {
      id,
      created_by: caller.userId,
      ...wanted,
      ...columns,
      watching_since: now,
      evaluated_until: now,
    });
  });
  const described = await describeAlert(deps.db, rule, caller);
  return created({ ...described, webhook_secret: secret }, `/alerts/${id}`);
}
