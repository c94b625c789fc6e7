import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { forgetInstalled } from "../stores/installed-store.js";

/** `DELETE /me/installs/{id}`: for what was removed by other means than `tack uninstall`. */
export async function forgetInstall({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    call.describeForAudit({ detail: { installed: { from: true, to: false } } });
    if (await forgetInstalled(tx, caller.userId, id)) return;
    throw new ServiceError("not_found", "You have no install of this item. See GET /api/v1/me/updates.");
  });
}
