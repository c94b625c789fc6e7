import type { Authenticate, Identity } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Holders } from "./holders.js";
import { isApiKeyShaped } from "../core/api-keys.js";
import { secretHash, type TokenClaims, type TokenIssuer } from "./tokens.js";
import type { Holder } from "../stores/token-store.js";

export interface AuthenticateDeps {
  readonly tokens: Pick<TokenIssuer, "verify">;
  readonly holders: Holders;
  /** The audience that tokens for MCP clients must have, as the server is reached at this moment. */
  readonly mcpResource: () => string;
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

async function byToken({ tokens, holders, mcpResource }: AuthenticateDeps, token: string): Promise<Identity> {
  const claims = await tokens.verify(token, "access", "hooks", "mcp");
  if (claims.type === "mcp" && claims.audience !== mcpResource()) {
    throw refused(`The token was issued for ${claims.audience ?? "nothing"}, not for ${mcpResource()}. Connect again.`);
  }
  const holder =
    claims.type === "hooks"
      ? await holders.byHooksToken({ ...claims, issuedAt: new Date(claims.issuedAt) })
      : await holders.byFamily(claims.family);
  if (!holder || holder.id !== claims.userId) throw refused("You have been signed out. Sign in again.");
  return callerOf(holder, credentialOf(claims));
}

function credentialOf({ type, family }: TokenClaims): Identity["credential"] {
  if (type === "hooks") return { kind: "hooks" };
  return { kind: type === "mcp" ? "mcp" : "access", family };
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
