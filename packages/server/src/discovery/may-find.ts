import { discoverableInMemory, type Viewer } from "../registry/index.js";
import type { KnownEntry } from "./core/known-entry.js";

/** Entries of other publishers are for those who are signed in: nobody here has vouched for them. */
export function mayFind(viewer: Viewer): (entry: KnownEntry) => boolean {
  const isDiscoverable = discoverableInMemory(viewer);
  return (entry) => (entry.kind === null ? viewer.userId !== null : isDiscoverable(entry));
}
