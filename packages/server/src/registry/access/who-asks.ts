import type { Caller } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import type { Settings } from "../../settings/index.js";
import { ANONYMOUS, loadViewer, type Viewer } from "../stores/viewer-store.js";

export interface WhoAsksDeps {
  readonly db: Db;
  readonly settings: Pick<Settings, "get">;
}

/** Undefined for someone to whom the registry is closed: to them it is empty. */
export async function whoAsks({ db, settings }: WhoAsksDeps, caller: Caller | null): Promise<Viewer | undefined> {
  if (caller) return loadViewer(db, caller);
  return settings.get("deployment.public_registry_enabled") ? ANONYMOUS : undefined;
}
