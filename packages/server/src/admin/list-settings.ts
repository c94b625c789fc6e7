import type { Setting } from "@tackroom/contract";
import type { ManagedSettings } from "../settings/index.js";

export interface ListSettingsDeps {
  readonly settings: Pick<ManagedSettings, "list">;
}

export async function listSettings({ settings }: ListSettingsDeps): Promise<Setting[]> {
  return settings.list();
}
