import { roleSuffices, type PersonReference } from "@tackroom/contract";
import { Answer, type CallContext } from "../../platform/http/index.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { requireUser, whoPath } from "./co-authors.js";
import { qualifiedName } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import { moveOwnership, refuseOutsiders } from "./move-ownership.js";
import { offerTransfer } from "../stores/transfer-store.js";

type TransferReply = Awaited<ReturnType<typeof moveOwnership>> | { readonly status: "pending"; readonly to: string };

/**
 * `POST /{type}/{id}/transfer-ownership`. Nobody becomes the owner of something without wanting it: the owner offers it, and
 * the receiver accepts or declines. An admin moves it at once.
 */
export async function transferOwnership(
  deps: Deps,
  { kind, id, who }: { readonly kind: Kind; readonly id: string; readonly who: PersonReference },
  context: CallContext,
) {
  const { caller, call } = context;
  const user = await requireUser(deps.db, who);
  return changeItem(deps, { kind, id }, context, async (tx, { item, viewer }) => {
    if (item.owner_id === user.id)
      throw fieldError(whoPath(who), `is invalid: ${user.username} already owns ${qualifiedName(item)}`);
    if (roleSuffices(caller.role, "admin"))
      return new Answer<TransferReply>(await moveOwnership(tx, { viewer, item, user, call }));
    if (item.owner_id !== caller.userId) {
      throw new ServiceError(
        "forbidden",
        `Only the owner of ${qualifiedName(item)} or an admin can transfer it. Co-authors cannot.`,
      );
    }
    await refuseOutsiders(tx, item, user);
    call.describeForAudit({ detail: { offered_to: user.email, user_id: user.id } });
    await offerTransfer(tx, { item_id: item.id, from_user_id: caller.userId, to_user_id: user.id });
    return new Answer<TransferReply>({ status: "pending", to: user.username }, { status: 202 });
  });
}
