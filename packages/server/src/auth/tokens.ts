import type { Role } from "@tackroom/contract";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import type { SigningKeys } from "./signing-keys.js";

export interface IssuedToken {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface TokenSubject {
  readonly id: string;
  readonly role: Role;
}

export const ACCESS_TOKEN_MINUTES = 60;
const REFRESH_TOKEN_DAYS = 30;

export function issueAccessToken(keys: SigningKeys, user: TokenSubject): Promise<IssuedToken> {
  return issue(keys, user, { type: "access" }, ACCESS_TOKEN_MINUTES * 60);
}

export function issueRefreshToken(keys: SigningKeys, user: TokenSubject, family: string): Promise<IssuedToken> {
  return issue(keys, user, { type: "refresh", fam: family }, REFRESH_TOKEN_DAYS * 24 * 60 * 60);
}

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

/** The user id of a valid access token. The key decides the algorithm: a header that names another one is refused. */
export async function verifyAccessToken(keys: SigningKeys, token: string): Promise<string> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const verifier = keys.verifiers.get(kid ?? "");
    if (!verifier) throw new errors.JWTInvalid("unknown key");
    const { payload } = await jwtVerify(token, verifier.key, {
      algorithms: [verifier.algorithm],
      requiredClaims: ["sub", "exp", "jti"],
    });
    if (payload["type"] !== "access" || !payload.sub) throw new errors.JWTInvalid("not an access token");
    return payload.sub;
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
    throw new ServiceError("unauthenticated", "The token is not valid or has expired. Sign in again.", {
      cause: error,
    });
  }
}
