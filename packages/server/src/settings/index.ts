export { refusalOfChange } from "./core/change-rules.js";
export { lockoutWarnings } from "./core/lockout.js";
export { parseGiven } from "./core/kinds.js";
export { openSettings, type ManagedSettings, type Resealed, type Settings } from "./open-settings.js";
export { KEY_CHECK } from "./refuse-foreign-key.js";
export { definitionOf, isSettingKey, type SettingKey } from "./registry.js";
export { importSetting, loadSettings, storeTogether, takeStoredSetting } from "./setting-store.js";
