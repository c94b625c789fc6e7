import type { DecisionResult } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { ServiceError } from "../platform/service-error.js";
import { decideOneOfSeveral, type ReviewDeps } from "./decide-submission.js";

interface Decisions {
  readonly action: "approve" | "reject";
  readonly reason?: string;
  readonly submissions: readonly { readonly id: string; readonly digest: string }[];
}

/**
 * `POST /review/decisions`: each in a transaction of its own, so that whatever one fails with, the others are decided and told.
 * Once a store is unavailable, the rest is not tried: waiting for it with each of them would take minutes.
 */
export async function decideSubmissions(
  deps: ReviewDeps,
  { action, reason, submissions }: Decisions,
  { caller, call }: CallContext,
): Promise<{ results: DecisionResult[] }> {
  const results: DecisionResult[] = [];
  let outage: ServiceError | undefined;
  for (const { id, digest } of submissions) {
    if (outage) {
      results.push(undecided(id, outage));
      continue;
    }
    const part = call.part();
    try {
      const decision = { id, verdict: { action, reason, digest } };
      const { name, version, status } = await decideOneOfSeveral(deps, decision, { caller, call: part });
      results.push({ id, name, version, status, error: null });
    } catch (error) {
      const refusal = await part.failed(error);
      if (refusal.code === "unavailable") outage = refusal;
      results.push(undecided(id, refusal));
    }
  }
  return { results };
}

const undecided = (id: string, { code, message }: ServiceError): DecisionResult => ({
  id,
  name: null,
  version: null,
  status: null,
  error: { code, detail: message },
});
