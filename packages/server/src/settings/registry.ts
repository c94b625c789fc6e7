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
const DEFINITIONS = {
  "auth.self_registration_enabled": off("Lets anyone who reaches the server create an account with the role user."),
  "auth.link_privileged_accounts": off(
    "Lets single sign-on join existing accounts of reviewers and admins too, not only of users, by their verified email.",
  ),

  "deployment.sso_only": off("Turns passwords off: everyone signs in with single sign-on.", { variableWins: true }),
  "deployment.public_registry_enabled": off("Shows public approved items to callers who are not signed in."),
  "deployment.public_url": empty(baseUrl, "The address that git hosts reach this server at, for webhooks."),
  "deployment.frontend_url": setting(
    required(origin),
    ({ config }) => config.frontendUrl,
    "The address that people open in their browser.",
  ),

  "security.allow_draft_install": off("Lets owners install agents that are not approved yet."),
  "security.rate_limit_auth": setting(rate, "10/minute", "How often a caller may use each sign-in endpoint.", {
    restartRequired: true,
    variableWins: true,
  }),
  "security.rate_limit_auth_strict": setting(rate, "5/minute", "How often a caller may try a password.", {
    restartRequired: true,
    variableWins: true,
  }),
  "security.trusted_proxy_ips": setting(
    listOf(addressOrSubnet),
    ({ config }) => config.trustedProxies.join(","),
    "Proxies whose X-Forwarded headers are believed: addresses or subnets. Empty: nobody's.",
  ),

  "review.require_second_reviewer": off("Keeps reviewers from approving what they submitted themselves."),

  "discovery.explore_enabled": off("Answers the explore queries of discovery clients."),
  "discovery.publisher_domain": empty(domain, "The domain that the identifiers of published items begin with."),
  "discovery.federation_allowlist": empty(
    listOf(baseUrl),
    "Base addresses of the registries that searches may be passed on to.",
  ),
  "discovery.embedding_url": empty(
    baseUrl,
    "An OpenAI-compatible embedding service for searches by meaning. Empty: the built-in one.",
  ),

  "telemetry.model_prices": empty(
    modelPrices,
    "What models cost, in USD per million tokens, from a day on. A price here goes before the built-in one; the longest name that fits decides.",
  ),

  "oauth.client_id": empty(text, "The client id at the OpenID Connect provider.", RESTART),
  "oauth.client_secret": empty(text, "The client secret at the OpenID Connect provider.", { ...SECRET, ...RESTART }),
  "oauth.server_metadata_url": empty(url, "The discovery address of the OpenID Connect provider.", RESTART),
  "oauth.email_authoritative": off(
    "Takes email addresses from the OpenID Connect provider for verified though it does not say so.",
    RESTART,
  ),

  "provider_a.client_id": empty(text, "The client id at provider A.", RESTART),
  "provider_a.client_secret": empty(text, "The client secret at provider A.", { ...SECRET, ...RESTART }),
  "provider_a.allowed_domains": empty(
    listOf(text),
    "Email domains that may sign in with provider A. Empty: all.",
    RESTART,
  ),

  "provider_b.client_id": empty(text, "The client id at provider B.", RESTART),
  "provider_b.client_secret": empty(text, "The client secret at provider B.", { ...SECRET, ...RESTART }),
  "provider_b.allowed_orgs": empty(
    listOf(text),
    "Organisations whose members may sign in with provider B. Empty: all.",
    RESTART,
  ),

  "saml.idp_entity_id": empty(text, "The entity id of the SAML identity provider."),
  "saml.idp_sso_url": empty(url, "Where the SAML identity provider signs people in."),
  "saml.idp_slo_url": empty(url, "Where the SAML identity provider signs people out."),
  "saml.idp_metadata_url": empty(url, "Where the metadata of the SAML identity provider is found."),
  "saml.idp_x509_cert": empty(text, "The certificate that the SAML identity provider signs with, as PEM.", SECRET),
  "saml.sp_entity_id": setting(
    required(text),
    ({ frontendUrl }) => `${frontendUrl()}/api/v1/sso/saml/metadata`,
    "The entity id of this server at the SAML identity provider.",
  ),
  "saml.sp_acs_url": setting(
    required(url),
    ({ frontendUrl }) => `${frontendUrl()}/api/v1/sso/saml/acs`,
    "Where the SAML identity provider sends its answers.",
  ),
  "saml.sp_key_encryption_password": empty(text, "The password of the private key file for SAML.", SECRET),
  "saml.sp_private_key": empty(
    text,
    "The private key of this server for SAML. Made by the server, or given as a file.",
    {
      isSensitive: true,
      isSettable: false,
    },
  ),
  "saml.sp_x509_cert": empty(text, "The certificate of this server for SAML. Made by the server, or given as a file.", {
    isSettable: false,
  }),
  "saml.jit_provisioning": setting(
    boolean,
    "true",
    "Creates an account when someone signs in with SAML for the first time.",
  ),
  "saml.email_authoritative": off("Takes email addresses from the SAML identity provider for verified."),

  "jwt.access_token_expire_minutes": setting(integer(1, 1440), "60", "How long an access token lasts, in minutes."),
  "jwt.refresh_token_expire_days": setting(integer(1, 365), "30", "How long a sign-in lasts without use, in days."),
  "jwt.hooks_token_expire_minutes": setting(
    integer(1, 525_600),
    "43200",
    "How long the token of a harness hook lasts, in minutes.",
  ),

  "data.retention_days": setting(
    integer(1, 36_500),
    "90",
    "How many days telemetry is kept; the audit log never expires.",
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
