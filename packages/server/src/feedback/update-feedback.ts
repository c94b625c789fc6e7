import type { Feedback } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { refuse, unsafeTextErrors } from "../registry/index.js";
import { describeFeedback } from "./describe-feedback.js";
import { updateFeedbackBy, type FeedbackChange } from "./feedback-store.js";
import { notOwn } from "./not-own.js";

export async function updateFeedback(
  { id, change }: { readonly id: string; readonly change: FeedbackChange },
  { caller, call }: CallContext,
): Promise<Feedback> {
  refuse(unsafeTextErrors(change, "body"));
  const { rating, comment, anonymous } = change;
  const given = {
    ...(rating === undefined ? {} : { rating }),
    ...(comment === undefined ? {} : { comment }),
    ...(anonymous === undefined ? {} : { anonymous }),
  };
  call.describeForAudit({ detail: { changed: Object.keys(given) } });
  return call.act(async (tx) => {
    const feedback = await updateFeedbackBy(tx, caller.userId, id, given);
    if (!feedback) throw await notOwn(tx, id);
    return describeFeedback(feedback);
  });
}
