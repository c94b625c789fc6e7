import { ITEM_TYPES, KINDS } from "@tackroom/contract";
import { Type } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { findItemsOfAnyKind, kindOf, loadViewer, onlyItemOf } from "../../registry/index.js";
import type { ToolDeps } from "./tool.js";

/** How a tool is told which item is meant. */
export const ITEM_INPUT = {
  item: Type.String({ minLength: 1, maxLength: 200, description: "The ID or the name (namespace/slug) of the item" }),
  type: Type.Optional(
    Type.Enum([...ITEM_TYPES], { description: "Only needed if items of several types have this name" }),
  ),
};

type Named = { readonly item: string; readonly type?: (typeof ITEM_TYPES)[number] };

export async function itemMeant({ db }: Pick<ToolDeps, "db">, { item: named, type }: Named, { caller }: CallContext) {
  const viewer = await loadViewer(db, caller);
  if (type !== undefined) return { kind: kindOf(KINDS[type].kind), id: named };
  const item = onlyItemOf(await findItemsOfAnyKind(db, viewer, named), named);
  if (!item) {
    throw new ServiceError(
      "not_found",
      `The item ${named} was not found, or you do not have permission to see it. Use search to find items.`,
    );
  }
  return { kind: kindOf(item.kind), id: item.id };
}
