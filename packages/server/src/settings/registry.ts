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
  type Kind,
} from "./core/kinds.js";
import { modelPrices } from "./core/model-prices.js";

/** What a default may be made of. */
export interface DefaultSource {
  readonly config: Pick<Config, "frontendUrl" | "trustedProxies">;
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
