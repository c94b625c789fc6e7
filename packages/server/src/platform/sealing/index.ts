export { secretKeyFile } from "./secret-key.js";
export { openSealing, type Sealing } from "./sealing.js";
