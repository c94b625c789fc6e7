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
  if (!account)
    throw new StartupError(
      `No account with the email ${email} exists. Check the spelling, or create the account first.`,
    );
  await updateUser(tx, account.id, { role });
  await recordSystemEvent(tx, {
    action: "user.grant_role",
    resourceType: "user",
    resourceId: account.id,
    resourceName: email,
    sensitivity: "high",
    detail: { role: { from: account.role, to: role } },
  });
  return `Changed the role of ${email} from ${account.role} to ${role}.`;
}

export function readRole(typed: string): Role {
  const role = ROLES.find((each): each is Role => each === typed);
  if (!role) throw new StartupError(`Unknown role ${JSON.stringify(typed)}. Must be one of ${ROLES.join(", ")}.`);
  return role;
}
