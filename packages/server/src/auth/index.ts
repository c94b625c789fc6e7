export { refuseBadChoices, takenRefusal, usernamesFor } from "./passwords/choices.js";
export { normaliseEmail } from "./core/emails.js";
export { isUsername } from "./core/usernames.js";
export { grantRole, readRole } from "./accounts/grant-role.js";
export type { Account } from "./stores/account.js";
export { removeExpired } from "./jobs.js";
export { testProvider, type TestProviderDeps } from "./providers/checks/test-provider.js";
export type { Providers } from "./providers/open-providers.js";
export { samlState } from "./providers/saml.js";
export { generateSamlKeyPair } from "./providers/saml/key-pair.js";
export { samlKeySettings } from "./providers/saml/keys.js";
export { claimTeamHandle, releaseTeamHandle, usernameIsTaken } from "./stores/namespace-store.js";
export { openAuth } from "./open-auth.js";
export { generatePassword, type Passwords } from "./passwords/passwords.js";
export { listUsers } from "./stores/user-list-store.js";
export { mcpResource, publicAddress } from "./sessions/mcp-resource.js";
export type { ClientSignIns } from "./sessions/client-sign-ins.js";
export { mountAuth } from "./routes.js";
export { lockLiveCaller } from "./sessions/live-credential.js";
export { secretHash } from "./sessions/tokens.js";
export { endedKeys } from "./stores/api-key-store.js";
export { revokeFamiliesOf } from "./stores/token-store.js";
export {
  anyUserExists,
  deleteUser,
  findUser,
  findUserBy,
  findUsers,
  hasSeveralReviewers,
  insertUser,
  lockActiveAdmins,
  lockUser,
  lockUsersByEmail,
  setDepartments,
  updateUser,
  type PublicUser,
  type UserKey,
} from "./stores/user-store.js";
