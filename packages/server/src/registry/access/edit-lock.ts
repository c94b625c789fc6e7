import type { CallContext } from "../../platform/http/index.js";
import { findUsers } from "../../auth/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "./change-item.js";
import { qualifiedName } from "./find-item.js";
import { updateItem, type Item } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { findNewest } from "../stores/version-store.js";

const EDIT_MINUTES = 30;

type EditState = { readonly status: "locked" | "unlocked" };

/** `POST /{type}/{id}/start-edit`: keeps others, and the review queue, away for a while. */
export async function startEdit(
  deps: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<EditState> {
  return changeItem(deps, { kind, id }, context, async (tx, { item }) => {
    await refuseIfEditedByOthers(tx, item, context.caller.userId);
    if (!(await findNewest(tx, item.id, ["draft", "pending", "rejected"]))) {
      throw new ServiceError(
        "invalid_state",
        `${qualifiedName(item)} has no editable version. Submit a new version instead.`,
      );
    }
    const until = new Date(Date.now() + EDIT_MINUTES * 60_000);
    context.call.describeForAudit({ detail: { locked_until: until.toISOString() } });
    await updateItem(tx, item.id, { edited_by: context.caller.userId, edited_until: until });
    return { status: "locked" };
  });
}

/** `POST /{type}/{id}/cancel-edit` */
export async function cancelEdit(
  deps: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<EditState> {
  return changeItem(deps, { kind, id }, context, async (tx, { item }) => {
    await refuseIfEditedByOthers(tx, item, context.caller.userId);
    context.call.describeForAudit({
      detail: { locked_until: { from: item.edited_until?.toISOString() ?? null, to: null } },
    });
    await updateItem(tx, item.id, { edited_by: null, edited_until: null });
    return { status: "unlocked" };
  });
}

export async function refuseIfEditedByOthers(tx: Tx, item: Item, userId: string | null): Promise<void> {
  if (!item.is_being_edited || item.edited_by === null || item.edited_by === userId) return;
  const editor = (await findUsers(tx, [item.edited_by])).get(item.edited_by);
  throw new ServiceError(
    "edit_locked",
    `${qualifiedName(item)} is locked for editing by ${editor?.username ?? "another user"} until ${item.edited_until?.toISOString()}. Retry then.`,
  );
}
