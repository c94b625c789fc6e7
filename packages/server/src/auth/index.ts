export { refuseBadChoices, refuseIfSsoOnly, takenRefusal, usernamesFor } from "./choices.js";
export { normaliseEmail } from "./core/emails.js";
export { grantRole } from "./grant-role.js";
export { removeExpired } from "./jobs.js";
export { openAuth } from "./open-auth.js";
export { generatePassword, type Passwords } from "./passwords.js";
export { mountAuth } from "./routes.js";
export { revokeFamiliesOf } from "./token-store.js";
export {
  anyUserExists,
  deleteUser,
  insertUser,
  listUsers,
  lockActiveAdmins,
  lockUser,
  lockUsersByEmail,
  setDepartments,
  updateUser,
  usernameIsTaken,
  type Account,
} from "./user-store.js";
