import { roleSuffices, type ItemKind } from "@tackroom/contract";
import type { Item } from "../stores/item-store.js";
import { discoverableInMemory, EVERYBODY, type Guarded, type Viewer } from "../stores/viewer-store.js";

type Found = Pick<Item, "id" | "kind" | "namespace" | "slug" | "owner_id" | "team_id" | "visibility" | "status"> & {
  readonly is_released: boolean;
};

/**
 * Code that finds an item for a viewer reports it here; what only the viewer's role opens to them is recorded. `shown` is something
 * that even an open item shows to none but its owners and admins.
 */
export function noteItemRead(viewer: Viewer, item: Found, shown?: string): void {
  const isPrivileged = privilegedFor(viewer)(guardedOf(item));
  // A private item is noted when it is found, with all that it has.
  if (shown === undefined ? !isPrivileged : isPrivileged || isOwn(viewer, item)) return;
  viewer.notePrivilegedRead({
    resourceType: item.kind,
    resourceId: item.id,
    resourceName: `${item.namespace}/${item.slug}`,
    detail: { visibility: item.visibility, status: item.status, ...(shown === undefined ? {} : { shown }) },
  });
}

/** The same for a list: one record, whatever it holds. */
export function noteItemList(viewer: Viewer, kind: ItemKind | "item", items: readonly Omit<Found, "kind">[]): void {
  noteEntries(viewer, kind, items.map(guardedOf));
}

export function noteEntries(viewer: Viewer, kind: ItemKind | "item", items: readonly Guarded[]): void {
  if (!items.some(privilegedFor(viewer))) return;
  viewer.notePrivilegedRead({ resourceType: kind, resourceId: null, detail: { shown: "a list with private items" } });
}

export function noteEntry(viewer: Viewer, item: Guarded & Pick<Item, "kind" | "namespace" | "slug">): void {
  if (!privilegedFor(viewer)(item)) return;
  const { id, kind, namespace, slug, visibility, status } = item;
  viewer.notePrivilegedRead({
    resourceType: kind,
    resourceId: id,
    resourceName: `${namespace}/${slug}`,
    detail: { visibility, status },
  });
}

/** What they would not be shown without a role above that of others: private items, and unfinished ones. */
function privilegedFor(viewer: Viewer): (item: Guarded) => boolean {
  // Everybody else sees nothing but what is theirs or open to them, and should not pay for the question.
  if (viewer.role === null || !roleSuffices(viewer.role, "reviewer")) return () => false;
  const isOpen = discoverableInMemory({ ...viewer, seesAll: false });
  return (item) => !isOpen(item);
}

const isOwn = ({ userId, shared }: Viewer, { id, owner_id }: Pick<Found, "id" | "owner_id">): boolean =>
  owner_id === userId || shared.includes(id);

/** As the database makes `item.audience`. */
function guardedOf({ id, owner_id, team_id, visibility, status, is_released }: Omit<Found, "kind">): Guarded {
  const audience = { public: EVERYBODY, team: team_id ?? id, owner: owner_id ?? id }[visibility];
  return { id, audience, visibility, ownerId: owner_id, status, isReleased: is_released };
}
