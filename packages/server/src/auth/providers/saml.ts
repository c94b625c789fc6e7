import { SAML_LOGOUT_PATH, SSO_REQUIRED_SETTINGS } from "@tackroom/contract";
import type { CacheProvider, SAML } from "@node-saml/node-saml";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";
import { notConfigured, reasonOf, refused } from "./failures.js";
import { FLOW_SECONDS } from "./flow/flow-cookie.js";
import type { SamlKeys } from "./saml/keys.js";

export interface SamlDeps {
  readonly settings: Pick<Settings, "get">;
  readonly keys: SamlKeys;
}

/** Clocks differ; more than this is for the admin to fix, who is told by the test of the configuration. */
export const CLOCK_SKEW_MS = 60_000;

const REQUIRED = SSO_REQUIRED_SETTINGS.saml;

export type SamlState = "off" | "incomplete" | "on";

export function samlState({ get }: Pick<Settings, "get">): SamlState {
  const set = REQUIRED.filter((key) => get(key).length > 0);
  if (set.length === 0) return "off";
  return set.length === REQUIRED.length ? "on" : "incomplete";
}

/** What keeps SAML from working, each as an admin would fix it. */
export const missingSaml = ({ get }: Pick<Settings, "get">): string[] =>
  REQUIRED.filter((key) => get(key).length === 0).map((key) => `${key} is not set.`);

export function requireSaml(settings: Pick<Settings, "get">): void {
  const state = samlState(settings);
  if (state === "off") throw notConfigured();
  if (state === "on") return;
  throw new ServiceError("unavailable", "SAML is not fully configured. Ask an admin to complete it.", {
    extra: { issues: missingSaml(settings) },
  });
}

/**
 * Loaded at first need: most servers have no SAML, and it takes longer to load than anything else here. By its default export,
 * because in a bundle a CommonJS module has no other.
 */
const loadLibrary = async () => (await import("@node-saml/node-saml")).default;

/** The service provider of one request: which of its messages an answer may refer to is for the flow to say. */
export async function createServiceProvider(deps: SamlDeps, requests?: CacheProvider): Promise<SAML> {
  const { get } = deps.settings;
  const { privateKey, certificate } = await deps.keys.pair();
  const { SAML: ServiceProvider, ValidateInResponseTo } = await loadLibrary();
  return new ServiceProvider({
    issuer: get("saml.sp_entity_id"),
    audience: get("saml.sp_entity_id"),
    callbackUrl: get("saml.sp_acs_url"),
    logoutCallbackUrl: get("deployment.frontend_url") + SAML_LOGOUT_PATH,
    entryPoint: get("saml.idp_sso_url"),
    ...(get("saml.idp_slo_url") === "" ? {} : { logoutUrl: get("saml.idp_slo_url") }),
    idpIssuer: get("saml.idp_entity_id"),
    idpCert: [...get("saml.idp_x509_cert")],
    privateKey,
    publicCert: certificate,
    decryptionPvk: privateKey,
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    // One of both must be signed. The library reads nothing but what a valid signature covers.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // Which kind of name it gives is the identity provider's decision.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: requests ? ValidateInResponseTo.always : ValidateInResponseTo.never,
    requestIdExpirationPeriodMs: FLOW_SECONDS * 1000,
    ...(requests ? { cacheProvider: requests } : {}),
  });
}

/** Needs no identity provider: setting one up begins with this document. */
export async function describeServiceProvider({ settings: { get }, keys }: SamlDeps): Promise<string> {
  const { privateKey, certificate } = await keys.pair();
  const { generateServiceProviderMetadata } = await loadLibrary();
  const metadata = generateServiceProviderMetadata({
    issuer: get("saml.sp_entity_id"),
    callbackUrl: get("saml.sp_acs_url"),
    logoutCallbackUrl: get("deployment.frontend_url") + SAML_LOGOUT_PATH,
    identifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    wantAssertionsSigned: true,
    privateKey,
    publicCerts: certificate,
    decryptionPvk: privateKey,
    decryptionCert: certificate,
    signatureAlgorithm: "sha256",
  });
  // The library announces single logout by POST, but reads and writes it in addresses.
  return metadata.replace(/(<SingleLogoutService Binding="[^"]*:)HTTP-POST"/, '$1HTTP-Redirect"');
}

/** Knows one request: the one that the flow has sent. */
export function oneRequest(id: string): CacheProvider {
  const createdAt = Date.now();
  return {
    getAsync: async (key) => (key === id ? new Date(createdAt).toISOString() : null),
    saveAsync: async (_key, value) => ({ value, createdAt }),
    removeAsync: async (key) => key,
  };
}

/** A message of the identity provider, by what someone can do when it does not hold. */
const NEXT_STEPS = {
  response: "Sign in again.",
  "logout message": "Check in the web app whether you are still signed in.",
} as const;

export const unreadable = (what: keyof typeof NEXT_STEPS, error: unknown): ServiceError =>
  refused(
    "invalid_code",
    `The identity provider's ${what} was not accepted: ${reasonOf(error)} ${NEXT_STEPS[what]}`,
    error,
  );
