import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { deleteView } from "../stores/session-view-store.js";

/** `DELETE /me/session-views/{name}` */
export async function deleteSessionView(
  { name }: { readonly name: string },
  { caller, call }: CallContext,
): Promise<undefined> {
  call.describeForAudit({ resourceId: caller.userId, resourceName: name, detail: { name } });
  await call.act(async (tx) => {
    if (await deleteView(tx, caller.userId, name)) return;
    throw new ServiceError("not_found", `You have no saved view "${name}". See GET /api/v1/me/session-views.`);
  });
}
