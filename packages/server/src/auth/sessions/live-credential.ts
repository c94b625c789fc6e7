import type { Caller } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { lockKey } from "../stores/api-key-store.js";
import { refuseDeactivated } from "./sign-in.js";
import { findFamilyHolder } from "../stores/token-store.js";
import { lockUser } from "../stores/user-store.js";

/**
 * Locks the caller's account and asks again whether what they came with still lives. The request was let in a moment ago: since
 * then the account may have changed hands or its sign-ins may have been ended, and nothing that outlives them may be made.
 */
export async function lockLiveCaller(
  tx: Tx,
  { userId, credential }: Pick<Caller, "userId" | "credential">,
): Promise<void> {
  const account = await lockUser(tx, userId);
  if (!account || !(await lives(tx, { userId, credential })))
    throw new ServiceError("unauthenticated", "You have been signed out. Sign in again.");
  refuseDeactivated(account);
}

async function lives(tx: Tx, { userId, credential }: Pick<Caller, "userId" | "credential">): Promise<boolean> {
  if (credential.kind === "access") return (await findFamilyHolder(tx, credential.family))?.id === userId;
  return credential.kind === "api_key" && (await lockKey(tx, credential.id))?.is_active === true;
}
