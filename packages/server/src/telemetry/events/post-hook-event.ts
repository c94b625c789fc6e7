import type { postHookEvent as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import { redactedJson } from "../../unsafe-text/index.js";
import { readHookEvent } from "../core/hook-event.js";
import { requireHarness } from "../ingest/session-identity.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const MAX_DETAIL_LENGTH = 32 * 1024;

/** `POST /telemetry/hooks` */
export async function postHookEvent(
  { reports }: Pick<TelemetryDeps, "reports">,
  { body, query }: { readonly body: Readonly<Record<string, unknown>>; readonly query: Static<typeof endpoint.query> },
  { caller, call }: CallContext,
): Promise<Static<typeof endpoint.reply>> {
  const { event, sessionId, serviceName, toolName, toolUseId, agentId, model, cwd, isError } = readHookEvent(body);
  await reports.appendHook({
    received_at: new Date().toISOString(),
    event_id: newId(),
    user_id: caller.userId,
    harness: serviceName === "" ? "" : requireHarness(serviceName, "body.service_name"),
    event,
    session_id: sessionId,
    tool_name: toolName,
    tool_use_id: toolUseId,
    agent_id: agentId,
    model,
    cwd,
    is_error: isError ? 1 : 0,
    detail: redactedJson(body, MAX_DETAIL_LENGTH),
  });
  // Some harnesses take a body for what the hook has to say.
  const isQuiet = query.quiet === "1" || /\bhook=quiet\b/.test(call.headers.accept ?? "");
  return isQuiet ? {} : { ingested: 1, session_id: sessionId || null, event };
}
