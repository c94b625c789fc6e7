import type { PersonReference } from "@tackroom/contract";
import { findUsers, markNamespaceUsed } from "../auth/index.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import { teamRole } from "../teams/index.js";
import { changeItem, type Asked, type Deps } from "./change-item.js";
import { deleteCoAuthor } from "./co-author-store.js";
import { requireUser, whoPath } from "./co-authors.js";
import { qualifiedName } from "./find-item.js";
import { findItemEvenDeleted, updateItem } from "./item-store.js";
import type { Kind } from "./kinds/index.js";
import { rename } from "./rename-item.js";

/**
 * `POST /{type}/{id}/transfer-ownership`. A personal item moves to the namespace of its new owner, and its former name
 * keeps leading to it; a team's item stays in the team's.
 */
export async function transferOwnership(
  deps: Deps,
  { kind, id, who }: { readonly kind: Kind; readonly id: string; readonly who: PersonReference },
  asked: Asked,
) {
  const user = await requireUser(deps.db, who);
  return changeItem(deps, { kind, id }, asked, async (tx, { item, viewer }) => {
    if (item.owner_id === user.id)
      throw fieldError(whoPath(who), `${user.username} owns ${qualifiedName(item)} already`);
    if (item.team_id !== null && !(await teamRole(tx, item.team_id, user.id))) {
      throw new ServiceError(
        "conflict",
        `${user.username} is not a member of the team of ${qualifiedName(item)}. Add them first.`,
      );
    }
    const previous = item.owner_id === null ? undefined : (await findUsers(tx, [item.owner_id])).get(item.owner_id);
    if (item.team_id === null) {
      await rename(tx, viewer, item, {
        name: item.name,
        namespace: user.username,
        owner_id: user.id,
        owner: user.username,
      });
      await markNamespaceUsed(tx, user.username);
    } else await updateItem(tx, item.id, { owner_id: user.id, updated_at: new Date() });
    await deleteCoAuthor(tx, item.id, user.id);
    const moved = await findItemEvenDeleted(tx, { ...viewer, seesAll: true }, item.kind, item.id);
    const { namespace, slug } = moved ?? item;
    return {
      id: item.id,
      owner: user.username,
      owner_id: user.id,
      previous_owner: previous?.username ?? null,
      previous_owner_id: item.owner_id,
      namespace,
      slug,
      qualified_name: qualifiedName({ namespace, slug }),
    };
  });
}
