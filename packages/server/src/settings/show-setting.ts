import { REDACTED, type Setting } from "@tackroom/contract";
import { definitionOf, type SettingKey } from "./registry.js";
import type { Current } from "./snapshot.js";

/** A setting as admins see it. */
export function showSetting(key: SettingKey, current: Current): Setting {
  const { kind, description, isSensitive = false, restartRequired = false } = definitionOf(key);
  return {
    key,
    value: isSensitive && current.isSet ? REDACTED : current.text,
    is_sensitive: isSensitive,
    is_set: current.isSet,
    is_externally_managed: current.isManaged,
    type: kind.type,
    default: current.defaultText,
    description,
    restart_required: restartRequired,
  };
}
