import type { Call, Caller } from "../platform/http/index.js";
import type { ManagedSettings } from "../settings/index.js";
import { requireChangeable } from "./require-setting.js";

export interface DeleteSettingDeps {
  readonly settings: Pick<ManagedSettings, "show" | "unset">;
}

export async function deleteSetting(
  { settings }: DeleteSettingDeps,
  name: string,
  caller: Caller,
  call: Call,
): Promise<{ deleted: string }> {
  const key = requireChangeable(settings, name, caller);
  const { is_sensitive: isSensitive, value, default: fallback } = settings.show(key);
  if (!isSensitive) call.tell({ detail: `${JSON.stringify(value)} → ${JSON.stringify(fallback)} (default)` });
  await settings.unset(call.act, key);
  return { deleted: key };
}
