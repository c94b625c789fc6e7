import type { CallContext } from "../../platform/http/index.js";
import { findUsers, type PublicUser } from "../../auth/index.js";
import type { Deps } from "../access/change-item.js";
import { qualifiedName } from "../access/find-item.js";
import { lockItem } from "../stores/item-store.js";
import { moveOwnership } from "./move-ownership.js";
import { noTransfer, requireTransfer, type OfferedItem } from "./find-transfer.js";
import { endTransfer } from "../stores/transfer-store.js";
import { loadViewer } from "../stores/viewer-store.js";

/** `POST /{type}/{id}/transfer-ownership/accept`, by the receiver. */
export async function acceptTransfer({ db }: Deps, of: OfferedItem, { caller, call }: CallContext) {
  const transfer = await requireTransfer(db, of, caller.userId);
  if (transfer.to_user_id !== caller.userId) throw noTransfer(of);
  const viewer = await loadViewer(db, caller);
  call.describeForAudit({ resourceId: transfer.item_id, resourceName: qualifiedName(transfer) });
  return call.act(async (tx) => {
    // The receiver may not see the item yet.
    const item = await lockItem(tx, { ...viewer, seesAll: true }, transfer.item_id);
    if (!item || item.owner_id !== transfer.from_user_id || !(await endTransfer(tx, transfer))) {
      throw noTransfer(of);
    }
    const receiver = (await findUsers(tx, [caller.userId])).get(caller.userId) as PublicUser;
    return moveOwnership(tx, { viewer, item, user: receiver, call });
  });
}
