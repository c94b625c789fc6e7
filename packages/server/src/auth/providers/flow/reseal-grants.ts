import type { Tx } from "../../../platform/relational/tx.js";
import type { Sealing } from "../../../platform/sealing/index.js";
import type { Resealed } from "../../../settings/index.js";
import { lockGrants, resealGrant } from "../../stores/provider-session-store.js";
import { grantContext } from "./finish-flow.js";

/** Renews the seals of the old key. A grant that nothing opens is of no use to anyone: it does not stand in the way. */
export async function resealGrants(sealing: Sealing, tx: Tx): Promise<Resealed> {
  let resealed = 0;
  for (const { user_id: userId, sealed } of await lockGrants(tx)) {
    if (sealing.isCurrent(sealed)) continue;
    const text = sealing.unseal(grantContext(userId), sealed);
    if (text === undefined) continue;
    await resealGrant(tx, userId, sealing.seal(grantContext(userId), text));
    resealed += 1;
  }
  return { resealed, unreadable: [] };
}
