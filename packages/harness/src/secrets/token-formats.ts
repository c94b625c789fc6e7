import { isStandIn } from "./placeholders.js";

export interface Mark {
  readonly character: string;
  readonly from: number;
  readonly to: number;
}

/** A token that tells by its first characters whose it is. */
export interface TokenFormat {
  readonly what: string;
  /** Every token of the format begins with one of these. */
  readonly starts: readonly string[];
  /** The whole token, from its first character on. A first group is the secret, where it is not all of the match. */
  readonly pattern: string;
  /** What the pattern would have to look ahead for: without it, this is something else. */
  readonly fits?: (token: string) => boolean;
  /** A character that every token has within these places, where its start alone begins all kinds of words. */
  readonly mark?: Mark;
  /** Not shown, but no reason to refuse a submission: keys for tests, which documentation is full of. */
  readonly isHarmless?: true;
}

type Row = readonly [what: string, starts: string, pattern: string, fits?: (token: string) => boolean];

const hasDigit = (token: string): boolean => /[0-9]/.test(token);

/** Class names begin with `sk-` too; a key mixes digits with letters of both cases, or is hexadecimal. */
function isModelKey(token: string): boolean {
  const key = token.replace(/^sk-(proj-|svcacct-|admin-|or-v1-|None-)?/, "");
  const mixed = /[0-9]/.test(key) && /[A-Z]/.test(key) && /[a-z]/.test(key);
  return mixed || /^[0-9a-f]{32,}$/.test(key);
}

/** `key-` and `fc-` also begin ordinary names, but 32 random hexadecimal digits after them indicate a key. */
const isRandomHex = (token: string): boolean => !isStandIn(token.slice(token.indexOf("-") + 1));

const HEX32 = "[0-9a-f]{32}(?![0-9A-Za-z])";

/**
 * Formats as their services document them and as gitleaks lists them: prefixes, alphabets and lengths are
 * facts. Lengths have some room, since services lengthen their tokens without asking.
 */
const ROWS: readonly Row[] = [
  ["an AWS access key", "AKIA ASIA ABIA ACCA", "(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9+/])"],
  ["an AWS key for Bedrock", "ABSK", "ABSK[A-Za-z0-9+/]{80,300}={0,2}"],
  ["a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,255}"],
  ["a GitHub token", "github_pat_", "github_pat_[A-Za-z0-9_]{36,255}"],
  [
    "a GitLab token",
    "glpat- gldt- glrt- glptt- glcbt- glft- glimt- glagent- gloas- glsoat- glffct-",
    "gl(?:pat|dt|rt|ptt|cbt|ft|imt|agent|oas|soat|ffct)-[A-Za-z0-9_.-]{20,300}",
  ],
  ["a GitLab token", "GR1348941", "GR1348941[A-Za-z0-9_-]{20,40}"],
  ["a Slack token", "xox", "xox[abcdeoprs](?:\\.xox[bp])?-[A-Za-z0-9%-]{20,250}", hasDigit],
  ["a Slack token", "xapp-", "xapp-[0-9]-[A-Z0-9]{5,30}-[0-9]{5,30}-[a-f0-9]{20,100}"],
  [
    "a Slack webhook",
    "hooks.slack.com",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Z0-9]{6,20}/[A-Z0-9]{6,20}/([A-Za-z0-9/]{20,60})",
  ],
  [
    "a Discord webhook",
    "discord.com discordapp.com",
    "discord(?:app)?\\.com/api/webhooks/[0-9]{15,22}/([\\w-]{40,100})",
  ],
  ["a Stripe key", "sk_live_ rk_live_", "[rs]k_live_[A-Za-z0-9]{16,250}"],
  ["a Stripe webhook secret", "whsec_", "whsec_[A-Za-z0-9+/]{24,100}={0,2}"],
  ["an Anthropic key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,250}"],
  ["a model provider's key", "sk-", "sk-(?!ant-)[A-Za-z0-9_-]{20,250}", isModelKey],
  ["an xAI key", "xai-", "xai-[A-Za-z0-9]{40,120}"],
  ["a Groq key", "gsk_", "gsk_[A-Za-z0-9]{40,80}"],
  ["a Cerebras key", "csk-", "csk-[a-z0-9]{40,60}"],
  ["a Perplexity key", "pplx-", "pplx-[A-Za-z0-9]{32,64}"],
  ["an NVIDIA key", "nvapi-", "nvapi-[A-Za-z0-9_-]{40,100}"],
  ["a Replicate token", "r8_", "r8_[A-Za-z0-9]{30,50}"],
  ["a Tavily key", "tvly-", "tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,60}", hasDigit],
  ["a Firecrawl key", "fc-", `fc-${HEX32}`, isRandomHex],
  ["a LangSmith key", "lsv2_", "lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"],
  ["a Google key", "AIza", "AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"],
  ["a Google token", "ya29. GOCSPX-", "(?:ya29\\.[\\w-]{30,500}|GOCSPX-[\\w-]{28})"],
  ["an npm token", "npm_", "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"],
  ["a PyPI token", "pypi-Ag", "pypi-Ag[A-Za-z0-9_-]{50,500}"],
  ["a RubyGems key", "rubygems_", "rubygems_[a-f0-9]{48}"],
  ["a NuGet key", "oy2", "oy2[a-z0-9]{43}(?![a-z0-9])"],
  ["a Hugging Face token", "hf_ api_org_", "(?:hf|api_org)_[A-Za-z0-9]{30,50}(?![A-Za-z0-9_])"],
  ["a SendGrid key", "SG.", "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}"],
  ["a Brevo key", "xkeysib-", "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"],
  ["a Resend key", "re_", "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9_])"],
  ["a Mailgun key", "key-", `key-${HEX32}`, isRandomHex],
  ["a Twilio key", "SK", "SK[0-9a-f]{32}(?![A-Za-z0-9])"],
  ["a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}"],
  ["a Shopify token", "shpat_ shpss_ shpca_ shppa_", "shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}"],
  ["a Square token", "sq0atp- sq0csp- EAAA", "(?:sq0(?:atp|csp)-[\\w-]{22,60}|EAAA[\\w-]{56,64}(?![\\w-]))", hasDigit],
  ["a Databricks token", "dapi", "dapi[0-9a-f]{32}(?![A-Za-z0-9])"],
  ["a Linear key", "lin_api_ lin_oauth_", "lin_(?:api|oauth)_[A-Za-z0-9]{32,70}"],
  ["a Notion token", "ntn_ secret_", "(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9_]))"],
  ["a Docker token", "dckr_pat_ dckr_oat_", "dckr_[po]at_[A-Za-z0-9_-]{20,60}"],
  ["a Vault token", "hvs. hvb. hvr.", "hv[sbr]\\.[A-Za-z0-9_-]{24,300}"],
  ["a Grafana token", "glsa_ glc_", "(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2})"],
  ["a Doppler token", "dp.", "dp\\.(?:pt|ct|sa|scim|audit)\\.[A-Za-z0-9]{40,50}"],
  ["a Pulumi token", "pul-", "pul-[a-f0-9]{40}"],
  ["a Supabase key", "sbp_ sb_secret_", "(?:sbp_[a-f0-9]{40}|sb_secret_[\\w-]{20,60})"],
  ["a PlanetScale token", "pscale_", "pscale_(?:tkn|pw|oauth)_[\\w=.-]{32,64}"],
  ["a Fly.io token", "fo1_ fm1a_ fm1r_ fm2_", "(?:fo1_[\\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{60,2000}={0,2})"],
  ["an Atlassian token", "ATATT3 ATCTT3 ATBB", "(?:AT[AC]TT3[\\w=-]{60,250}|ATBB[A-Za-z0-9]{28,40})"],
  ["a Figma token", "figd_", "figd_[\\w-]{36,60}"],
  ["a Postman key", "PMAK-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"],
  ["a New Relic key", "NRAK- NRII-", "NR(?:AK|II)-[A-Za-z0-9-]{27,40}"],
  ["a Sentry token", "sntrys_ sntryu_", "sntry(?:s_[\\w+/=.-]{40,500}|u_[a-f0-9]{64})"],
  ["a Sourcegraph token", "sgp_", "sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}"],
  ["a Dynatrace token", "dt0c01. dt0s", "dt0[cs][0-9]{2}\\.[A-Z0-9]{8,24}\\.[A-Z0-9]{64}"],
  ["a Tailscale key", "tskey-", "tskey-[a-z]{2,12}-[A-Za-z0-9]{8,30}-[A-Za-z0-9]{20,60}"],
  ["a Buildkite token", "bkua_", "bkua_[a-f0-9]{40}"],
  ["an Apify token", "apify_api_", "apify_api_[A-Za-z0-9]{30,50}"],
  ["a PostHog key", "phx_", "phx_[A-Za-z0-9]{40,60}"],
  ["a Heroku key", "HRKU-", "HRKU-[\\w-]{36,70}"],
  ["an Artifactory key", "AKCp", "AKCp[A-Za-z0-9]{60,80}"],
  ["an Airtable token", "pat", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"],
  ["a 1Password token", "ops_eyJ", "ops_eyJ[A-Za-z0-9+/_-]{100,2000}={0,2}"],
  ["a 1Password secret key", "A3-", "A3-[A-Z0-9]{6}-[A-Z0-9]{5,11}(?:-[A-Z0-9]{5,6}){3,4}(?![A-Z0-9-])", hasDigit],
  ["an age key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[A-Z0-9]{40,80}"],
  ["a Prefect key", "pnu_", "pnu_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"],
  ["an Alibaba Cloud key", "LTAI", "LTAI[A-Za-z0-9]{17,21}(?![A-Za-z0-9])", hasDigit],
  ["an OpenShift token", "sha256~", "sha256~[\\w-]{43}(?![\\w-])"],
  // The signature may be cut off, and an encrypted one has five parts.
  ["a signed token (JWT)", "eyJ", "(?<![\\w-]{2})eyJ[\\w-]{8,4000}\\.[\\w-]{8,20000}(?:\\.[\\w-]{0,4000}){0,3}"],
  ["a Tackroom key", "tack_", "tack_(?:live|test|dev)_[A-Za-z0-9_-]{43}"],
];

const STRIPE_TEST_KEY: TokenFormat = {
  what: "a Stripe test key",
  starts: ["sk_test_", "rk_test_"],
  pattern: "[rs]k_test_[A-Za-z0-9]{16,250}",
  isHarmless: true,
};

/** An account's number in base64 or in digits, and the token behind a mark. */
const BOT_TOKENS: readonly TokenFormat[] = [
  {
    what: "a Discord bot token",
    starts: ["M", "N", "O"],
    pattern: "[MNO][A-Za-z0-9]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])",
    fits: hasDigit,
    mark: { character: ".", from: 24, to: 28 },
  },
  {
    what: "a Telegram bot token",
    starts: Array.from("0123456789"),
    pattern: "[0-9]{8,10}:A[A-Za-z0-9_-]{30,40}(?![A-Za-z0-9_-])",
    mark: { character: ":", from: 8, to: 10 },
  },
];

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  ...ROWS.map(([what, starts, pattern, fits]) => ({ what, starts: starts.split(" "), pattern, ...(fits && { fits }) })),
  ...BOT_TOKENS,
  STRIPE_TEST_KEY,
];
