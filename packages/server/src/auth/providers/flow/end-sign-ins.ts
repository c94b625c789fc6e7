import type { SsoMethod } from "@tackroom/contract";
import type { Tx } from "../../../platform/relational/tx.js";
import { isProviderName } from "../../core/provider-names.js";
import { endEverySignIn } from "../../sessions/end-every-sign-in.js";
import { lockUserBySubject } from "../../stores/provider-account-store.js";
import { endSessionAtProvider } from "../../stores/provider-session-store.js";
import type { EndedSession } from "../provider.js";

/** Ends the sign-ins of one session at a provider or, without a session, everything of one person; whose they were. */
export async function endSignIns(tx: Tx, method: SsoMethod, { session, subject }: EndedSession): Promise<string[]> {
  // Nobody has signed in by such a name.
  if ([session, subject].some((name) => name !== undefined && !isProviderName(name))) return [];
  const owner = subject === undefined ? undefined : await lockUserBySubject(tx, { method, subject });
  if (subject !== undefined && !owner) return [];
  if (session !== undefined) return endSessionAtProvider(tx, { method, session, userId: owner?.id });
  if (!owner) return [];
  await endEverySignIn(tx, owner.id);
  return [owner.id];
}
