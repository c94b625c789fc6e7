import { addressOrSubnet, baseUrl, domain, integer, listOf, origin, rate, required, text, url } from "./core/kinds.js";
import { modelPrices } from "./core/model-prices.js";
import { projectDays } from "./core/project-days.js";
import { forwardingConsequence, projectRetentionConsequence, retentionConsequence } from "./core/consequences.js";
import { empty, inGroup, off, SECRET, setting, whenOff, whenOn, type Definition } from "./definition.js";
import { SIGN_IN } from "./sign-in-definitions.js";

const WINS_AT_START = { restartRequired: true, variableWins: true } as const;

/** Every setting there is, in the contract's words (§12), by what an admin looks for. */
export const DEFINITIONS = {
  ...SIGN_IN,

  ...inGroup("registry", {
    "deployment.public_registry_enabled": off(
      ["Public registry", "Shows public, approved items to callers who are not signed in."],
      { consequence: whenOn("Anyone who can reach this server can read public, approved items without signing in.") },
    ),
    "review.require_second_reviewer": off(
      ["Second reviewer", "Prevents reviewers from approving their own submissions."],
      { consequence: whenOff("Reviewers can approve what they have submitted themselves.") },
    ),
    "security.allow_draft_install": off(
      ["Install drafts", "Allows owners to install agents that are not approved yet."],
      { consequence: whenOn("Owners can install agents that nobody has reviewed.") },
    ),
  }),

  ...inGroup("discovery", {
    "discovery.explore_enabled": off(["Explore queries", "Enables explore queries for discovery clients."]),
    "discovery.publisher_domain": empty(domain, [
      "Publisher domain",
      "The domain in the identifiers of published items.",
    ]),
    "discovery.federation_allowlist": empty(
      listOf(baseUrl),
      ["Federated registries", "Base URLs of the registries that searches can be forwarded to."],
      { consequence: forwardingConsequence },
    ),
    "discovery.embedding_url": empty(
      baseUrl,
      [
        "Embedding service",
        "Base URL of an OpenAI-compatible embedding service for semantic search. Empty means the built-in model.",
      ],
      { consequence: ({ to }) => (to === "" ? undefined : `The texts of all items and searches are sent to ${to}.`) },
    ),
  }),

  ...inGroup("recording", {
    "data.retention_days": setting(
      integer(1, 36_500),
      "90",
      ["Telemetry retention", "How long telemetry is kept. Older sessions are deleted; the audit log never expires."],
      { unit: "days", changedBy: "super_admin", consequence: retentionConsequence },
    ),
    "data.project_retention_days": empty(
      projectDays,
      [
        "Telemetry retention by project",
        "Number of days for which the telemetry of single projects is kept instead, such as shop=30, legacy=7.",
      ],
      { changedBy: "super_admin", consequence: projectRetentionConsequence },
    ),
    "telemetry.model_prices": empty(modelPrices, [
      "Model prices",
      "Model prices in USD per million tokens, each from a start date. These override the built-in prices; the longest matching name applies.",
    ]),
  }),

  ...inGroup("notifications", {
    "inbox.digest_webhook_url": empty(
      url,
      [
        "Digest webhook",
        "The URL that receives a digest of everyone's unread notifications every day at 07:00 UTC. Empty means no digest.",
      ],
      {
        consequence: ({ to }) =>
          to === ""
            ? undefined
            : `The unread notifications of all users, with the names of private items, are sent to ${to}.`,
      },
    ),
    "inbox.digest_webhook_secret": empty(
      text,
      [
        "Digest signing key",
        "The key that signs digests, as alert webhooks are signed. A digest is sent only if it is set.",
      ],
      SECRET,
    ),
  }),

  ...inGroup("addresses", {
    "deployment.frontend_url": setting(required(origin), ({ config }) => config.frontendUrl, [
      "Web app URL",
      "The URL at which users open the web app in their browser.",
    ]),
    "deployment.public_url": empty(baseUrl, [
      "Public URL",
      "The public URL of this server, for discovery clients and other registries. Empty means the web app URL.",
    ]),
  }),

  ...inGroup("limits", {
    "security.rate_limit_auth": setting(
      rate,
      "10/minute",
      ["Sign-in rate limit", "Rate limit per caller for each sign-in endpoint."],
      WINS_AT_START,
    ),
    "security.rate_limit_auth_strict": setting(
      rate,
      "5/minute",
      ["Password rate limit", "Rate limit per caller for password attempts."],
      WINS_AT_START,
    ),
    "security.trusted_proxy_ips": setting(listOf(addressOrSubnet), ({ config }) => config.trustedProxies.join(","), [
      "Trusted proxies",
      "IP addresses or subnets of proxies whose X-Forwarded headers are trusted. Empty means none.",
    ]),
  }),

  ...inGroup("tokens", {
    "jwt.access_token_expire_minutes": setting(
      integer(1, 1440),
      "60",
      ["Access token lifetime", "How long an access token is valid before clients renew it."],
      { unit: "minutes" },
    ),
    "jwt.hooks_token_expire_minutes": setting(
      integer(1, 525_600),
      "43200",
      ["Hooks token lifetime", "How long the tokens are valid with which session hooks send telemetry."],
      { unit: "minutes" },
    ),
  }),
};

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
