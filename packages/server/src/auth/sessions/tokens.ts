import { createHash } from "node:crypto";
import type { Role } from "@tackroom/contract";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import { isUuid, newId } from "../../platform/ids.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";
import type { SigningKeys } from "../signing/signing-keys.js";

/** Those for MCP clients are types of their own, so that neither is taken for the other anywhere. */
export type TokenType = "access" | "refresh" | "hooks" | "mcp" | "mcp_refresh";

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface TokenSubject {
  readonly id: string;
  readonly role: Role;
}

export interface IssuedPair {
  readonly family: string;
  readonly access: IssuedToken;
  readonly refresh: IssuedToken;
  readonly expiresInSeconds: number;
}

/** What a verified token says. */
export interface TokenClaims {
  readonly id: string;
  readonly type: TokenType;
  readonly userId: string;
  /** The sign-in that it belongs to; hooks tokens belong to none. */
  readonly family: string;
  /** What a token for an MCP client opens, and nothing else. */
  readonly audience: string | undefined;
  /** The API key that a hooks token was made with, and ends with. */
  readonly keyId: string | undefined;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** What an MCP client may open, and with what scope. */
export interface Audience {
  readonly resource: string;
  readonly scope: string;
}

export interface TokenDeps {
  readonly keys: SigningKeys;
  readonly settings: Pick<Settings, "get">;
}

/** Verifying costs a quarter of a millisecond, so what has been verified is remembered: at most this many. */
const REMEMBERED = 10_000;

export interface TokenIssuer {
  /** With an audience, a pair that opens nothing else. */
  issuePair(user: TokenSubject, family?: string, audience?: Audience): Promise<IssuedPair>;
  issueHooks(user: TokenSubject, keyId?: string): Promise<IssuedToken & { readonly expiresInSeconds: number }>;
  /** Throws `unauthenticated` for anything but a valid token of one of these types. */
  verify(token: string, ...types: readonly TokenType[]): Promise<TokenClaims>;
}

export function createTokenIssuer({ keys, settings }: TokenDeps): TokenIssuer {
  const remembered = new LRUCache<string, TokenClaims>({ max: REMEMBERED });
  const known = async (token: string): Promise<TokenClaims> => {
    const found = remembered.get(token);
    if (found && found.expiresAt > Date.now()) return found;
    const claims = await verifyToken(keys, token);
    remembered.set(token, claims);
    return claims;
  };

  return {
    async issuePair(user, family = newId(), audience) {
      const expiresInSeconds = settings.get("jwt.access_token_expire_minutes") * 60;
      const days = settings.get("jwt.refresh_token_expire_days");
      const [first, next] = audience ? (["mcp", "mcp_refresh"] as const) : (["access", "refresh"] as const);
      const claims = { fam: family, ...(audience && { aud: audience.resource, scope: audience.scope }) };
      const access = await issue(keys, user, { type: first, ...claims }, expiresInSeconds);
      const refresh = await issue(keys, user, { type: next, ...claims }, days * 24 * 60 * 60);
      return { family, access, refresh, expiresInSeconds };
    },
    async issueHooks(user, keyId) {
      const expiresInSeconds = settings.get("jwt.hooks_token_expire_minutes") * 60;
      const claims = { type: "hooks", ...(keyId === undefined ? {} : { key: keyId }) };
      return { ...(await issue(keys, user, claims, expiresInSeconds)), expiresInSeconds };
    },
    async verify(token, ...types) {
      const claims = await known(token);
      if (types.includes(claims.type)) return claims;
      throw new ServiceError(
        "unauthenticated",
        `Wrong token type: ${claims.type} tokens are not accepted here. Sign in again.`,
      );
    },
  };
}

/** Only hashes are stored. The secrets are long and random, so one quick pass is enough. */
export const secretHash = (secret: string): Buffer => createHash("sha256").update(secret).digest();

async function issue(
  keys: SigningKeys,
  user: TokenSubject,
  claims: JWTPayload,
  lifetimeSeconds: number,
): Promise<IssuedToken> {
  const id = newId();
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ role: user.role, groups: [], ...claims })
    .setProtectedHeader({ alg: keys.algorithm, kid: keys.kid })
    .setSubject(user.id)
    .setJti(id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(keys.privateKey);
  return { id, token, expiresAt: new Date((now + lifetimeSeconds) * 1000) };
}

/** The key decides the algorithm: a header that names another one is refused, and so is one that names no key of ours. */
async function verifyToken(keys: SigningKeys, token: string): Promise<TokenClaims> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const verifier = keys.verifiers.get(kid ?? "");
    if (!verifier) throw new errors.JWTInvalid("unknown key");
    const { payload } = await jwtVerify(token, verifier.key, {
      algorithms: [verifier.algorithm],
      requiredClaims: ["sub", "exp", "jti", "type"],
    });
    return claimsOf(payload);
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
    throw new ServiceError("unauthenticated", "The token is invalid or has expired. Sign in again.", {
      cause: error,
    });
  }
}

/** Signed by our key, so the claims are ours unless the key has leaked: only IDs are looked up. */
function claimsOf({ sub = "", jti = "", iat = 0, exp = 0, aud, ...rest }: JWTPayload): TokenClaims {
  const type = rest["type"] as TokenType;
  const family = type === "hooks" ? "" : rest["fam"];
  const keyId = rest["key"];
  if (keyId !== undefined && !isUuid(keyId)) throw new errors.JWTInvalid("no key");
  if (!isUuid(sub) || !isUuid(jti)) throw new errors.JWTInvalid("no id");
  if (family !== "" && !isUuid(family)) throw new errors.JWTInvalid("no family");
  const audience = typeof aud === "string" ? aud : undefined;
  return { id: jti, type, userId: sub, family, audience, keyId, issuedAt: iat * 1000, expiresAt: exp * 1000 };
}
