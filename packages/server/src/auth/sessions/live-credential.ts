import type { Caller } from "../../platform/http/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { lockKey } from "../stores/api-key-store.js";
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
  await lockUser(tx, userId);
  if (credential.kind === "access" && (await findFamilyHolder(tx, credential.family))?.id === userId) return;
  if (credential.kind === "api_key" && (await lockKey(tx, { id: credential.id }))?.is_active) return;
  throw new ServiceError("unauthenticated", "You have been signed out. Sign in again.");
}
