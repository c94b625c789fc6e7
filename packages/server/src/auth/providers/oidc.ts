import { SSO_REQUIRED_SETTINGS } from "@tackroom/contract";
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import type { Settings } from "../../settings/index.js";
import { reasonOf, refused } from "./failures.js";
import { askOpenIdAgain, finishOpenId, startOpenId, type Identity } from "./openid-sign-in.js";
import { createOpenIdClient, type OpenIdClient } from "./openid-client.js";
import type { ProviderFetch } from "./outbound-fetch.js";
import type { EndedSession, OAuthProvider, Vouched } from "./provider.js";

/** Any provider that publishes a discovery document. Settings are those of the start: the client is built once. */
export function openOidc(settings: Pick<Settings, "atStart">, fetch: ProviderFetch): OAuthProvider | undefined {
  if (SSO_REQUIRED_SETTINGS.oidc.some((key) => settings.atStart(key) === "")) return undefined;
  const clientId = settings.atStart("oauth.client_id");
  const discoveryUrl = settings.atStart("oauth.server_metadata_url");
  const clientSecret = settings.atStart("oauth.client_secret");
  const trustsEmails = settings.atStart("oauth.email_authoritative");
  const client = createOpenIdClient({ clientId, clientSecret, discoveryUrl }, fetch);
  return {
    method: "oidc",
    start: (flow) => startOpenId(client, flow),
    finish: async (flow) => vouchedBy(await finishOpenId("oidc", client, flow), trustsEmails),
    askAgain: (grant) => askOpenIdAgain(client, grant),
    readLogoutToken: (token) => readLogoutToken(client, token, fetch),
  };
}

function vouchedBy(identity: Identity, trustsEmails: boolean): Vouched {
  const { email, emailVerified, ...rest } = identity;
  if (email === undefined) {
    throw refused("invalid_state", "The identity provider did not send your email address, which identifies you here.");
  }
  if (emailVerified === false) {
    throw refused(
      "email_not_verified",
      "Your email address is not verified at the identity provider. Verify it there.",
    );
  }
  return { ...rest, email, isEmailVerified: emailVerified ?? trustsEmails };
}

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MAX_AGE = "10 minutes";

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. A token that is presented again ends nothing that has not ended. */
async function readLogoutToken(client: OpenIdClient, token: string, fetch: ProviderFetch): Promise<EndedSession> {
  const { issuer, jwks_uri } = (await client.configuration()).serverMetadata();
  if (jwks_uri === undefined) throw refused("invalid_code", "The identity provider publishes no keys.");
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: fetch });
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: client.clientId,
      maxTokenAge: MAX_AGE,
      requiredClaims: ["iat", "jti", "events"],
    });
    return sessionOf(payload);
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refused("invalid_code", `The logout token is invalid: ${reasonOf(error)}`, error);
  }
}

function sessionOf({ sub, sid, nonce, events }: JWTPayload): EndedSession {
  const isLogout = typeof events === "object" && events !== null && LOGOUT_EVENT in events;
  // A nonce would make an ID token of it.
  if (!isLogout || nonce !== undefined) throw new errors.JWTClaimValidationFailed("not a logout token", {});
  const session = typeof sid === "string" ? sid : undefined;
  if (session === undefined && sub === undefined) {
    throw new errors.JWTClaimValidationFailed("neither sub nor sid is present", {});
  }
  return { session, subject: sub };
}
