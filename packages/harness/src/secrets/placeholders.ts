const STAND_INS =
  /example|sample|placeholder|your|dummy|redacted|fake|change_?me|replace|insert|todo|not-?a-?real|secret-?here|x{4}|\*{3}|\.{3}|…/i;

/** Documentation shows what a secret looks like without being one: words, repetitions, `12345678`, `abcdefgh`. */
export function isStandIn(text: string): boolean {
  if (STAND_INS.test(text) || /(.)\1{5}/.test(text)) return true;
  return new Set(text).size < Math.min(8, text.length / 2) || longestStaircase(text.toLowerCase()) >= 8;
}

/**
 * Stricter than `isStandIn`: nobody could take this for a secret. What is shown to people is redacted unless this holds,
 * because a redacted example costs a glance and a secret that merely contains a word costs much more.
 */
export function isObviousPlaceholder(text: string): boolean {
  return DESCRIPTION.test(text) || /your|x{6}|\*{3}|\.{3}|…|placeholder|redacted|(.)\1{9}/i.test(text);
}

/** By chance, one key in more than 10^20 has such a run. */
const MIN_ZIP = 16;
const [ZERO, NINE] = ["0".charCodeAt(0), "9".charCodeAt(0)];

/** Whether every second character follows the one before as in an alphabet, with 0 after 9: `A1B2C3D4E5F6G7H8I9J0`. */
export function isZip(text: string): boolean {
  let run = 0;
  for (let index = 2; index < text.length; index += 1) {
    const [before, code] = [text.charCodeAt(index - 2), text.charCodeAt(index)];
    run = code === before + 1 || (before === NINE && code === ZERO) ? run + 1 : 0;
    if (run >= MIN_ZIP) return true;
  }
  return false;
}

/** How far characters follow one another as in an alphabet. */
function longestStaircase(text: string): number {
  let longest = 1;
  let current = 1;
  for (let index = 1; index < text.length; index += 1) {
    current = text.charCodeAt(index) === text.charCodeAt(index - 1) + 1 ? current + 1 : 1;
    longest = Math.max(longest, current);
  }
  return longest;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Commits and digests: 40, 64, 96 or 128 hexadecimal digits, or with the name of their algorithm. */
const HASH = /^([0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}|(sha(1|256|384|512)|md5)[-:=].*)$/i;

/** Whether a text looks drawn by lot: kinds of characters change all the time, and none is frequent. */
export function isRandom(text: string): boolean {
  if (text.length < 20 || isStandIn(text) || UUID.test(text) || HASH.test(text)) return false;
  return isMixed(text) && changes(text) >= text.length * 0.3 && entropyOf(text) >= 3.3;
}

/** The same for a text whose name says that it is a secret: it may be shorter, and it may be a hash. */
export function isRandomEnough(text: string): boolean {
  if (/^[0-9a-f]{16,}$/i.test(text)) return isMixed(text);
  return text.length >= 12 && isMixed(text) && changes(text) >= text.length * 0.2 && entropyOf(text) >= 2.8;
}

function isMixed(text: string): boolean {
  const digits = text.match(/[0-9]/g)?.length ?? 0;
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  return digits >= 2 && letters >= 4;
}

function changes(text: string): number {
  const kinds = Array.from(text, kindOf).filter((kind) => kind !== "other");
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
}

function kindOf(character: string): "digit" | "upper" | "lower" | "other" {
  if (character >= "0" && character <= "9") return "digit";
  if (character >= "A" && character <= "Z") return "upper";
  return character >= "a" && character <= "z" ? "lower" : "other";
}

/** Shannon's, in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const PASSWORD_WORD =
  /^(your|my|the|some|any|new|old|current|db|user|root|admin|auth|super|top|test|dev|local)?[-_.]?(passwo?r?d|passwd|pass|pwd|pw|secret|token|key|credentials?|api[-_]?key)[-_]?(here)?[0-9]{0,3}!?$/i;
/** `hashed_password`, `my-secret-token`: words that end in what they stand for. */
const DESCRIPTION =
  /^[a-z]{1,20}(?:[-_][a-z]{1,20}){0,4}[-_](?:passwo?r?d|passwd|pass|pwd|secret|token|key|value)[0-9]{0,3}$/i;
/** What development databases are set up with, also with a number behind. */
const DEVELOPMENT_PASSWORD =
  /^(postgres(ql)?|mysql|mariadb|mongo(db)?|redis|rabbitmq|guest|minio(admin)?|sa|root|admin|toor|test(ing|er|user|db)?|dev(el|eloper|elopment)?|local|docker|demo|user|app|db|foo|bar|baz|abc|qwerty)[-_]?[0-9]{0,3}$/i;
const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal)$/i;

/** Whose password it is, as far as the text says. */
export interface PasswordOwner {
  readonly user?: string | undefined;
  readonly host?: string | undefined;
}

/** `${PASS}`, `<password>`, `{password}`, `%PASS%`, `$PASS`, `xyz`, and what everyone writes in examples. */
export function isPlaceholderPassword(password: string, { user, host = "" }: PasswordOwner = {}): boolean {
  if (password.length < 4 || /^[$<{%[(*]|^x+$|^\.+$|\$\{|\{\{/i.test(password) || PASSWORD_WORD.test(password))
    return true;
  if (password === user || /example|placeholder|your|redacted|change_?me|\.{3}|…/i.test(password)) return true;
  if (/(^|\.)(example|invalid)(\.|$)/i.test(host)) return true;
  // A single label is a container of the same machine: `postgres://postgres:test@db/test`.
  return (LOOPBACK.test(host) || /^[a-z][a-z0-9_-]*$/i.test(host)) && DEVELOPMENT_PASSWORD.test(password);
}
