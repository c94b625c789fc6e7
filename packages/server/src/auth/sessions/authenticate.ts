import type { Authenticate, Identity } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Holders } from "./holders.js";
import { isApiKeyShaped } from "../core/api-keys.js";
import { secretHash, type TokenIssuer } from "./tokens.js";
import type { Holder } from "../stores/token-store.js";

export interface AuthenticateDeps {
  readonly tokens: Pick<TokenIssuer, "verify">;
  readonly holders: Holders;
  /** Notes that a key was used, in the background. */
  readonly keyUsed: (keyId: string, ip: string) => void;
}

/** The account is authoritative, not the token, so deactivation and role changes apply from the next request. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  return async ({ headers, ip }) => {
    const key = headers["x-api-key"];
    if (headers.authorization === undefined) return key === undefined ? null : byKey(deps, String(key), ip);
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization)?.[1];
    if (bearer === undefined) throw refused("Send the credentials as Authorization: Bearer <token or API key>.");
    return isApiKeyShaped(bearer) ? byKey(deps, bearer, ip) : byToken(deps, bearer);
  };
}

async function byKey({ holders, keyUsed }: AuthenticateDeps, key: string, ip: string): Promise<Identity> {
  const holder = isApiKeyShaped(key) ? await holders.byKey(secretHash(key)) : undefined;
  if (!holder) throw refused("The API key is invalid, revoked or expired. Create a new one.");
  keyUsed(holder.key_id, ip);
  return callerOf(holder, { kind: "api_key", id: holder.key_id });
}

async function byToken({ tokens, holders }: AuthenticateDeps, token: string): Promise<Identity> {
  const claims = await tokens.verify(token, "access", "hooks");
  const holder =
    claims.type === "hooks"
      ? await holders.byHooksToken({ ...claims, issuedAt: new Date(claims.issuedAt) })
      : await holders.byFamily(claims.family);
  if (!holder || holder.id !== claims.userId) throw refused("You have been signed out. Sign in again.");
  return callerOf(holder, claims.type === "hooks" ? { kind: "hooks" } : { kind: "access", family: claims.family });
}

function callerOf(holder: Holder, credential: Identity["credential"]): Identity {
  return {
    userId: holder.id,
    email: holder.email,
    role: holder.role,
    isActive: holder.is_active,
    mustChangePassword: holder.must_change_password,
    keys: holder.keys,
    keyExpiresAt: holder.key_expires_at,
    passwordSetBy: holder.password_set_by,
    credential,
  };
}

const refused = (detail: string): ServiceError => new ServiceError("unauthenticated", detail);
