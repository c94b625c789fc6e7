import { roleSuffices } from "@tackroom/contract";
import type { Guarded, Viewer } from "../stores/viewer-store.js";

/** As `visibleTo` of the store, which is asked again for what is shown: this decides order and total. */
export function visibleInMemory(viewer: Viewer): (item: Pick<Guarded, "id" | "audience" | "visibility">) => boolean {
  if (viewer.seesAll) return () => true;
  const [audiences, shared] = [new Set(viewer.audiences), new Set(viewer.shared)];
  return ({ id, audience, visibility }) => audiences.has(audience) || (visibility === "owner" && shared.has(id));
}

/** As `ownedBy`. */
export function ownedInMemory(viewer: Viewer): (item: Pick<Guarded, "id" | "ownerId">) => boolean {
  const shared = new Set(viewer.shared);
  return ({ id, ownerId }) => viewer.seesAll || (ownerId !== null && ownerId === viewer.userId) || shared.has(id);
}

/** As `discoverableBy`. */
export function discoverableInMemory(viewer: Viewer): (item: Guarded) => boolean {
  if (viewer.seesAll) return () => true;
  const [isVisible, isOwn] = [visibleInMemory(viewer), ownedInMemory(viewer)];
  const reviews = viewer.role !== null && roleSuffices(viewer.role, "reviewer");
  const isWaiting = ({ status }: Guarded): boolean => reviews && (status === "pending" || status === "approved");
  return (item) => isVisible(item) && (item.isReleased || isOwn(item) || isWaiting(item));
}
