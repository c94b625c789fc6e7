import { setTimeout as sleep } from "node:timers/promises";
import { findUser } from "../auth/index.js";
import type { Log } from "../platform/log.js";
import type { Db } from "../platform/relational/tx.js";
import { leaseDeliveries, saveOutcome, type DueDelivery } from "./firing-store.js";
import { findRule } from "./rule-store.js";
import { sendWebhook, type WebhookDeps } from "./send-webhook.js";

export interface DeliveryDeps extends WebhookDeps {
  readonly db: Db;
  readonly log: Pick<Log, "warn">;
}

/** Waits before the second and the third attempt (contract §8). */
const WAITS_MS = [1000, 2000] as const;
const MAX_ATTEMPTS = 1 + WAITS_MS.length;

const DELIVERED_AT_ONCE = 20;
/** Longer than all attempts of a webhook that does not answer, so that nobody else begins meanwhile. */
const LEASE_SECONDS = 60;
/** What is due while others are being delivered need not wait for them. */
const LOOK_AGAIN_MS = 1000;

/**
 * Delivers what is due until nothing is. A delivery is a row that was committed with its firing; the process that leases it sends it, and
 * when that process dies the lease ends and another one sends it again, with the same event id.
 */
export async function deliverAlerts(deps: DeliveryDeps): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const free = DELIVERED_AT_ONCE - underWay.size;
    for (const due of free > 0 ? await leaseDeliveries(deps.db, free, LEASE_SECONDS) : []) {
      const delivery: Promise<void> = deliver(deps, due)
        .catch((error: unknown) =>
          deps.log.warn({ err: error, firing: due.firing_id }, "an alert could not be delivered; it will be retried"),
        )
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    }
    if (underWay.size === 0) return;
    await Promise.race([...underWay, sleep(LOOK_AGAIN_MS)]);
  }
}

async function deliver(deps: DeliveryDeps, due: DueDelivery): Promise<void> {
  const rule = await findRule(deps.db, due.rule_id);
  // Deleted meanwhile, with its firings.
  if (!rule) return;
  const { attempts } = due;
  const nothing = { attempts, response_code: null, error: null };
  if (rule.webhook_url === "") return saveOutcome(deps.db, due, { ...nothing, status: "delivered" });
  if (!(await findUser(deps.db, rule.created_by))?.is_active) {
    const error = "The account of the user who created the rule is deactivated.";
    return saveOutcome(deps.db, due, { ...nothing, status: "failed", error });
  }
  for (let attempt = attempts + 1; ; attempt++) {
    const { isDelivered, mayPass, ...answer } = await sendWebhook(deps, rule, due);
    const isLast = isDelivered || !mayPass || attempt >= MAX_ATTEMPTS;
    const status = isDelivered ? "delivered" : isLast ? "failed" : "pending";
    await saveOutcome(deps.db, due, { ...answer, attempts: attempt, status });
    if (isLast) return;
    await sleep(WAITS_MS[attempt - 1] ?? 0);
  }
}
