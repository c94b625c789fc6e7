import { REDACTED, type Setting } from "@tackroom/contract";
import { definitionOf, type SettingKey } from "./registry.js";
import type { Current } from "./snapshot.js";

/** A setting as admins see it; `atStart` is what held when the process started. */
export function showSetting(key: SettingKey, current: Current, atStart: Current): Setting {
  const definition = definitionOf(key);
  const { label, group, kind, description, unit = null } = definition;
  const { isSensitive = false, isSettable = true, restartRequired = false } = definition;
  return {
    key,
    label,
    group,
    value: isSensitive && current.isSet ? REDACTED : current.text,
    is_sensitive: isSensitive,
    is_set: current.isSet,
    is_externally_managed: current.managedBy !== undefined,
    managed_by: current.managedBy ?? null,
    type: kind.type,
    unit,
    default: current.defaultText,
    description,
    changed_by: isSettable ? (definition.changedBy ?? "admin") : null,
    restart_required: restartRequired,
    pending_restart: restartRequired && current.text !== atStart.text,
  };
}
