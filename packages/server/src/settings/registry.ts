import type { Role } from "@tackroom/contract";
import type { Config } from "../platform/config/index.js";
import {
  addressOrSubnet,
  baseUrl,
  boolean,
  domain,
  integer,
  listOf,
  origin,
  rate,
  required,
  text,
  url,
  type Kind,
} from "./core/kinds.js";
import { certificates } from "./certificates.js";
import { modelPrices } from "./core/model-prices.js";

/** What a default may be made of. */
export interface DefaultSource {
  readonly config: Pick<Config, "frontendUrl" | "trustedProxies">;
  /** What holds for `deployment.frontend_url`. */
  frontendUrl(): string;
}

export interface Definition<T = unknown> {
  readonly kind: Kind<T>;
  readonly default: string | ((from: DefaultSource) => string);
  readonly description: string;
  /** Sealed in the store, never shown. */
  readonly isSensitive?: boolean;
  readonly restartRequired?: boolean;
  /** Admins, if not said. */
  readonly changedBy?: Role;
  /** False for what the server makes itself. */
  readonly isSettable?: boolean;
  /** Its variable, when given, wins at every start instead of being copied once. */
  readonly variableWins?: boolean;
}

type More = Omit<Partial<Definition>, "kind" | "default" | "description">;

const RESTART: More = { restartRequired: true };
const SECRET: More = { isSensitive: true };

const setting = <T>(
  kind: Kind<T>,
  fallback: Definition["default"],
  description: string,
  more: More = {},
): Definition<T> => ({
  kind,
  default: fallback,
  description,
  ...more,
});
const off = (description: string, more?: More): Definition<boolean> => setting(boolean, "false", description, more);
const empty = <T>(kind: Kind<T>, description: string, more?: More): Definition<T> =>
  setting(kind, "", description, more);

/** Every setting there is, in the contract's words (§12). */
export const DEFINITIONS = {
  "auth.self_registration_enabled": off(
    "Allows anyone who can reach the server to create an account with the role user.",
  ),
  "auth.link_privileged_accounts": off(
    "Allows single sign-on to be linked to existing accounts of reviewers and admins, not only of users, by verified email address.",
  ),

  "deployment.sso_only": off("Disables passwords: everyone must sign in with single sign-on.", { variableWins: true }),
  "deployment.public_registry_enabled": off("Shows public, approved items to callers who are not signed in."),
  "deployment.public_url": empty(
    baseUrl,
    "The public URL of this server, for discovery clients and other registries. Empty means deployment.frontend_url.",
  ),
  "deployment.frontend_url": setting(
    required(origin),
    ({ config }) => config.frontendUrl,
    "The URL at which users open the web app in their browser.",
  ),

  "security.allow_draft_install": off("Allows owners to install agents that are not approved yet."),
  "security.rate_limit_auth": setting(rate, "10/minute", "Rate limit per caller for each sign-in endpoint.", {
    restartRequired: true,
    variableWins: true,
  }),
  "security.rate_limit_auth_strict": setting(rate, "5/minute", "Rate limit per caller for password attempts.", {
    restartRequired: true,
    variableWins: true,
  }),
  "security.trusted_proxy_ips": setting(
    listOf(addressOrSubnet),
    ({ config }) => config.trustedProxies.join(","),
    "IP addresses or subnets of proxies whose X-Forwarded headers are trusted. Empty means none.",
  ),

  "review.require_second_reviewer": off("Prevents reviewers from approving their own submissions."),

  "discovery.explore_enabled": off("Enables explore queries for discovery clients."),
  "discovery.publisher_domain": empty(domain, "The domain in the identifiers of published items."),
  "discovery.federation_allowlist": empty(
    listOf(baseUrl),
    "Base URLs of the registries that searches can be forwarded to.",
  ),
  "discovery.embedding_url": empty(
    baseUrl,
    "Base URL of an OpenAI-compatible embedding service for semantic search. Empty means the built-in model.",
  ),

  "telemetry.model_prices": empty(
    modelPrices,
    "Model prices in USD per million tokens, each from a start date. These override the built-in prices; the longest matching name applies.",
  ),

  "oauth.client_id": empty(text, "The client ID at the OpenID Connect provider.", RESTART),
  "oauth.client_secret": empty(text, "The client secret at the OpenID Connect provider.", { ...SECRET, ...RESTART }),
  "oauth.server_metadata_url": empty(url, "The discovery URL of the OpenID Connect provider.", RESTART),
  "oauth.email_authoritative": off(
    "Treats email addresses from the OpenID Connect provider as verified even if it does not say so.",
    RESTART,
  ),

  "provider_a.client_id": empty(text, "The client ID of this server at Google (provider A).", RESTART),
  "provider_a.client_secret": empty(text, "The client secret of this server at Google (provider A).", {
    ...SECRET,
    ...RESTART,
  }),
  "provider_a.allowed_domains": empty(
    listOf(domain),
    "Email domains that may sign in with Google (provider A). Empty means all.",
    RESTART,
  ),

  "provider_b.client_id": empty(text, "The client ID of this server at GitHub (provider B).", RESTART),
  "provider_b.client_secret": empty(text, "The client secret of this server at GitHub (provider B).", {
    ...SECRET,
    ...RESTART,
  }),
  "provider_b.allowed_orgs": empty(
    listOf(text),
    "Organizations whose active members may sign in with GitHub (provider B). Empty means all.",
    RESTART,
  ),

  "saml.idp_entity_id": empty(text, "The entity ID of the SAML identity provider."),
  "saml.idp_sso_url": empty(url, "The single sign-on URL of the SAML identity provider."),
  "saml.idp_slo_url": empty(url, "The single logout URL of the SAML identity provider."),
  "saml.idp_metadata_url": empty(url, "The metadata URL of the SAML identity provider."),
  "saml.idp_x509_cert": empty(
    certificates,
    "The signing certificate of the SAML identity provider, in PEM format; several during a change of certificates.",
    SECRET,
  ),
  "saml.sp_entity_id": setting(
    required(text),
    ({ frontendUrl }) => `${frontendUrl()}/api/v1/sso/saml/metadata`,
    "The entity ID of this server at the SAML identity provider.",
  ),
  "saml.sp_acs_url": setting(
    required(url),
    ({ frontendUrl }) => `${frontendUrl()}/api/v1/sso/saml/acs`,
    "The assertion consumer service URL, to which the SAML identity provider sends its responses.",
  ),
  "saml.sp_key_encryption_password": empty(
    text,
    "The password of the SAML private key, if it is provided as an encrypted file.",
    SECRET,
  ),
  "saml.sp_private_key": empty(
    text,
    "The SAML private key of this server. Generated by the server, or provided as a file.",
    { isSensitive: true, isSettable: false },
  ),
  "saml.sp_x509_cert": empty(
    text,
    "The SAML certificate of this server. Generated by the server, or provided as a file.",
    { isSettable: false },
  ),
  "saml.jit_provisioning": setting(
    boolean,
    "true",
    "Creates an account when a user signs in with SAML for the first time.",
  ),
  "saml.email_authoritative": off("Treats email addresses from the SAML identity provider as verified."),

  "jwt.access_token_expire_minutes": setting(integer(1, 1440), "60", "Lifetime of access tokens, in minutes."),
  "jwt.refresh_token_expire_days": setting(integer(1, 365), "30", "Lifetime of an unused sign-in, in days."),
  "jwt.hooks_token_expire_minutes": setting(integer(1, 525_600), "43200", "Lifetime of hooks tokens, in minutes."),

  "data.retention_days": setting(
    integer(1, 36_500),
    "90",
    "Number of days for which telemetry is kept; the audit log never expires.",
    { changedBy: "super_admin" },
  ),
} as const;

type Definitions = typeof DEFINITIONS;

export type SettingKey = keyof Definitions;

/** Boolean for a switch, number for an integer, texts for a list, and text for what is left. */
export type SettingValue<K extends SettingKey> = Definitions[K] extends Definition<infer T> ? T : never;

export const SETTING_KEYS = Object.keys(DEFINITIONS) as SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(DEFINITIONS, key);
}

export function definitionOf(key: SettingKey): Definition {
  return DEFINITIONS[key];
}
