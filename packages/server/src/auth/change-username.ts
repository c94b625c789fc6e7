import type { User } from "@tackroom/contract";
import type { Call, Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { refuseBadChoices } from "./choices.js";
import { shownUser } from "./sign-in.js";
import { lockUser, updateUser, usernameIsTaken } from "./user-store.js";

export async function changeUsername(username: string, caller: Caller, call: Call): Promise<User> {
  refuseBadChoices({ username });
  call.tell({ resourceId: caller.userId, resourceName: caller.email, detail: `to ${username}` });
  return call.act(async (tx) => {
    const account = await lockUser(tx, caller.userId);
    const isFree = account?.username === username || !(await usernameIsTaken(tx, username));
    const changed = isFree ? await updateUser(tx, caller.userId, { username }) : undefined;
    if (changed) return shownUser(changed);
    throw new ServiceError("name_taken", `The username ${username} is taken. Choose another one.`);
  });
}
