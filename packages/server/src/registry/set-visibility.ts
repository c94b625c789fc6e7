import { roleSuffices, type ItemKind, type Visibility } from "@tackroom/contract";
import { fieldError } from "../platform/service-error.js";
import { changeItem, type Asked, type Deps } from "./change-item.js";
import { statusOf } from "./describe-item.js";
import { qualifiedName } from "./find-item.js";
import { findItemEvenDeleted, type Item } from "./item-store.js";
import { kindOf } from "./kinds/index.js";
import { requireTeam } from "./publish-place.js";
import { rename } from "./rename-item.js";
import { refreshShown } from "./shown-version.js";
import { returnToReview } from "./version-store.js";

export interface VisibilityWish {
  readonly visibility: Visibility;
  readonly team_id?: string;
}

/** `PATCH /registry/<kind>/{id}/visibility` */
export async function setVisibility(
  deps: Deps,
  { kind, id, wish }: { readonly kind: ItemKind; readonly id: string; readonly wish: VisibilityWish },
  asked: Asked,
) {
  return changeItem(deps, { kind: kindOf(kind), id }, asked, async (tx, { item, viewer }) => {
    const teamId = wish.team_id ?? item.team_id;
    if (wish.visibility === "team" && teamId === null)
      throw fieldError("body.team_id", "is needed for the visibility team");
    const team = teamId === null ? undefined : await requireTeam(tx, teamId, wish.visibility, asked.caller);
    // More people will see what only some have looked at.
    const widens = item.visibility !== "public" && wish.visibility === "public";
    const returned = widens && !roleSuffices(asked.caller.role, "reviewer") ? await returnToReview(tx, item.id) : 0;
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
