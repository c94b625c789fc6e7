import type { HarnessId } from "@tackroom/harness";
import { newId } from "../../platform/ids.js";
import type { InstallEvent } from "../stores/download-store.js";
import type { ItemKind } from "@tackroom/contract";

export interface Installed {
  readonly item: { readonly id: string; readonly kind: ItemKind };
  readonly version: { readonly id: string; readonly version: string };
  readonly harness: HarnessId;
}

export function installEventOf(
  { item, version, harness }: Installed,
  userId: string,
  agentId: string | null = null,
): InstallEvent {
  return {
    event_id: newId(),
    item_id: item.id,
    version_id: version.id,
    kind: item.kind,
    version: version.version,
    harness,
    user_id: userId,
    agent_id: agentId,
    installed_at: new Date().toISOString(),
  };
}
