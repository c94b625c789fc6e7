import { candidates, PEM, SECRET_RULES, secretOf, URL_PASSWORD, type SecretRule } from "./secret-rules.js";

export const REDACTED = "**REDACTED**";

/** `DB_PASSWORD=…` of an environment or a .env file; references to other variables are no secrets. */
const VARIABLE = /\b([A-Z][A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY)=["']?)([^\s"'$<{][^\s"']{5,500})/g;
const SHOWN_URL_PASSWORD = /(:\/\/[^\s:@/?#"'`]{0,100}:)([^\s@/"'`$<{][^\s@/"'`]{0,199})(?=@[^\s/@:?#"'`]{1,253})/g;

/** The other two are starred out differently: a block to its end, a password without the address around it. */
const RULES = SECRET_RULES.filter((rule) => rule !== PEM && rule !== URL_PASSWORD);

const MORE_HINTS = ["PRIVATE KEY", "://", "PASSW", "SECRET", "TOKEN", "API_KEY"];

/** Most texts hold none of these, and one look tells. */
const HINTS = new RegExp(
  [...new Set([...RULES.flatMap(({ hints }) => hints).filter((hint) => hint.length > 1), ...MORE_HINTS])]
    .map((hint) => hint.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|"),
);
const ASSIGNMENT = /(?:key|secret|token|passwo?r?d|credentials?)["']?[ \t]{0,5}(?::=|=>|[:=])/i;

/** No rule finds a longer one, signed tokens included. */
const MAX_SECRET_LENGTH = 32 * 1024;
const MAX_PEM_LENGTH = 20_000;

/**
 * For what is shown to people. Unlike the check of submissions it also takes what merely looks like an example: a word too
 * much is starred out rather than a secret shown.
 */
export function redactSecrets(text: string): string {
  const hasHint = HINTS.test(text);
  if (!hasHint && !ASSIGNMENT.test(text)) return text;
  const withoutTokens = RULES.reduce(withoutMatches, text);
  if (!hasHint) return withoutTokens;
  return withoutPrivateKeys(withoutTokens)
    .replaceAll(SHOWN_URL_PASSWORD, `$1${REDACTED}`)
    .replaceAll(VARIABLE, `$1${REDACTED}`);
}

/**
 * The first characters of a text, redacted. No more of it is read than that takes: a secret that begins in what is shown
 * is found whole, and what is cut at the end of what was read, and may be half a secret, is not shown.
 */
export function redactedStart(text: string, length: number): string {
  const enough = 2 * (length + MAX_SECRET_LENGTH);
  if (text.length <= enough) return redactSecrets(text).slice(0, length);
  const redacted = redactSecrets(text.slice(0, enough));
  return redacted.slice(0, Math.max(0, Math.min(length, redacted.length - MAX_SECRET_LENGTH)));
}

function withoutMatches(text: string, rule: SecretRule): string {
  return replaced(text, candidates(rule, text), (match) => {
    const [whole, secret] = [match[0], secretOf(match)];
    // Rules that fit all kinds of text keep their judgement; a known prefix needs none.
    if (rule.general && !rule.isReal(secret, match)) return undefined;
    const start = match.index + whole.indexOf(secret);
    return [start, start + secret.length];
  });
}

/** The whole block, not only the header by which it is recognised; one that was cut off has no end. */
function withoutPrivateKeys(text: string): string {
  let done = 0;
  return replaced(text, candidates(PEM, text), ({ index, 0: header }) => {
    if (index < done) return undefined;
    const body = text.slice(index + header.length, index + header.length + MAX_PEM_LENGTH);
    const end = /-----END [A-Z0-9 ]{0,80}-----/.exec(body);
    done = index + header.length + (end === null ? body.length : end.index + end[0].length);
    return [index, done];
  });
}

/** With stars for each range, in order, that `rangeOf` gives. */
function replaced(
  text: string,
  matches: Iterable<RegExpExecArray>,
  rangeOf: (match: RegExpExecArray) => readonly [start: number, end: number] | undefined,
): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of matches) {
    const range = rangeOf(match);
    if (range === undefined) continue;
    parts.push(text.slice(from, range[0]), REDACTED);
    from = range[1];
  }
  return from === 0 && parts.length === 0 ? text : parts.join("") + text.slice(from);
}
