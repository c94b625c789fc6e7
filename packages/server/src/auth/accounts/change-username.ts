import type { User } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { refuseBadChoices } from "../passwords/choices.js";
import { claimUsername, lockNamespaceUse, releaseUsername, usernameIsTaken } from "../stores/namespace-store.js";
import { shownUser } from "../sessions/sign-in.js";
import { lockUser, updateUser } from "../stores/user-store.js";

export async function changeUsername(
  { username }: { readonly username: string },
  { caller, call }: CallContext,
): Promise<User> {
  refuseBadChoices({ username });
  call.describeForAudit({ resourceId: caller.userId, resourceName: caller.email });
  return call.act(async (tx) => {
    const account = await lockUser(tx, caller.userId);
    call.describeForAudit({ detail: { username: { from: account?.username ?? null, to: username } } });
    if (account?.username === username) return shownUser(account);
    if (account && (await lockNamespaceUse(tx, account.username))) {
      throw new ServiceError(
        "conflict",
        `The username cannot be changed because items are published under ${account.username}. To publish under ${username}, create a team with that handle.`,
      );
    }
    const changed = (await takeName(tx, username, caller.userId))
      ? await updateUser(tx, caller.userId, { username })
      : undefined;
    if (changed) return shownUser(changed);
    throw new ServiceError("name_taken", `The username ${username} is already taken. Choose another one.`);
  });
}

/** Looked at before the old one is let go: two people who want each other's name would wait for each other. */
async function takeName(tx: Tx, username: string, userId: string): Promise<boolean> {
  if (await usernameIsTaken(tx, username)) return false;
  await releaseUsername(tx, userId);
  return claimUsername(tx, username, userId);
}
