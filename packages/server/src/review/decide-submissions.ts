import type { DecisionResult } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { decideOneOfSeveral, type ReviewDeps } from "./decide-submission.js";

interface Decisions {
  readonly action: "approve" | "reject";
  readonly reason?: string;
  readonly submissions: readonly { readonly id: string; readonly digest: string }[];
}

/** `POST /review/decisions`: each in a transaction of its own, so that whatever one fails with, the others are decided and told. */
export async function decideSubmissions(
  deps: ReviewDeps,
  { action, reason, submissions }: Decisions,
  { caller, call }: CallContext,
): Promise<{ results: DecisionResult[] }> {
  const results: DecisionResult[] = [];
  for (const { id, digest } of submissions) {
    const part = call.part();
    try {
      const decision = { id, verdict: { action, reason, digest } };
      const { name, version, status } = await decideOneOfSeveral(deps, decision, { caller, call: part });
      results.push({ id, name, version, status, error: null });
    } catch (error) {
      const { code, message } = await part.failed(error);
      results.push({ id, name: null, version: null, status: null, error: { code, detail: message } });
    }
  }
  return { results };
}
