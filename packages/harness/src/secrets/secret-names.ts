/**
 * What the name of a value says about it: a password may be any word, everything else was drawn by lot. `pass` and `pwd` by
 * themselves are also the result of a test and a folder, so that the value has to look like a password.
 */
export type SecretKind = "password" | "maybe_password" | "key";

/** What may follow the word that says it: `SECRET_KEY_BASE`, `API_KEY_PROD`, `token_2`. */
const QUALIFIERS = new Set(
  "base value raw plain plaintext prod production dev development stage staging test live old new primary secondary default env var".split(
    " ",
  ),
);
const MAX_END_LENGTH = 24;
/** A key is secret when it is one of these; `cacheKey`, `primary_key` and `public_key` are not. */
const OF_KEYS = new Set(
  "api apis secret access private account auth encryption encrypt decryption signing sign master shared storage service subscription admin bot license webhook deploy hmac jwt session".split(
    " ",
  ),
);
const KEY_WORD = /^(?:x?api|secret|access|private|account|auth|sharedaccess|encryption)key$/;
const PASSWORD_WORD = /(?:password|passwd|passphrase|passcode)$/;
const SHORT_PASSWORD_WORD = /^(?:[a-z]{2,10})?(?:pass|pwd)$/;
/** Words that end so and mean something else. */
const NO_PASSWORD = /^(?:bypass|compass|surpass|trespass|encompass|underpass|overpass|oldpwd|getpass|askpass|sshpass)$/;
const TOKEN_WORD = /^(?:auth|access|api|bot|refresh|id|session|csrf|xsrf|bearer|oauth|secret)?token$/;

/** `dbPassword`, `DB_PASSWORD`, `db-password` and `db.password` are the same words. */
const wordsOf = (name: string): string[] =>
  name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g)?.map((word) => word.toLowerCase()) ?? [];

/** Nearly all names end in something else, which is quicker to see than what words they are made of. */
const ENDS_SO = new RegExp(
  `(?:pass|passw(?:or)?d|pwd|pw|phrase|code|secret|token|_pat|[a-z][^a-z]{0,2}key|credentials?|${[...QUALIFIERS].join("|")})[^a-z]*$`,
);

/** What kind of secret a value with this name is, if it is one. */
export function secretKindOf(name: string): SecretKind | undefined {
  if (!ENDS_SO.test(name.slice(-MAX_END_LENGTH).toLowerCase())) return undefined;
  const words = wordsOf(name);
  const end = words.findLastIndex((word, index) => index === 0 || !(QUALIFIERS.has(word) || /^[0-9]+$/.test(word)));
  const last = words[end] ?? "";
  const before = words[end - 1];
  if (PASSWORD_WORD.test(last)) return "password";
  if (isShortPasswordWord(last))
    return before === undefined && /^(?:pass|pwd|pw)$/.test(last) ? "maybe_password" : "password";
  if (last === "pat" && before !== undefined) return "key";
  if (TOKEN_WORD.test(last) || /^(?:[a-z]{0,12}secret|credentials?)$/.test(last)) return "key";
  const isKey = KEY_WORD.test(last) || (last === "key" && before !== undefined && OF_KEYS.has(before));
  return isKey ? "key" : undefined;
}

/** `DB_PASS`, `PGPASS`, `smtp.pwd` */
const isShortPasswordWord = (word: string): boolean =>
  word === "pw" || (SHORT_PASSWORD_WORD.test(word) && !NO_PASSWORD.test(word));

/** Where a name that says so may be; what it says is `secretKindOf`'s to decide. */
export const SECRET_WORDS =
  /[pP](?:[aA][sS][sS]|[wW])|[sS][eE][cC][rR][eE][tT]|[tT][oO][kK][eE][nN]|[kK][eE][yY]|[cC][rR][eE][dD][eE][nN][tT]|_[pP][aA][tT](?![A-Za-z])/g;
