import type { OwnershipTransfer } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Deps } from "../access/change-item.js";
import { qualifiedName } from "../access/find-item.js";
import { listTransfersOf, type TransferPage } from "../stores/transfer-store.js";

/** `GET /registry/transfers`: what one was offered, or offers, newest first. */
export async function listTransfers(
  { db }: Deps,
  query: TransferPage,
  { caller, call }: CallContext,
): Promise<Answer<OwnershipTransfer[]>> {
  const { items, total } = await listTransfersOf(db, caller.userId, query);
  const users = await findUsers(
    db,
    items.flatMap(({ from_user_id, to_user_id }) => [from_user_id, to_user_id]),
  );
  const described = items.map((transfer) => ({
    type: transfer.kind,
    id: transfer.item_id,
    qualified_name: qualifiedName(transfer),
    name: transfer.name,
    from: users.get(transfer.from_user_id)?.username ?? "",
    to: users.get(transfer.to_user_id)?.username ?? "",
    created_at: transfer.created_at.toISOString(),
  }));
  return page({ items: described, total }, query, call.url);
}
