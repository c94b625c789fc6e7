import type { CallContext } from "../platform/http/index.js";
import { lockOwnRule } from "./find-rule.js";
import { deleteRule } from "./rule-store.js";
import { webhookHost } from "./send-webhook.js";

/** `DELETE /alerts/{id}`: its history goes with it. */
export async function deleteAlert({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    const { name, created_by, metric, threshold, condition, target_type, target_id, webhook_url } = await lockOwnRule(
      tx,
      id,
      caller,
    );
    call.describeForAudit({
      resourceName: name,
      detail: {
        created_by,
        metric,
        threshold,
        condition,
        target_type,
        target_id,
        webhook_host: webhookHost(webhook_url),
      },
    });
    await deleteRule(tx, id);
  });
}
