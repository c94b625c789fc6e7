import { isRandom, isStandIn } from "./randomness.js";

export interface SecretRule {
  readonly what: string;
  /** Texts without any of these cannot match, and are most; looking for them costs next to nothing. */
  readonly hints: readonly string[];
  /**
   * Global. The first group, if any, is the secret. It is tried on megabytes that an attacker writes, so what an attempt
   * reads before it fails must be short, or must not be read by the next attempt too; `linear-scanners.test.ts` tries it.
   */
  readonly pattern: RegExp;
  /** What the pattern would have to look ahead for: without it, this is something else. */
  readonly fits?: (secret: string) => boolean;
  readonly isReal: (secret: string, match: RegExpMatchArray) => boolean;
  /** Also fits what a more telling rule finds. */
  readonly general?: true;
}

const isReal = (secret: string): boolean => !isStandIn(secret);

/** A token that tells by its prefix whose it is. */
function token(what: string, hint: string, rest: string, before = "(?<![A-Za-z0-9])"): SecretRule {
  return { what, hints: hint.split(" "), pattern: new RegExp(`${before}${rest}`, "g"), isReal };
}

/** What a rule finds in a text, from left to right, real or not. */
export function* candidates({ hints, pattern, fits }: SecretRule, text: string): Generator<RegExpExecArray> {
  if (!hints.some((hint) => text.includes(hint))) return;
  for (const match of text.matchAll(pattern)) {
    if (fits === undefined || fits(secretOf(match))) yield match;
  }
}

export const secretOf = (match: RegExpMatchArray): string => match[1] ?? match[0];

/** Class names begin with `sk-` too; a key mixes digits with letters of both cases, or is hexadecimal. */
function isModelKey(secret: string): boolean {
  const key = secret.replace(/^sk-(proj-|svcacct-|admin-|or-v1-)?/, "");
  const mixed = /[0-9]/.test(key) && /[A-Z]/.test(key) && /[a-z]/.test(key);
  return !isStandIn(key) && (mixed || /^[0-9a-f]{32,}$/.test(key));
}

/** Enough of the body to tell a key from a header that is merely spoken of. */
const PEM_SAMPLE = 2000;
const MIN_PEM_RUN = 40;

export const PEM: SecretRule = {
  what: "a private key",
  hints: ["PRIVATE KEY"],
  pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
  isReal: (_secret, { index = 0, 0: header, input = "" }) => {
    const sample = input.slice(index + header.length, index + header.length + PEM_SAMPLE);
    // No key holds dashes, and the next header is looked at by itself.
    const [body = ""] = sample.split("-----", 1);
    const runs = body.replaceAll(/\\[nr]/g, "\n").match(/[A-Za-z0-9+/]+/g) ?? [];
    const run = runs.find(({ length }) => length >= MIN_PEM_RUN);
    return run !== undefined && isReal(run.slice(0, 76));
  },
};

const JWT: SecretRule = {
  what: "a signed token (JWT)",
  hints: ["eyJ"],
  pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,20000}\.[A-Za-z0-9_-]{16,4000}/g,
  isReal: (secret) => {
    const [header = "", , signature = ""] = secret.split(".");
    return namesAlgorithm(header) && isReal(signature);
  },
};

/** Not parsed: a text can hold a hundred thousand that are no JSON, and each error takes longer than all the rest. */
function namesAlgorithm(header: string): boolean {
  const json = decoded(header.replaceAll("-", "+").replaceAll("_", "/"));
  return json.startsWith("{") && /"alg"[ \t\r\n]{0,20}:/.test(json);
}

/** What is no base64 decodes to nothing; for the same reason it is found out beforehand. */
function decoded(base64: string): string {
  const digits = base64.replace(/={1,2}$/, "");
  return digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits) ? "" : atob(digits);
}

const PASSWORD_WORD =
  /^(your|my|the|some|db|user|root|admin|auth|super|top)?[-_.]?(passwo?r?d|passwd|pass|pwd|pw|secret|token|key|credentials?|api[-_]?key)[-_]?(here)?[0-9]{0,3}$/i;

/** `${PASS}`, `<password>`, `{password}`, `%PASS%`, `$PASS`, `xyz`, and what everyone writes in examples. */
function isPassword(password: string, { 1: user }: RegExpMatchArray): boolean {
  if (password.length < 4 || /^[$<{%[(*]|^x+$|^\.+$/i.test(password) || PASSWORD_WORD.test(password)) return false;
  return password !== user && !/example|placeholder|your|redacted|change_?me/i.test(password);
}

export const URL_PASSWORD: SecretRule = {
  what: "a password in an address",
  hints: ["://"],
  pattern: /:\/\/([^\s:@/?#"'`]{0,100}):([^\s@/"'`]{1,200})@([^\s/@:?#"'`]{1,253})/g,
  isReal: (_secret, match) => isPassword(match[2] ?? "", match) && !/(^|\.)example(\.|$)/i.test(match[3] ?? ""),
};

const BEARER: SecretRule = {
  what: "a bearer token",
  hints: ["earer ", "EARER "],
  pattern: /\bbearer[ \t]{1,5}([A-Za-z0-9._~+/=-]{20,2000})/gi,
  isReal: isRandom,
  general: true,
};

const BASIC: SecretRule = {
  what: "a user name with its password",
  hints: ["asic ", "ASIC "],
  pattern: /\bauthorization["']?[ \t]{0,5}[:=][ \t]{0,5}["']?basic[ \t]{1,5}([A-Za-z0-9+/]{8,500}={0,2})/gi,
  isReal: (encoded) => {
    const [user = "", password] = decoded(encoded).split(":", 2);
    return password !== undefined && password !== "" && isPassword(password, ["", user]);
  },
};

const AWS_SECRET: SecretRule = {
  what: "an AWS secret access key",
  hints: ["secret", "SECRET", "Secret"],
  pattern: /secret_?(?:access_?)?key["']?[ \t]{0,5}[:=][ \t]{0,5}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  isReal: (secret) => isReal(secret) && !/^[0-9a-f]{40}$/i.test(secret),
};

const ASSIGNED: SecretRule = {
  what: "a secret value",
  hints: ["=", ":"],
  pattern:
    /(?:api[_-]?key|secret|token|passwo?r?d|credentials?|access[_-]?key|private[_-]?key)["']?[ \t]{0,5}(?::=|=>|[:=])[ \t]{0,5}["']?([A-Za-z0-9_+/=.~-]{20,200})/gi,
  isReal: isRandom,
  general: true,
};

/** A text is reported once for each rule that it fits. */
export const SECRET_RULES: readonly SecretRule[] = [
  token(
    "an AWS access key",
    "AKIA ASIA ABIA ACCA",
    "(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9+/])",
    "(?<![A-Za-z0-9+/])",
  ),
  AWS_SECRET,
  token("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,255}"),
  token("a GitHub token", "github_pat_", "github_pat_[A-Za-z0-9_]{36,255}"),
  token("a GitLab token", "glpat- gldt- glrt- glptt-", "gl(?:pat|dt|rt|ptt)-[A-Za-z0-9_-]{20,100}"),
  { ...token("a Slack token", "xox", "xox[abeoprs]-[A-Za-z0-9-]{20,250}"), fits: (secret) => /[0-9]/.test(secret) },
  token("a Slack token", "xapp-", "xapp-[0-9]-[A-Z0-9]{5,30}-[0-9]{5,30}-[a-f0-9]{20,100}"),
  token(
    "a Slack webhook",
    "hooks.slack.com",
    "hooks\\.slack\\.com/services/T[A-Z0-9]{6,20}/B[A-Z0-9]{6,20}/([A-Za-z0-9]{20,40})",
  ),
  token("a Stripe key", "k_live_ whsec_", "(?:[rs]k_live_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{32,100})"),
  token("an Anthropic key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,250}"),
  { ...token("a model provider's key", "sk-", "sk-(?!ant-)[A-Za-z0-9_-]{20,250}"), isReal: isModelKey },
  token("a Groq key", "gsk_", "gsk_[A-Za-z0-9]{40,80}"),
  token("a Google key", "AIza", "AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
  token("a Google token", "ya29. GOCSPX-", "(?:ya29\\.[\\w-]{30,500}|GOCSPX-[\\w-]{28})"),
  token("an npm token", "npm_", "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"),
  token("a PyPI token", "pypi-Ag", "pypi-Ag[A-Za-z0-9_-]{50,500}"),
  token("a Hugging Face token", "hf_", "hf_[A-Za-z0-9]{30,50}(?![A-Za-z0-9_])"),
  token("a SendGrid key", "SG.", "SG\\.[\\w-]{16,32}\\.[\\w-]{32,64}"),
  token("a Twilio key", "SK", "SK[0-9a-f]{32}(?![A-Za-z0-9])"),
  token("a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}"),
  token("a Shopify token", "shpat_ shpss_", "shp(?:at|ss)_[a-fA-F0-9]{32}"),
  token("a Databricks token", "dapi", "dapi[0-9a-f]{32}(?![A-Za-z0-9])"),
  token("a Linear key", "lin_api_", "lin_api_[A-Za-z0-9]{32,60}"),
  token("a Notion token", "ntn_", "ntn_[A-Za-z0-9]{40,60}"),
  token("a Docker token", "dckr_pat_", "dckr_pat_[A-Za-z0-9_-]{20,60}"),
  token("a Vault token", "hvs.", "hvs\\.[A-Za-z0-9_-]{24,200}"),
  token("a Tackroom key", "tack_", "tack_(?:live|test|dev)_[A-Za-z0-9_-]{43}"),
  JWT,
  PEM,
  URL_PASSWORD,
  BASIC,
  BEARER,
  ASSIGNED,
];

/** For a value whose name is known from elsewhere: `{"api_key": "…"}`, `["--token", "…"]`. */
export const LABELLED_RULES: readonly SecretRule[] = [AWS_SECRET, ASSIGNED];
