import type { Canary, CreateCanaryBody } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { findItem, loadViewer, lockItem, qualifiedName } from "../../registry/index.js";
import { MIN_NEEDLE, needleOf } from "../core/canaries.js";
import { insertCanary, listActiveCanaries } from "../stores/canary-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { newCanaryValue } from "./canary-values.js";
import { describeCanary } from "./describe-canary.js";

/** Each is looked for in every line of the agent's sessions. */
const MAX_ACTIVE = 50;

/** `POST /admin/canaries` */
export async function createCanary(
  { db }: Pick<TelemetryDeps, "db">,
  { agent_id, canary_type, injection_point, canary_value: given, expected_behavior }: CreateCanaryBody,
  { caller, call }: CallContext,
): Promise<Canary> {
  const value = given === undefined ? newCanaryValue(canary_type) : requireLongEnough(given);
  const viewer = await loadViewer(db, caller);
  const agent = await findItem(db, viewer, "agent", agent_id);
  const canary = {
    id: newId(),
    agent_id: agent.id,
    canary_type,
    injection_point,
    canary_value: value,
    needle: needleOf(canary_type, value),
    expected_behavior,
    created_by: caller.userId,
    created_at: new Date(),
  };
  return call.act(async (tx) => {
    // Never the value: the audit log is read by more people, and for longer.
    call.describeForAudit({
      resourceId: canary.id,
      resourceName: qualifiedName(agent),
      detail: { agent_id: agent.id, canary_type, injection_point, expected_behavior, generated: given === undefined },
    });
    // Of several that are created at the same moment each counts those before it.
    if (!(await lockItem(tx, viewer, agent.id))) {
      throw new ServiceError("not_found", `${qualifiedName(agent)} was deleted in the meantime.`);
    }
    if ((await listActiveCanaries(tx, [agent.id])).length >= MAX_ACTIVE) {
      throw new ServiceError(
        "conflict",
        `The agent has reached the limit of ${MAX_ACTIVE} active canaries. Delete one first.`,
      );
    }
    if (!(await insertCanary(tx, canary))) {
      throw new ServiceError(
        "conflict",
        "The agent has an active canary with this value. Choose another value, or omit it.",
      );
    }
    return describeCanary(canary);
  });
}

function requireLongEnough(value: string): string {
  const trimmed = value.trim();
  if (trimmed.length >= MIN_NEEDLE) return trimmed;
  throw fieldError(
    "body.canary_value",
    `must have at least ${MIN_NEEDLE} characters, so that it is not found by chance. Omit it to have one generated.`,
  );
}
