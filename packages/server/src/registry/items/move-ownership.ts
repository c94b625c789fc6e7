import { findUsers, type PublicUser } from "../../auth/index.js";
import type { Call } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { teamRole } from "../../teams/index.js";
import { dropCoAuthors } from "../stores/co-author-store.js";
import { qualifiedName } from "../access/find-item.js";
import { findItemEvenDeleted, updateItem, type Item } from "../stores/item-store.js";
import { rename } from "./rename-item.js";
import { dropWaitingOwner } from "../stores/version-status-store.js";
import type { Viewer } from "../stores/viewer-store.js";

interface Move {
  readonly viewer: Viewer;
  readonly item: Item;
  /** The new owner. */
  readonly user: PublicUser;
  readonly call: Pick<Call, "describeForAudit">;
}

/**
 * A personal item moves to the namespace of its new owner, and its former name keeps leading to it; a team's item stays in
 * the team's. Co-authors do not come along: whom the former owner trusted, the new one may not know. Nor does the name that the
 * former owner has chosen to be shown.
 */
export async function moveOwnership(tx: Tx, { viewer, item, user, call }: Move) {
  await refuseOutsiders(tx, item, user);
  // Nothing is chosen anew on the way, so it does not matter what the one who moves it may see.
  const everything = { ...viewer, seesAll: true };
  const previous = item.owner_id === null ? undefined : (await findUsers(tx, [item.owner_id])).get(item.owner_id);
  call.describeForAudit({
    detail: { owner: { from: previous?.email ?? item.owner_id, to: user.email }, user_id: user.id },
  });
  if (item.team_id === null) {
    await rename(tx, everything, item, {
      name: item.name,
      namespace: user.username,
      owner_id: user.id,
      owner: user.username,
    });
  } else await updateItem(tx, item.id, { owner_id: user.id, updated_at: new Date() });
  await dropCoAuthors(tx, item.id);
  await dropWaitingOwner(tx, item.id);
  const { namespace, slug } = (await findItemEvenDeleted(tx, everything, item.kind, item.id)) ?? item;
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
}

export async function refuseOutsiders(tx: Tx, item: Item, user: PublicUser): Promise<void> {
  if (item.team_id === null || (await teamRole(tx, item.team_id, user.id))) return;
  throw new ServiceError(
    "conflict",
    `${user.username} is not a member of the team that ${qualifiedName(item)} belongs to. Add them to the team first.`,
  );
}
