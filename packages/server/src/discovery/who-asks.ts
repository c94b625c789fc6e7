import type { Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { ANONYMOUS, discoverableInMemory, loadViewer, type Viewer } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import type { KnownEntry } from "./core/known-entry.js";

export interface WhoAsksDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
}

/** Undefined for someone to whom the registry is closed: to them it is empty. */
export async function whoAsks({ db, settings }: WhoAsksDeps, caller: Caller | null): Promise<Viewer | undefined> {
  if (caller) return loadViewer(db, caller);
  return settings.get("deployment.public_registry_enabled") ? ANONYMOUS : undefined;
}

/** Entries of other publishers are for those who are signed in: nobody here has vouched for them. */
export function mayFind(viewer: Viewer): (entry: KnownEntry) => boolean {
  const isDiscoverable = discoverableInMemory(viewer);
  return (entry) => (entry.kind === null ? viewer.userId !== null : isDiscoverable(entry));
}
