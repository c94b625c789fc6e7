import { REDACTED, type Setting } from "@tackroom/contract";
import { definitionOf, type SettingKey } from "./registry.js";
import type { Current } from "./snapshot.js";

/** A setting as admins see it. */
export function showSetting(key: SettingKey, current: Current): Setting {
  const definition = definitionOf(key);
  const { kind, description, isSensitive = false, isSettable = true, restartRequired = false } = definition;
  return {
    key,
    value: isSensitive && current.isSet ? REDACTED : current.text,
    is_sensitive: isSensitive,
    is_set: current.isSet,
    is_externally_managed: current.isManaged,
    type: kind.type,
    default: current.defaultText,
    description,
    changed_by: isSettable ? (definition.changedBy ?? "admin") : null,
    restart_required: restartRequired,
  };
}
