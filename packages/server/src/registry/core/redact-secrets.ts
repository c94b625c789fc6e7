import { SECRET_RULES, type SecretRule } from "./secret-rules.js";

export const REDACTED = "**REDACTED**";

/** The whole block, not only the header by which it is recognised; one that was cut off has no end. */
const PEM_BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END [A-Z0-9 ]{0,80}-----|$)/g;
/** `DB_PASSWORD=…` of an environment or a .env file; references to other variables are no secrets. */
const VARIABLE = /\b([A-Z][A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY)=["']?)([^\s"'$<{][^\s"']{5,500})/g;
const URL_PASSWORD = /(:\/\/[^\s:@/?#"'`]{0,100}:)([^\s@/"'`$<{][^\s@/"'`]{0,199})(?=@[^\s/@:?#"'`]{1,253})/g;

const RULES = SECRET_RULES.filter(({ pattern }) => !/PRIVATE KEY|^:\\\/\\\//.test(pattern.source));

const MORE_HINTS = ["PRIVATE KEY", "://", "PASSW", "SECRET", "TOKEN", "API_KEY"];

/** Most texts hold none of these, and one look tells. */
const HINTS = new RegExp(
  [...new Set([...RULES.flatMap(({ hints }) => hints).filter((hint) => hint.length > 1), ...MORE_HINTS])]
    .map((hint) => hint.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|"),
);
const ASSIGNMENT = /(?:key|secret|token|passwo?r?d|credentials?)["']?[ \t]{0,5}(?::=|=>|[:=])/i;

/**
 * For what is shown to people. Unlike the check of submissions it also takes what merely looks like an example: a word too
 * much is starred out rather than a secret shown.
 */
export function redactSecrets(text: string): string {
  const hasHint = HINTS.test(text);
  if (!hasHint && !ASSIGNMENT.test(text)) return text;
  const withoutTokens = RULES.reduce(withoutMatches, text);
  if (!hasHint) return withoutTokens;
  return withoutTokens
    .replaceAll(PEM_BLOCK, REDACTED)
    .replaceAll(URL_PASSWORD, `$1${REDACTED}`)
    .replaceAll(VARIABLE, `$1${REDACTED}`);
}

function withoutMatches(text: string, { hints, pattern, general, isReal }: SecretRule): string {
  if (!hints.some((hint) => text.includes(hint))) return text;
  return text.replaceAll(pattern, (whole: string, ...groups: unknown[]) => {
    const secret = typeof groups[0] === "string" ? groups[0] : whole;
    // Rules that fit all kinds of text keep their judgement; a known prefix needs none.
    if (general && !isReal(secret, [whole, secret])) return whole;
    return whole.replace(secret, REDACTED);
  });
}
