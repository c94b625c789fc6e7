import { roleSuffices, type RevokeBody } from "@tackroom/contract";
import type { Call, CallContext, Caller } from "../../platform/http/index.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { findKeyHolder, lockKey, revokeKey } from "../stores/api-key-store.js";
import { presentedRefreshToken, type BrowserDeps } from "./refresh-cookie.js";
import { revokeFamily } from "../stores/token-store.js";
import { secretHash, type TokenIssuer } from "./tokens.js";
import { lockUser } from "../stores/user-store.js";

export interface RevokeDeps extends BrowserDeps {
  readonly db: Db;
  readonly tokens: TokenIssuer;
}

export async function revokeToken(
  deps: RevokeDeps,
  body: RevokeBody,
  { caller, call }: CallContext<Caller | null>,
): Promise<{ detail: string }> {
  const members = [body.refresh_token, body.api_key, body.key_id].filter((member) => member !== undefined);
  if (members.length > 1) throw notOne();
  if (body.api_key !== undefined) await revokeBySecret(deps, body.api_key, call);
  else if (body.key_id !== undefined) await revokeById(body.key_id, { caller, call });
  else await revokeSignIn(deps, body.refresh_token, call);
  return { detail: "Token revoked" };
}

async function revokeSignIn(deps: RevokeDeps, inBody: string | undefined, call: Call): Promise<void> {
  const presented = presentedRefreshToken(deps, inBody, call);
  if (presented === undefined) throw notOne();
  const { family, userId } = await deps.tokens.verify(presented, "refresh");
  await call.countAs(`user:${userId}`);
  call.describeForAudit({
    resourceType: "token_family",
    resourceId: family,
    detail: { revoked: "sign-in", user_id: userId },
  });
  await call.act(async (tx) => {
    if (await revokeFamily(tx, family)) return;
    throw new ServiceError("unauthenticated", "This sign-in has already ended.");
  });
}

/** Possession of the key is sufficient to revoke it, so that anyone who finds a leaked key can do so. */
async function revokeBySecret({ db }: RevokeDeps, secret: string, call: Call): Promise<void> {
  const holder = await findKeyHolder(db, secretHash(secret));
  if (!holder) throw unknownKey();
  await call.countAs(`user:${holder.id}`);
  call.describeForAudit({
    resourceType: "api_key",
    resourceId: holder.key_id,
    detail: { revoked: "API key", by: "the key itself", user_id: holder.id },
  });
  await call.act(async (tx) => {
    // A rotation that is under way must have ended, or its new key would be missed.
    const key = await lockKey(tx, holder.key_id);
    if (key) await revokeKey(tx, key);
  });
}

async function revokeById(id: string, { caller, call }: CallContext<Caller | null>): Promise<void> {
  if (!caller) throw new ServiceError("unauthenticated", "Sign in to revoke a key by its ID, or send the key itself.");
  await call.countAs(`user:${caller.userId}`);
  call.describeForAudit({ resourceType: "api_key", resourceId: id });
  await call.act(async (tx) => {
    const key = await lockKey(tx, id);
    if (!key) throw unknownKey();
    if (key.user_id !== caller.userId) await refuseUnlessAdminOf(tx, caller, key.user_id);
    call.describeForAudit({
      resourceName: key.name,
      detail: { revoked: "API key", name: key.name, user_id: key.user_id },
    });
    await revokeKey(tx, key);
  });
}

async function refuseUnlessAdminOf(tx: Tx, caller: Caller, ownerId: string): Promise<void> {
  // For callers who are not admins, other users' keys do not exist.
  if (!roleSuffices(caller.role, "admin")) throw unknownKey();
  const owner = await lockUser(tx, ownerId);
  if (owner && roleSuffices(caller.role, owner.role)) return;
  throw new ServiceError("forbidden", "The key belongs to a user whose role is higher than yours.");
}

const unknownKey = (): ServiceError => new ServiceError("not_found", "No active API key found. See GET /api/v1/keys.");

function notOne(): ServiceError {
  const errors = [{ path: "body", message: "must have one of refresh_token, api_key and key_id" }];
  return new ServiceError("validation_failed", "body must have one of refresh_token, api_key and key_id", {
    extra: { errors },
  });
}
