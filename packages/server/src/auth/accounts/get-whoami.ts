import type { User } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { shownUser } from "../sessions/sign-in.js";
import { findUser } from "../stores/user-store.js";

export async function getWhoami({ db }: { readonly db: Db }, { caller }: CallContext): Promise<User> {
  const account = await findUser(db, caller.userId);
  if (!account) throw new ServiceError("unauthenticated", "The account no longer exists.");
  return shownUser(account);
}
