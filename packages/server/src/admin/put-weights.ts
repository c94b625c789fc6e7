import { DIMENSIONS, type PutWeightsBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { loadWeights, lockWeights, saveWeights, weightsProblem, weightsWith } from "../telemetry/index.js";

/** `PUT /admin/weights`: those that are named; together with the others they must still be 1. */
export async function putWeights(
  wanted: PutWeightsBody,
  { caller, call }: CallContext,
): Promise<{ updated: PutWeightsBody }> {
  return call.act(async (tx) => {
    await lockWeights(tx);
    const before = weightsWith(await loadWeights(tx));
    const problem = weightsProblem({ ...before, ...wanted });
    if (problem !== undefined) throw fieldError("body", problem);
    const named = DIMENSIONS.filter((dimension) => wanted[dimension] !== undefined);
    const changes = named.map((dimension) => [dimension, { from: before[dimension], to: wanted[dimension] ?? 0 }]);
    call.describeForAudit({ detail: Object.fromEntries(changes) });
    await saveWeights(tx, wanted, caller.userId);
    return { updated: wanted };
  });
}
