import type { Feedback } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { describeOwn } from "./describe-feedback.js";
import { listFeedbackBy } from "./feedback-store.js";

export async function listMyFeedback(
  { db }: { readonly db: Db },
  query: { readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<Feedback[]>> {
  const { items, total } = await listFeedbackBy(db, caller.userId, query);
  return page({ items: items.map(describeOwn), total }, query, call.url);
}
