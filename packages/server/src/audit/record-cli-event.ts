import type { CliEventBody, CliEventReply } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { RateLimits } from "../platform/rate-limits/index.js";
import { requestContext } from "../platform/request-context.js";
import { ServiceError } from "../platform/service-error.js";
import { insertOutboxEvents } from "./audit-outbox-store.js";
import type { UnchainedEvent } from "./core/chain.js";
import { eventText } from "./core/event-text.js";

const MAX_BYTES = 1024;

export interface RecordCliEventDeps {
  readonly limits: RateLimits;
  readonly wake: () => void;
}

/** The caller is the actor and the outcome is success, whatever is sent: nobody writes the log in another's name. */
export async function recordCliEvent(
  { limits, wake }: RecordCliEventDeps,
  body: CliEventBody,
  { caller, call }: CallContext,
): Promise<CliEventReply> {
  refuseLarge(body);
  if ((await limits.take("events", `user:${caller.userId}`)) > 0) return { status: "dropped" };
  await call.act((tx) => insertOutboxEvents(tx, [eventOf(body, { caller, call })]));
  wake();
  return { status: "ok" };
}

function refuseLarge(body: CliEventBody): void {
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BYTES) return;
  const message = `must not be larger than ${MAX_BYTES} bytes in total. Shorten detail`;
  throw new ServiceError("validation_failed", `body ${message}.`, { extra: { errors: [{ path: "body", message }] } });
}

function eventOf(body: CliEventBody, { caller, call }: CallContext): UnchainedEvent {
  return {
    event_id: newId(),
    timestamp: new Date().toISOString(),
    actor_id: caller.userId,
    actor_email: caller.email,
    actor_role: caller.role,
    action: `cli.${body.action}`,
    resource_type: eventText(body.resource_type),
    resource_id: eventText(body.resource_id),
    resource_name: eventText(body.resource_name),
    // It tells of what happened at the caller's machine, not of the call that brought the news.
    http_method: null,
    http_path: null,
    status_code: null,
    ip_address: call.ip,
    user_agent: eventText(call.headers["user-agent"]),
    detail: eventText(body.detail),
    sensitivity: "low",
    request_id: requestContext.getStore()?.requestId ?? null,
    outcome: "success",
    duration_ms: null,
    source: "cli",
  };
}
