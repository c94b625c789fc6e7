import { MAX_SESSION_VIEWS, type SessionView } from "@tackroom/contract";
import { lockUser } from "../../auth/index.js";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { countOtherViewsOf, saveView } from "../stores/session-view-store.js";
import { describeView } from "./list-session-views.js";

/** `PUT /me/session-views/{name}` */
export function saveSessionView(
  { name, params }: Pick<SessionView, "name" | "params">,
  { caller, call }: CallContext,
): Promise<SessionView> {
  call.describeForAudit({ resourceId: caller.userId, resourceName: name, detail: { filters: Object.keys(params) } });
  return call.act(async (tx) => {
    // Of several that one person saves at the same moment each counts those before it.
    await lockUser(tx, caller.userId);
    if ((await countOtherViewsOf(tx, caller.userId, name)) >= MAX_SESSION_VIEWS) {
      throw new ServiceError(
        "conflict",
        `You have reached the limit of ${MAX_SESSION_VIEWS} saved views. Delete one first.`,
      );
    }
    return describeView(await saveView(tx, { user_id: caller.userId, name, params }));
  });
}
