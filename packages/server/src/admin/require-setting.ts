import type { Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import {
  definitionOf,
  isSettingKey,
  refusalOfChange,
  type ManagedSettings,
  type SettingKey,
} from "../settings/index.js";

export function requireSetting(key: string): SettingKey {
  if (isSettingKey(key)) return key;
  throw new ServiceError("unknown_setting", "Unknown setting. See GET /api/v1/admin/settings.");
}

/** The same, for a caller who wants to change it. */
export function requireChangeable(settings: Pick<ManagedSettings, "show">, name: string, caller: Caller): SettingKey {
  const key = requireSetting(name);
  const { isSettable = true, changedBy = "admin" } = definitionOf(key);
  const managedBy = settings.show(key).managed_by;
  const refusal = refusalOfChange({ key, managedBy, isSettable, changedBy }, caller.role);
  if (refusal) throw new ServiceError(refusal.code, refusal.detail);
  return key;
}
