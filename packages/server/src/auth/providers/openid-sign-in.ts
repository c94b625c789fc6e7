import type { OAuthMethod } from "@tackroom/contract";
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  refreshTokenGrant,
  ResponseBodyError,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { normaliseEmail } from "../core/emails.js";
import { asSentence, reasonOf, refused, upstreamFailure } from "./failures.js";
import type { OpenIdClient } from "./openid-client.js";
import type { FlowEnd, FlowStart, ProviderGrant } from "./provider.js";

const SCOPES = "openid profile email";

/** What an OpenID Connect provider says of someone, verified; what it means is for each method to decide. */
export interface Identity {
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined when the provider does not say. */
  readonly emailVerified: boolean | undefined;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly session: string | null;
  readonly grant: ProviderGrant | null;
}

export async function startOpenId(client: OpenIdClient, flow: FlowStart): Promise<URL> {
  return buildAuthorizationUrl(await client.configuration(), {
    redirect_uri: flow.redirectUri,
    scope: SCOPES,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: "S256",
  });
}

export async function finishOpenId(method: OAuthMethod, client: OpenIdClient, flow: FlowEnd): Promise<Identity> {
  const configuration = await client.configuration();
  const tokens = await redeem(configuration, flow);
  const claims = await claimsOf(configuration, tokens);
  const text = (name: string): string | null => {
    const value = claims[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const subject = text("sub");
  if (subject === null) throw refused("invalid_state", "The identity provider did not say who you are.");
  return {
    subject,
    email: text("email") ?? undefined,
    emailVerified: verifiedOf(claims["email_verified"]),
    name: text("name") ?? text("preferred_username"),
    avatarUrl: text("picture"),
    session: text("sid"),
    grant: grantOf(method, subject, tokens),
  };
}

/** Some providers send the word instead of the value. */
function verifiedOf(claim: unknown): boolean | undefined {
  if (claim === undefined || claim === null) return undefined;
  return claim === true || claim === "true";
}

const MAX_SKEW_SECONDS = 60;

type Redeemed = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Exchanges the code; the library checks state, nonce, issuer, audience, times and the signature of the ID token. */
async function redeem(
  configuration: Configuration,
  { callback, state, nonce, codeVerifier }: FlowEnd,
): Promise<Redeemed> {
  try {
    const tokens = await authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    // Of the times, the library checks when a token ends and when it begins to hold, but not when it was issued.
    if ((tokens.claims()?.iat ?? 0) > Date.now() / 1000 + MAX_SKEW_SECONDS)
      throw new Error("It was issued in the future.");
    return tokens;
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw refusedByProvider(error);
    throw refused("invalid_code", `The sign-in could not be verified: ${reasonOf(error)} Sign in again.`, error);
  }
}

/** The provider's own words: the user has declined, say, or may not use this application. */
export function refusedByProvider(error: { readonly error: string; readonly error_description?: string | undefined }) {
  const description = error.error_description ?? "";
  const words = description === "" ? error.error : `${error.error}: ${description}`;
  return refused("invalid_state", `The identity provider refused the sign-in: ${asSentence(words)}`);
}

type Claims = Readonly<Record<string, unknown>>;

/** The ID token's, and what the provider only tells when it is asked. */
async function claimsOf(configuration: Configuration, tokens: Redeemed): Promise<Claims> {
  const claims: Claims = { ...tokens.claims() };
  const subject = typeof claims["sub"] === "string" ? claims["sub"] : "";
  const isComplete = isSaid(claims["email"]) && isSaid(claims["email_verified"]);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  try {
    return withProfile(claims, await fetchUserInfo(configuration, tokens.access_token, subject));
  } catch (error) {
    // It would only have told whether the address is verified: the sign-in goes on as with a provider that never tells.
    if (isSaid(claims["email"])) return claims;
    throw upstreamFailure("The identity provider did not return your profile", error);
  }
}

const isSaid = (claim: unknown): boolean => claim !== undefined && claim !== null;

/** The ID token goes first. Whether an address is verified says nothing of another one, which a profile may have. */
function withProfile(claims: Claims, profile: Claims): Claims {
  const all = { ...profile, ...claims };
  if (!isSaid(claims["email"])) {
    return { ...all, email: profile["email"], email_verified: profile["email_verified"] };
  }
  const isSame = !isSaid(profile["email"]) || isSameAddress(claims["email"], profile["email"]);
  return { ...all, email_verified: claims["email_verified"] ?? (isSame ? profile["email_verified"] : undefined) };
}

const isSameAddress = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" && normaliseEmail(one) === normaliseEmail(other);

function grantOf(method: OAuthMethod, subject: string, tokens: TokenEndpointResponse): ProviderGrant | null {
  if (tokens.refresh_token === undefined) return null;
  const seconds = tokens["refresh_expires_in"];
  const isLimited = typeof seconds === "number" && seconds > 0;
  return {
    method,
    refreshToken: tokens.refresh_token,
    subject,
    expiresAt: isLimited ? Date.now() + seconds * 1000 : null,
  };
}

/**
 * Asks with the refresh token of a sign-in. Only the provider's own `invalid_grant` means that it no longer vouches: a
 * provider that is down must not sign everyone out.
 */
export async function askOpenIdAgain(client: OpenIdClient, grant: ProviderGrant): Promise<ProviderGrant | "refused"> {
  const configuration = await client.configuration();
  try {
    const tokens = await refreshTokenGrant(configuration, grant.refreshToken);
    const method = grant.method as OAuthMethod;
    return grantOf(method, grant.subject, tokens) ?? grant;
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === "invalid_grant") return "refused";
    throw error;
  }
}
