import { roleSuffices, type ItemKind, type Visibility } from "@tackroom/contract";
import type { AuditDetail, CallContext, Caller } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { teamRole } from "../../teams/index.js";
import { changeItem } from "../access/change-item.js";
import { statusOf } from "./describe-item.js";
import { qualifiedName } from "../access/find-item.js";
import type { InstallDeps } from "../installs/install-item.js";
import { findItemEvenDeleted, updateItem, type Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { requireTeam } from "./publish-place.js";
import { rename } from "./rename-item.js";
import { needsSecondReviewer } from "../access/second-reviewer.js";
import { refreshShown } from "../versions/shown-version.js";
import { approveForPublic, restoreApprovals, returnToReview } from "../stores/version-status-store.js";
import { findApproved } from "../stores/version-store.js";

export interface VisibilityWish {
  readonly visibility: Visibility;
  readonly team_id?: string;
}

const visibilityChange = (before: Item, after: Item, restored: number): AuditDetail => ({
  visibility: { from: before.visibility, to: after.visibility },
  ...(restored === 0 ? {} : { approvals_restored: restored }),
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
    const place = { visibility: wish.visibility, team_id: team?.id ?? null };
    await refuseTaking(tx, item, place, context.caller);
    // More people will see what only some have looked at.
    const widens = item.visibility !== "public" && wish.visibility === "public";
    const returned = widens ? await reviewForPublic(tx, deps.settings, item, context.caller) : 0;
    if (team && team.handle !== item.namespace)
      await rename(tx, viewer, item, { name: item.name, namespace: team.handle });
    await updateItem(tx, item.id, { ...place, updated_at: new Date() });
    const restored = wish.visibility === "public" ? 0 : await restoreApprovals(tx, item.id);
    await refreshShown(tx, { ...item, ...(team ? { namespace: team.handle } : {}) });
    const changed = (await findItemEvenDeleted(tx, { ...viewer, seesAll: true }, item.kind, item.id)) as Item;
    context.call.describeForAudit({ detail: visibilityChange(item, changed, restored) });
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

/**
 * Co-authors do not take an item away from its owner: neither into another namespace, which would be a transfer (membership of
 * its team would not help the owner, who can be removed from it afterwards), nor out of the owner's sight.
 */
async function refuseTaking(
  tx: Tx,
  item: Item,
  to: Pick<Item, "visibility" | "team_id">,
  { role, userId }: Caller,
): Promise<void> {
  if (item.owner_id === userId || roleSuffices(role, "admin")) return;
  if (to.team_id !== item.team_id) {
    throw new ServiceError(
      "forbidden",
      `Only the owner of ${qualifiedName(item)} or an admin can move it to another team. Co-authors cannot.`,
    );
  }
  if (to.visibility !== "team" || item.visibility === "team" || to.team_id === null || item.owner_id === null) return;
  if (await teamRole(tx, to.team_id, item.owner_id)) return;
  throw new ServiceError(
    "forbidden",
    `The owner of ${qualifiedName(item)} is not a member of its team and would no longer see it. Only the owner or an admin can limit it to the team.`,
  );
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
