import type { ItemStatus } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { statusOf } from "./describe-item.js";
import { qualifiedName } from "../access/find-item.js";
import { updateItem } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";

export interface ItemState {
  readonly id: string;
  readonly name: string;
  readonly status: ItemStatus;
}

/** `PATCH /{type}/{id}/archive`: out of the lists. */
export function archiveItem(
  deps: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<ItemState> {
  return setArchived(deps, { kind, id, archived: true }, context);
}

/** `PATCH /{type}/{id}/unarchive`: and back. */
export function unarchiveItem(
  deps: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<ItemState> {
  return setArchived(deps, { kind, id, archived: false }, context);
}

async function setArchived(
  deps: Deps,
  { kind, id, archived }: { readonly kind: Kind; readonly id: string; readonly archived: boolean },
  context: CallContext,
): Promise<ItemState> {
  return changeItem(deps, { kind, id }, context, async (tx, { item }) => {
    const state = statusOf(item);
    if (archived ? state !== "approved" : state !== "archived") {
      throw new ServiceError(
        "invalid_state",
        `${qualifiedName(item)} is ${state}; only ${archived ? "approved items can be archived" : "archived items can be unarchived"}.`,
      );
    }
    const status = statusOf({ ...item, is_archived: archived });
    context.call.describeForAudit({ detail: { status: { from: state, to: status } } });
    await updateItem(tx, item.id, { is_archived: archived, updated_at: new Date() });
    return { id: item.id, name: item.name, status };
  });
}
