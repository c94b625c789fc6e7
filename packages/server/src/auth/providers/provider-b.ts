import { SSO_REQUIRED_SETTINGS } from "@tackroom/contract";
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  Configuration,
  customFetch,
  allowInsecureRequests,
} from "openid-client";
import { Type, type Static, type TSchema } from "typebox";
import { Check } from "typebox/value";
import type { Config } from "../../platform/config/index.js";
import type { Settings } from "../../settings/index.js";
import { reasonOf, refused, upstreamFailure } from "./failures.js";
import { refusedByProvider } from "./openid-sign-in.js";
import { PROVIDER_TIMEOUT_MS, type ProviderFetch } from "./outbound-fetch.js";
import type { FlowEnd, FlowStart, OAuthProvider, Vouched } from "./provider.js";

export type ProviderBAddresses = Pick<Config, "providerBWebUrl" | "providerBApiUrl">;

interface ProviderB {
  readonly configuration: Configuration;
  readonly apiUrl: string;
  readonly fetch: ProviderFetch;
  readonly allowedOrgs: readonly string[];
}

/** Plain OAuth 2.0: who somebody is has to be asked for. Settings are those of the start: the client is built once. */
export function openProviderB(
  settings: Pick<Settings, "atStart">,
  addresses: ProviderBAddresses,
  fetch: ProviderFetch,
): OAuthProvider | undefined {
  if (SSO_REQUIRED_SETTINGS.provider_b.some((key) => settings.atStart(key) === "")) return undefined;
  const clientId = settings.atStart("provider_b.client_id");
  const clientSecret = settings.atStart("provider_b.client_secret");
  const allowedOrgs = settings.atStart("provider_b.allowed_orgs").map((org) => org.toLowerCase());
  const configuration = configureProviderB({ clientId, clientSecret, ...addresses }, fetch);
  const providerB = { configuration, apiUrl: addresses.providerBApiUrl, fetch, allowedOrgs };
  return {
    method: "provider_b",
    start: (flow) => start(providerB, flow),
    finish: (flow) => finish(providerB, flow),
  };
}

export function configureProviderB(
  client: ProviderBAddresses & { readonly clientId: string; readonly clientSecret: string },
  fetch: ProviderFetch,
): Configuration {
  const { providerBWebUrl: web } = client;
  const configuration = new Configuration(
    {
      issuer: web,
      authorization_endpoint: `${web}/login/oauth/authorize`,
      token_endpoint: `${web}/login/oauth/access_token`,
    },
    client.clientId,
    undefined,
    ClientSecretPost(client.clientSecret),
  );
  configuration[customFetch] = withHonestStatus(fetch);
  configuration.timeout = PROVIDER_TIMEOUT_MS / 1000;
  if (web.startsWith("http:")) allowInsecureRequests(configuration);
  return configuration;
}

/** It reports errors of the token endpoint with status 200, which a client that follows the standard takes for success. */
function withHonestStatus(fetch: ProviderFetch): ProviderFetch {
  return async (url, options) => {
    const answer = await fetch(url, options);
    const text = await answer.text();
    const status = answer.status === 200 && /^\s*\{\s*"error"/.test(text) ? 400 : answer.status;
    return new Response(text, { status, headers: answer.headers });
  };
}

async function start({ configuration, allowedOrgs }: ProviderB, flow: FlowStart): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    redirect_uri: flow.redirectUri,
    scope: ["read:user", "user:email", ...(allowedOrgs.length > 0 ? ["read:org"] : [])].join(" "),
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: "S256",
  });
}

async function finish(providerB: ProviderB, flow: FlowEnd): Promise<Vouched> {
  const token = await redeem(providerB, flow);
  const profile = await read(providerB, token, { path: "/user", what: "your profile", schema: Profile });
  const emails = await read(providerB, token, { path: "/user/emails", what: "your email addresses", schema: Emails });
  const email = verifiedAddress(emails);
  if (email === undefined) {
    throw refused(
      "email_not_verified",
      "Your account at the provider has no verified email address. Verify one there.",
    );
  }
  await requireMembership(providerB, token, profile.login);
  return {
    subject: String(profile.id),
    email,
    isEmailVerified: true,
    name: profile.name || profile.login,
    avatarUrl: profile.avatar_url ?? null,
    session: null,
    grant: null,
  };
}

async function redeem({ configuration }: ProviderB, flow: FlowEnd): Promise<string> {
  try {
    const tokens = await authorizationCodeGrant(configuration, flow.callback, {
      expectedState: flow.state,
      pkceCodeVerifier: flow.codeVerifier,
    });
    return tokens.access_token;
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw refusedByProvider(error);
    throw refused("invalid_code", `The sign-in could not be verified: ${reasonOf(error)} Sign in again.`, error);
  }
}

const Profile = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  login: Type.String({ minLength: 1 }),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  avatar_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const Emails = Type.Array(Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() }));
const Membership = Type.Object({ state: Type.String() });

/** The profile has an address too, which nobody has verified. */
function verifiedAddress(emails: Static<typeof Emails>): string | undefined {
  const verified = emails.filter((each) => each.verified);
  return (verified.find((each) => each.primary) ?? verified[0])?.email;
}

interface Reading<S extends TSchema> {
  readonly path: string;
  readonly what: string;
  readonly schema: S;
}

async function read<S extends TSchema>(
  providerB: ProviderB,
  token: string,
  { path, what, schema }: Reading<S>,
): Promise<Static<S>> {
  const answer = await ask(providerB, token, path).catch((error: unknown) => {
    throw upstreamFailure(`The provider did not return ${what}`, error);
  });
  if (answer.status !== 200) {
    throw refused("invalid_state", `The provider did not return ${what}: it answered with status ${answer.status}.`);
  }
  const found: unknown = await answer.json().catch(() => undefined);
  if (!Check(schema, found)) {
    throw refused("invalid_state", `The provider returned ${what} in an unknown format.`);
  }
  return found;
}

const ask = ({ apiUrl, fetch }: ProviderB, token: string, path: string): Promise<Response> =>
  fetch(`${apiUrl}${path}`, {
    method: "GET",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
  });

/** A lookup that fails does not count as membership, and neither does a pending invitation. */
async function requireMembership(providerB: ProviderB, token: string, login: string): Promise<void> {
  const { allowedOrgs } = providerB;
  if (allowedOrgs.length === 0) return;
  const lookups = await Promise.allSettled(allowedOrgs.map((org) => isActiveMember(providerB, token, org)));
  if (lookups.some((lookup) => lookup.status === "fulfilled" && lookup.value)) return;
  const failure: unknown = lookups.find((lookup) => lookup.status === "rejected")?.reason;
  const inVain = failure === undefined ? "" : ` A lookup failed: ${reasonOf(failure)}`;
  throw refused(
    "org_not_allowed",
    `${login} is not an active member of an organization that may sign in here.${inVain} Accept a pending invitation, or ask an admin.`,
    failure,
  );
}

async function isActiveMember(providerB: ProviderB, token: string, org: string): Promise<boolean> {
  const answer = await ask(providerB, token, `/user/memberships/orgs/${encodeURIComponent(org)}`);
  const found: unknown = answer.status === 200 ? await answer.json() : undefined;
  return Check(Membership, found) && found.state === "active";
}
