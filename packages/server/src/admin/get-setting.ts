import type { Setting } from "@tackroom/contract";
import type { ManagedSettings } from "../settings/index.js";
import { requireSetting } from "./require-setting.js";

export interface GetSettingDeps {
  readonly settings: Pick<ManagedSettings, "show">;
}

export async function getSetting({ settings }: GetSettingDeps, { key }: { readonly key: string }): Promise<Setting> {
  return settings.show(requireSetting(key));
}
