import type { AlertDelivery } from "@tackroom/contract";
import {
  failedAttempt,
  OutboundRefusal,
  postSigned,
  WEBHOOK_RULES,
  type Outbound,
  type WebhookAttempt,
} from "../platform/outbound/index.js";
import { fieldError } from "../platform/service-error.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { DueDelivery } from "./firing-store.js";
import type { Rule } from "./rule-store.js";
import { openWebhookSecret } from "./webhook-secrets.js";

/** A URL that the outbound guard refuses is an error to report when it is given. */
export async function requireAllowedWebhook(outbound: Pick<Outbound, "check">, url: string): Promise<void> {
  if (url === "") return;
  try {
    await outbound.check(url, WEBHOOK_RULES);
  } catch (error) {
    if (error instanceof OutboundRefusal) throw fieldError("body.webhook_url", error.message);
    throw error;
  }
}

/** For the audit log: paths and queries of webhooks often hold a token. */
export const webhookHost = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

/** What a webhook is told of: a firing, its recovery, or a test. */
export type Told = Pick<
  DueDelivery,
  "event" | "firing_id" | "metric_value" | "threshold" | "condition" | "fired_at" | "recovered_at"
>;

export interface WebhookDeps {
  readonly outbound: Pick<Outbound, "fetch">;
  readonly sealing: Sealing;
}

const NO_KEY =
  "The webhook secret was encrypted with another SECRET_KEY than that of the server that delivers. Start all replicas with the same SECRET_KEY; if that key is lost, create the rule again.";

/** One attempt. */
export async function sendWebhook({ outbound, sealing }: WebhookDeps, rule: Rule, told: Told): Promise<WebhookAttempt> {
  const secret = openWebhookSecret(sealing, rule);
  if (secret === undefined) return failedAttempt(NO_KEY, { mayPass: false });
  return postSigned(outbound, { url: rule.webhook_url, secret, eventId: eventId(told), body: bodyOf(rule, told) });
}

const eventId = ({ event, firing_id }: Told): string =>
  event === "alert.recovered" ? `${firing_id}:recovered` : firing_id;

function bodyOf(rule: Rule, { event, fired_at, recovered_at, ...told }: Told): AlertDelivery {
  return {
    event,
    alert_rule_id: rule.id,
    alert_name: rule.name,
    metric: rule.metric,
    metric_value: told.metric_value,
    threshold: told.threshold,
    condition: told.condition,
    target_type: rule.target_type,
    target_id: rule.target_id,
    fired_at: fired_at.toISOString(),
    ...(event === "alert.recovered" && recovered_at ? { recovered_at: recovered_at.toISOString() } : {}),
  };
}
