import { roleSuffices, type ItemKind, type Visibility } from "@tackroom/contract";
import type { AuditDetail, CallContext, Caller } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { fieldError } from "../../platform/service-error.js";
import { changeItem } from "../access/change-item.js";
import { statusOf } from "./describe-item.js";
import { qualifiedName } from "../access/find-item.js";
import type { InstallDeps } from "../installs/install-item.js";
import { findItemEvenDeleted, type Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { requireTeam } from "./publish-place.js";
import { rename } from "./rename-item.js";
import { needsSecondReviewer } from "../access/second-reviewer.js";
import { refreshShown } from "../versions/shown-version.js";
import { approveForPublic, returnToReview } from "../stores/version-status-store.js";
import { findApproved } from "../stores/version-store.js";

export interface VisibilityWish {
  readonly visibility: Visibility;
  readonly team_id?: string;
}

const visibilityChange = (before: Item, after: Item): AuditDetail => ({
  visibility: { from: before.visibility, to: after.visibility },
  ...(before.team_id === after.team_id ? {} : { team_id: { from: before.team_id, to: after.team_id } }),
});

/** `PATCH /registry/<kind>/{id}/visibility` */
export async function setVisibility(
  deps: InstallDeps,
  { kind, id, wish }: { readonly kind: ItemKind; readonly id: string; readonly wish: VisibilityWish },
  context: CallContext,
) {
  return changeItem(deps, { kind: kindOf(kind), id }, context, async (tx, { item, viewer }) => {
    const teamId = wish.team_id ?? item.team_id;
    if (wish.visibility === "team" && teamId === null)
      throw fieldError("body.team_id", "is required for the visibility team");
    const team = teamId === null ? undefined : await requireTeam(tx, teamId, wish.visibility, context.caller);
    // More people will see what only some have looked at.
    const widens = item.visibility !== "public" && wish.visibility === "public";
    const returned = widens ? await reviewForPublic(tx, deps.settings, item, context.caller) : 0;
    if (team && team.handle !== item.namespace)
      await rename(tx, viewer, item, { name: item.name, namespace: team.handle });
    await refreshShown(
      tx,
      { ...item, ...(team ? { namespace: team.handle } : {}) },
      {
        visibility: wish.visibility,
        team_id: team?.id ?? null,
        updated_at: new Date(),
      },
    );
    const changed = (await findItemEvenDeleted(tx, { ...viewer, seesAll: true }, item.kind, item.id)) as Item;
    context.call.describeForAudit({ detail: visibilityChange(item, changed) });
    return {
      id: item.id,
      type: item.kind,
      qualified_name: qualifiedName(changed),
      team_id: changed.team_id,
      visibility: changed.visibility,
      status: statusOf(changed),
      returned_to_review: returned > 0,
    };
  });
}

/** How many versions went back to review. A reviewer who makes an item public has reviewed it, unless it takes another. */
async function reviewForPublic(
  tx: Tx,
  settings: InstallDeps["settings"],
  item: Item,
  { role, userId: reviewerId }: Caller,
): Promise<number> {
  const versions = await findApproved(tx, item.id);
  const isReviewed =
    roleSuffices(role, "reviewer") && !(await needsSecondReviewer(tx, settings, { versions, reviewerId }));
  if (!isReviewed) return returnToReview(tx, item.id);
  await approveForPublic(tx, item.id);
  return 0;
}
