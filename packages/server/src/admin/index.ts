export { mountAdmin } from "./routes.js";
export { readSettingKey, unsetSetting } from "./unset-setting.js";
