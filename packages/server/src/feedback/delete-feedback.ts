import type { CallContext } from "../platform/http/index.js";
import { deleteFeedbackBy } from "./feedback-store.js";
import { notOwn } from "./not-own.js";

export async function deleteFeedback({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  call.describeForAudit({ detail: { feedback: "removed by its author" } });
  await call.act(async (tx) => {
    if (!(await deleteFeedbackBy(tx, caller.userId, id))) throw await notOwn(tx, id);
  });
}
