import type { CallContext, Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { lockKey, revokeKey, type OwnedKey } from "../stores/api-key-store.js";
import { keyDetail } from "./create-key.js";
import type { Tx } from "../../platform/relational/tx.js";

export async function deleteKey({ id }: { readonly id: string }, { caller, call }: CallContext): Promise<void> {
  await call.act(async (tx) => {
    const key = await lockOwnKey(tx, id, caller);
    call.describeForAudit({ resourceName: key.name, detail: { ...keyDetail(key), revoked: true } });
    await revokeKey(tx, key);
  });
}

/** Other people's keys do not exist, as far as anyone can tell. */
export async function lockOwnKey(tx: Tx, id: string, caller: Caller): Promise<OwnedKey> {
  const key = await lockKey(tx, id);
  if (key?.user_id === caller.userId) return key;
  throw new ServiceError("not_found", "API key not found. See GET /api/v1/keys.");
}
