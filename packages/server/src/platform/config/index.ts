export { readConfig, type Config, type ConfigInput, type ConfigLine } from "./read-config.js";
export { printConfig } from "./print-config.js";
export { Secret } from "./secret.js";
export type { SettingImport } from "./setting-imports.js";
