import { roleSuffices, type Role } from "@tackroom/contract";

export interface Person {
  readonly id: string;
  readonly role: Role;
}

export interface Intent {
  readonly actor: Person;
  readonly target: Person;
  /** The role that the target is to have, where that is what changes. */
  readonly newRole?: Role;
  /** Takes away from the target what an admin needs: the role, the access, the account. */
  readonly takesAdminAway?: boolean;
  readonly activeAdmins: readonly string[];
  /** Not to be done to oneself. */
  readonly notToOneself?: boolean;
}

export interface Refusal {
  readonly code: "forbidden" | "invalid_state";
  readonly detail: string;
}

/** Why someone may not do this to an account; undefined when they may. */
export function refusalOfIntent(intent: Intent): Refusal | undefined {
  const { actor, target, newRole } = intent;
  if (intent.notToOneself && actor.id === target.id) {
    return { code: "invalid_state", detail: "You cannot change your own account this way. Ask another admin." };
  }
  if (!roleSuffices(actor.role, target.role)) {
    return { code: "forbidden", detail: `The account's role (${target.role}) is higher than yours (${actor.role}).` };
  }
  if (newRole !== undefined && !roleSuffices(actor.role, newRole)) {
    return {
      code: "forbidden",
      detail: `Only a ${newRole} can assign the role ${newRole}; your role is ${actor.role}.`,
    };
  }
  if (intent.takesAdminAway && isLast(target.id, intent.activeAdmins)) {
    return { code: "invalid_state", detail: "This is the last active admin. Make another user an admin first." };
  }
  return undefined;
}

const isLast = (id: string, admins: readonly string[]): boolean => admins.length === 1 && admins[0] === id;
