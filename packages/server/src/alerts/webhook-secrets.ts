import { randomBytes } from "node:crypto";
import type { Tx } from "../platform/relational/tx.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { Resealed } from "../settings/index.js";
import { listWebhookSecrets, updateRule, type Rule } from "./rule-store.js";

const SECRET_BYTES = 32;

/** Bound to the rule: a secret that is copied to another row opens nothing there. */
const contextOf = (id: string): string => `alert_rule ${id}`;

export function createWebhookSecret(sealing: Sealing, ruleId: string) {
  const secret = randomBytes(SECRET_BYTES).toString("hex");
  return {
    secret,
    columns: { webhook_secret: sealing.seal(contextOf(ruleId), secret), webhook_secret_last4: secret.slice(-4) },
  };
}

/** Undefined when the server no longer has the key that it was sealed with. */
export const openWebhookSecret = (
  sealing: Sealing,
  { id, webhook_secret }: Pick<Rule, "id" | "webhook_secret">,
): string | undefined => sealing.unseal(contextOf(id), webhook_secret);

/** Renews the seals of the old key, and names the secrets that no key opens. */
export async function resealWebhookSecrets(sealing: Sealing, tx: Tx): Promise<Resealed> {
  let resealed = 0;
  const unreadable: string[] = [];
  for (const rule of await listWebhookSecrets(tx)) {
    if (sealing.isCurrent(rule.webhook_secret)) continue;
    const secret = openWebhookSecret(sealing, rule);
    if (secret === undefined) unreadable.push(`the webhook secret of alert rule ${rule.id}`);
    else {
      await updateRule(tx, rule.id, { webhook_secret: sealing.seal(contextOf(rule.id), secret) });
      resealed += 1;
    }
  }
  return { resealed, unreadable };
}
