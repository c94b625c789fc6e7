import type { RotatedKey, RotateKeyBody } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { lockLiveCaller } from "../sessions/live-credential.js";
import { insertKey, replaceKey } from "../stores/api-key-store.js";
import { keyDetail, makeKey, requireRoom } from "./create-key.js";
import { lockOwnKey } from "./delete-key.js";

export async function rotateKey(
  { id, ...body }: RotateKeyBody & { readonly id: string },
  { caller, call }: CallContext,
): Promise<RotatedKey> {
  const graceHours = body.immediate ? 0 : body.grace_period_hours;
  const { newKey, newId, oldExpiresAt } = await call.act(async (tx) => {
    await lockLiveCaller(tx, caller);
    const old = await lockOwnKey(tx, id, caller);
    if (!old.is_active)
      throw new ServiceError("invalid_state", "This key is revoked or expired. Create a new one instead.");
    // A key that was made to expire is not replaced by one that never does.
    const lifetimeMs = old.expires_at && old.expires_at.getTime() - old.created_at.getTime();
    // A key may replace itself. What it makes of another key of its owner is bound to it, like every key that it makes.
    const line = caller.keys[0] === id ? (old.line ?? id) : null;
    const { key, row } = makeKey({ name: old.name, environment: old.environment, lifetimeMs, caller, line });
    const expiresAt = await replaceKey(tx, id, { id: row.id, line, graceSeconds: graceHours * 3600 });
    // Only now: a key that is replaced at once has made room for the new one.
    await requireRoom(tx, caller.userId, "Revoke one first, or rotate with immediate: true.");
    if (!(await insertKey(tx, row))) throw new ServiceError("invalid_state", "This key has already been rotated.");
    const rotation = { replaced_by: row.id, old_key_expires_at: expiresAt.toISOString() };
    call.describeForAudit({ resourceName: old.name, detail: { ...keyDetail(row), ...rotation } });
    return { newKey: key, newId: row.id, oldExpiresAt: expiresAt };
  });
  return {
    new_key: newKey,
    new_key_id: newId,
    old_key_id: id,
    old_key_expires_at: oldExpiresAt.toISOString(),
    grace_period_hours: graceHours,
  };
}
