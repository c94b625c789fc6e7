import type { CheckSettingBody, SettingCheck } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { ManagedSettings } from "../settings/index.js";
import { warningsOfChange, type LockoutDeps } from "./lockout-warnings.js";
import { requireValue } from "./put-setting.js";
import { requireChangeable } from "./require-setting.js";

export interface CheckSettingDeps extends LockoutDeps {
  readonly settings: Pick<ManagedSettings, "show" | "text" | "consequence">;
}

/** What a change would be warned about, without making it. Without a value: the way back to the default. */
export async function checkSetting(
  deps: CheckSettingDeps,
  wanted: { readonly key: string } & CheckSettingBody,
  { caller, call }: CallContext,
): Promise<SettingCheck> {
  const key = requireChangeable(deps.settings, wanted.key, caller);
  const text = wanted.value === undefined ? deps.settings.show(key).default : requireValue(key, wanted.value);
  const consequence = deps.settings.consequence(key, text) ?? null;
  return { consequence, warnings: await warningsOfChange(deps, { key, text }, { caller, call }) };
}
