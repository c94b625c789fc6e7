import type { AuditAction, AuditEvent } from "@tackroom/contract";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { insertOutboxEvents } from "./audit-outbox-store.js";
import { eventDetail, type Detail } from "./core/event-detail.js";
import { eventText } from "./core/event-text.js";

export interface SystemEvent {
  readonly action: AuditAction;
  readonly sensitivity: AuditEvent["sensitivity"];
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly resourceName?: string;
  /** Never a secret. */
  readonly detail?: string | Detail;
}

/** What the operator or the system itself did without a request, recorded in the transaction that does it. */
export function recordSystemEvent(tx: Tx, did: SystemEvent): Promise<void> {
  return insertOutboxEvents(tx, [
    {
      event_id: newId(),
      timestamp: new Date().toISOString(),
      actor_id: null,
      actor_email: null,
      actor_role: null,
      action: did.action,
      resource_type: did.resourceType ?? null,
      resource_id: eventText(did.resourceId),
      resource_name: eventText(did.resourceName),
      http_method: null,
      http_path: null,
      status_code: null,
      ip_address: null,
      user_agent: null,
      detail: eventDetail(did.detail),
      sensitivity: did.sensitivity,
      request_id: null,
      outcome: "success",
      duration_ms: null,
      source: "system",
    },
  ]);
}
