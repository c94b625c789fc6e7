import type { MarkInboxReadBody } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { countUnreadOf, markEntriesRead } from "./inbox-store.js";

export async function markInboxRead(
  { ids, all }: MarkInboxReadBody,
  { caller, call }: CallContext,
): Promise<{ unread_count: number }> {
  if ((ids === undefined) === (all === undefined)) throw fieldError("body", "must have exactly one of ids and all");
  return call.act(async (tx) => {
    const marked = await markEntriesRead(tx, caller.userId, ids);
    call.describeForAudit({ resourceId: caller.userId, detail: { marked } });
    return { unread_count: await countUnreadOf(tx, caller.userId) };
  });
}
