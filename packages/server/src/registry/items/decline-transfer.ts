import type { CallContext } from "../../platform/http/index.js";
import { findUsers } from "../../auth/index.js";
import type { Deps } from "../access/change-item.js";
import { qualifiedName } from "../access/find-item.js";
import { noTransfer, requireTransfer, type OfferedItem } from "./find-transfer.js";
import { endTransfer } from "../stores/transfer-store.js";

/** `POST /{type}/{id}/transfer-ownership/decline`, by the receiver, or by the owner who takes the offer back. */
export async function declineTransfer({ db }: Deps, of: OfferedItem, { caller, call }: CallContext) {
  const transfer = await requireTransfer(db, of, caller.userId);
  call.describeForAudit({ resourceId: transfer.item_id, resourceName: qualifiedName(transfer) });
  return call.act(async (tx) => {
    if (!(await endTransfer(tx, transfer))) throw noTransfer(of);
    const to = (await findUsers(tx, [transfer.to_user_id])).get(transfer.to_user_id)?.username ?? "";
    call.describeForAudit({ detail: { declined: "transfer", to, by: caller.email } });
    return { status: "declined" as const, to };
  });
}
