import { discoverableInMemory, ownedInMemory, visibleInMemory, type Viewer } from "../registry/index.js";
import type { KnownEntry } from "./core/known-entry.js";
import type { EntryIndex } from "./entry-index.js";

/**
 * Entries of other publishers are for those who are signed in: nobody here has vouched for them. An agent is for its authors,
 * and for those who may see all of its components: nobody else gets its artifact or can install it.
 */
export function mayFind(viewer: Viewer, index: Pick<EntryIndex, "find">): (entry: KnownEntry) => boolean {
  const isDiscoverable = discoverableInMemory(viewer);
  const [isVisible, isOwn] = [visibleInMemory(viewer), ownedInMemory(viewer)];
  // Of what has no release any more, those who have it pinned still get the approved versions.
  const isThere = (part: KnownEntry): boolean =>
    isDiscoverable(part) || (isVisible(part) && part.status === "approved");
  const isComplete = ({ parts }: KnownEntry): boolean =>
    parts.every((id) => {
      const part = index.find(id);
      // Without what was deleted an agent is installed with a warning.
      return part === undefined || isThere(part);
    });
  return (entry) => {
    if (entry.kind === null) return viewer.userId !== null;
    return isDiscoverable(entry) && (!entry.isReleased || isOwn(entry) || isComplete(entry));
  };
}
