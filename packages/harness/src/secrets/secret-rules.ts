import { decodeBase64 } from "./base64.js";
import { isPlaceholderPassword, isRandom, isStandIn, isZip } from "./placeholders.js";
import { isRealPrivateKey, PRIVATE_KEY_HEADER } from "./private-keys.js";
import { TOKEN_FORMATS } from "./token-formats.js";
import { findUrlPasswords, isPattern, isUrlSecret } from "./url-passwords.js";

/**
 * Rules for what must not be stored at all. A submission that they find something in is refused, so unlike what is shown
 * to people they pass whatever may be an example.
 */
export interface SecretRule {
  readonly what: string;
  /** Texts without any of these cannot match, and are most; looking for them costs next to nothing. */
  readonly hints: readonly string[];
  /**
   * Where there may be one. It is tried on megabytes that an attacker writes, so what an attempt reads before it fails must
   * be short, or must not be read by the next attempt too; `linear-scanners.test.ts` tries it.
   */
  readonly pattern: RegExp;
  /** Where the first real one begins. */
  readonly find: (text: string) => number | undefined;
  /** Also fits what a more telling rule finds. */
  readonly general?: true;
}

interface PatternRule extends Omit<SecretRule, "find"> {
  readonly isReal: (secret: string, match: RegExpExecArray) => boolean;
}

/** A rule that a regular expression decides; its first group, if any, is the secret. */
function rule({ isReal, ...given }: PatternRule): SecretRule {
  const { hints, pattern } = given;
  return {
    ...given,
    find(text) {
      if (!hints.some((hint) => text.includes(hint))) return undefined;
      for (const match of text.matchAll(pattern)) {
        if (isReal(match[1] ?? match[0], match)) return match.index;
      }
      return undefined;
    },
  };
}

/** The start of a word, also where an escape ends in a letter: see `nextWord`. */
const WORD_START = "(?:(?<![A-Za-z0-9])|(?<=\\\\[nrtbfv]|%[0-9A-Fa-f]{2}))";

const TOKENS = TOKEN_FORMATS.filter(({ isHarmless }) => !isHarmless).map(
  ({ what, starts, pattern, fits = () => true }) =>
    rule({
      what,
      hints: starts,
      pattern: new RegExp(WORD_START + pattern, "g"),
      isReal: (token) => fits(token) && isRealToken(token),
    }),
);

/** Of the token that everybody copies from the site of the format's authors. */
const EXAMPLE_SUBJECT = /"sub"[ ]?:[ ]?"1234567890"/;
const isExampleToken = (token: string): boolean =>
  token.startsWith("eyJ") && EXAMPLE_SUBJECT.test(decodeBase64(token.split(".")[1] ?? ""));

/** Of a signed token the header may be anybody's, and the rest must be there and be no example. */
function isRealToken(token: string): boolean {
  if (isZip(token)) return false;
  if (!token.startsWith("eyJ"))
    return !isStandIn(token.replace(/^(?:sk-(?:proj|svcacct|admin|or-v1)|[a-z]{2,10})[-_]/, ""));
  if (isExampleToken(token)) return false;
  const [header = "", , signature = ""] = token.split(".");
  // Not parsed: an error takes longer than all the rest, and a text can hold a hundred thousand.
  return /^\{[^]*"alg"[ \t\r\n]{0,20}:/.test(decodeBase64(header)) && signature.length >= 16 && !isStandIn(signature);
}

const PRIVATE_KEY = rule({
  what: "a private key",
  hints: ["PRIVATE KEY"],
  pattern: PRIVATE_KEY_HEADER,
  isReal: (_secret, { index, 0: header, input }) => isRealPrivateKey(input, index + header.length),
});

const URL_PASSWORD: SecretRule = {
  what: "a password in a URL",
  hints: ["://"],
  pattern: /:\/\/[^\s:@/?#"'`]{0,100}:/g,
  find: (text) =>
    findUrlPasswords(text).find((password) => isUrlSecret(text, password) && !isPattern(text, password))?.start,
};

const BEARER = rule({
  what: "a bearer token",
  hints: ["earer ", "EARER "],
  pattern: /\bbearer[ \t]{1,5}([A-Za-z0-9._~+/=-]{20,2000})/gi,
  isReal: (secret) => isRandom(secret) && !isExampleToken(secret),
  general: true,
});

const BASIC = rule({
  what: "a username with its password",
  hints: ["asic ", "ASIC "],
  pattern: /\bauthorization["']?[ \t]{0,5}[:=][ \t]{0,5}["']?basic[ \t]{1,5}([A-Za-z0-9+/]{8,500}={0,2})/gi,
  isReal: (encoded) => {
    const [user = "", password] = decodeBase64(encoded).split(":", 2);
    return password !== undefined && password !== "" && !isPlaceholderPassword(password, { user });
  },
});

const AWS_SECRET = rule({
  what: "an AWS secret access key",
  hints: ["secret", "SECRET", "Secret"],
  pattern: /secret_?(?:access_?)?key["']?[ \t]{0,5}[:= ][ \t]{0,5}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  isReal: (secret) => !isStandIn(secret) && !/^[0-9a-f]{40}$/i.test(secret),
});

const ASSIGNED = rule({
  what: "a secret value",
  hints: ["=", ":"],
  pattern:
    /(?:api[_-]?key|secret|token|passwo?r?d|credentials?|access[_-]?key|private[_-]?key|account[_-]?key)["']?[ \t]{0,5}(?::=|=>|[:=])[ \t]{0,5}["']?([A-Za-z0-9_+/=.~-]{20,200})/gi,
  isReal: (secret) => isRandom(secret) && !isExampleToken(secret),
  general: true,
});

/** A text is reported once for each rule that it fits. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...TOKENS,
  AWS_SECRET,
  PRIVATE_KEY,
  URL_PASSWORD,
  BASIC,
  BEARER,
  ASSIGNED,
];

/** For a value whose name is known from elsewhere: `{"api_key": "…"}`, `["--token", "…"]`. */
export const LABELLED_RULES: readonly SecretRule[] = [AWS_SECRET, ASSIGNED];
