export { authenticate } from "./authenticate.js";
export { anyUserExists } from "./user-store.js";
