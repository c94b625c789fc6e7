export { createAuthenticate } from "./authenticate.js";
export { mountAuth } from "./routes.js";
export { openSigningKeys } from "./signing-keys.js";
export { anyUserExists, findUser, insertFirstAdmin } from "./user-store.js";
