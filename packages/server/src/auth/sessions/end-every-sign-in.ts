import type { Tx } from "../../platform/relational/tx.js";
import { revokeFamiliesOf } from "../stores/token-store.js";
import { updateUser } from "../stores/user-store.js";

/** Also those that are about to begin, and hooks tokens until the next sign-in. */
export async function endEverySignIn(tx: Tx, userId: string): Promise<void> {
  await revokeFamiliesOf(tx, userId);
  await updateUser(tx, userId, { hooks_stopped: true });
}
