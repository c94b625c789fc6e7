import type { Canary } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { isUuid } from "../../platform/ids.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeCanary } from "./describe-canary.js";

/** `GET /admin/canaries/{agent_id}`: the active ones, newest first; of an unknown agent none. */
export async function listCanaries(
  { canariesOf }: Pick<TelemetryDeps, "canariesOf">,
  { agent_id }: { readonly agent_id: string },
  { call }: CallContext,
): Promise<Canary[]> {
  call.describeForAudit({ detail: { agent_id } });
  if (!isUuid(agent_id)) return [];
  return (await canariesOf(agent_id.toLowerCase())).map(({ deleted_at: _deleted, ...canary }) =>
    describeCanary(canary),
  );
}
