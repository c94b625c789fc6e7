import type { CallRecord } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Tx } from "../platform/relational/tx.js";
import { insertOutboxEvents } from "./audit-outbox-store.js";
import type { UnchainedEvent } from "./core/chain.js";
import { eventDetail } from "./core/event-detail.js";
import { eventText } from "./core/event-text.js";
import { outcomeOf } from "./core/outcome.js";

/** The edge's record of a call becomes an event of the log, on its way in the outbox once the transaction commits. */
export function recordCall(tx: Tx, record: CallRecord): Promise<void> {
  return insertOutboxEvents(tx, [eventOfCall(record)]);
}

export function eventOfCall(record: CallRecord): UnchainedEvent {
  const { actor, about, audited } = record;
  return {
    event_id: newId(),
    timestamp: record.at.toISOString(),
    actor_id: actor?.userId ?? null,
    actor_email: actor?.email ?? null,
    actor_role: actor?.role ?? null,
    action: audited.action,
    resource_type: about.resourceType ?? audited.resource ?? null,
    resource_id: eventText(about.resourceId),
    resource_name: eventText(about.resourceName),
    http_method: record.method,
    http_path: eventText(record.path),
    status_code: record.status,
    ip_address: record.ip,
    user_agent: eventText(record.userAgent),
    detail: eventDetail(about.detail),
    sensitivity: audited.sensitivity,
    request_id: record.requestId,
    outcome: outcomeOf(record.status),
    duration_ms: record.durationMs,
    source: record.source,
  };
}
