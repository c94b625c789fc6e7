import { ROLES, type Role } from "@tackroom/contract";
import { recordSystemEvent } from "../../audit/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { StartupError } from "../../platform/startup-error.js";
import { normaliseEmail } from "../core/emails.js";
import { lockUsersByEmail, updateUser } from "../stores/user-store.js";

/** The operator's way to make the first super admin: on the machine itself, over no network. */
export async function grantRole(tx: Tx, typedEmail: string, role: Role): Promise<string> {
  const email = normaliseEmail(typedEmail);
  const [account] = await lockUsersByEmail(tx, [email]);
  if (!account) throw new StartupError(`There is no account with the email ${email}. Check it, or create it first.`);
  await updateUser(tx, account.id, { role });
  await recordSystemEvent(tx, {
    action: "user.grant_role",
    resourceType: "user",
    resourceId: account.id,
    resourceName: email,
    sensitivity: "high",
    detail: { role: { from: account.role, to: role } },
  });
  return `${email} has the role ${role} now (it was ${account.role}).`;
}

export function readRole(typed: string): Role {
  const role = ROLES.find((each): each is Role => each === typed);
  if (!role) throw new StartupError(`There is no role ${JSON.stringify(typed)}. Choose one of ${ROLES.join(", ")}.`);
  return role;
}
