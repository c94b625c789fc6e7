export { refuseBadChoices, takenRefusal, usernamesFor } from "./passwords/choices.js";
export { normaliseEmail } from "./core/emails.js";
export { isUsername } from "./core/usernames.js";
export { grantRole, readRole } from "./accounts/grant-role.js";
export { removeExpired } from "./jobs.js";
export { claimTeamHandle, releaseTeamHandle, usernameIsTaken } from "./stores/namespace-store.js";
export { openAuth } from "./open-auth.js";
export { generatePassword, type Passwords } from "./passwords/passwords.js";
export { mountAuth } from "./routes.js";
export { revokeFamiliesOf } from "./stores/token-store.js";
export {
  anyUserExists,
  deleteUser,
  findUserBy,
  findUsers,
  hasSeveralReviewers,
  insertUser,
  listUsers,
  lockActiveAdmins,
  lockUser,
  lockUsersByEmail,
  setDepartments,
  updateUser,
  type Account,
  type PublicUser,
  type UserKey,
} from "./stores/user-store.js";
