import { findAnchoredSecrets } from "../secrets/anchored-secrets.js";
import { findPrivateKeys } from "../secrets/private-keys.js";
import { mergeRanges, replaceRanges } from "../secrets/text-range.js";
import { findUrlPasswords, isPattern, isUrlSecret } from "../secrets/url-passwords.js";

/**
 * Keeps secrets on the machine. What a harness keeps as the value of a variable or a header never gets into what is found;
 * this is for the other places where people put one: arguments, addresses, command lines, and texts.
 */

/** A word that names a secret; not `--author`, nor `--token-file`, whose value is a path. */
const NAME =
  "[\\w.-]{0,60}(?:api[_-]?key|access[_-]?key|private[_-]?key|secret|token(?!i)|passwo?r?d|passwd|credential|authorization|auth(?![a-z]))[\\w.-]{0,60}";
const ASSIGNED = new RegExp(
  `(?<![\\w.-])(${NAME})(["']?\\s?[=:]\\s?["']?)((?:(?:bearer|basic|token)\\s+)?[^\\s"'&;|,]{1,4000})`,
  "gi",
);
const AFTER_FLAG = new RegExp(`(?<![\\w-])(--?${NAME})(\\s+["']?)([^\\s"'&;|-][^\\s"'&;|]{0,4000})`, "gi");
const FLAG = new RegExp(`^--?${NAME}$`, "i");
const isOfPath = (name: string): boolean => /(?:file|path|dir|url|env|name)$/i.test(name);

/** `${X}`, `$X`, `{env:X}`, `<token>`, `%X%`, which is what we want to see there; and numbers, as in `--max-tokens 4000`. */
const isHarmless = (value: string): boolean => /^(?:(?:bearer|basic|token)\s+)?["']?[$<{%]|^[\d.]{1,7}$/i.test(value);

/** A variable that stands for a secret which had that name, or none. */
function placeholder(name: string): string {
  const words = name.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");
  return `\${${/^[A-Za-z]/.test(words) ? words.toUpperCase() : "SECRET"}}`;
}

/** Values of variables and headers by their names, to be found again where they are repeated. */
export type KnownSecrets = ReadonlyMap<string, string>;

const NONE: KnownSecrets = new Map();
/** A shorter value would be found in any word. */
const MIN_KNOWN_LENGTH = 8;

export function knownSecrets(...maps: readonly Readonly<Record<string, unknown>>[]): KnownSecrets {
  const values = maps
    .flatMap((map) => Object.entries(map))
    .flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []))
    .flatMap(([name, value]) => [[value, name] as const, [value.replace(/^\S+\s+/, ""), name] as const])
    .filter(([value]) => value.length >= MIN_KNOWN_LENGTH && !isHarmless(value));
  return new Map(values.toSorted(([a], [b]) => b.length - a.length));
}

/** The arguments of a program, with a placeholder for everything that looks like a secret. */
export function maskArguments(args: readonly string[], known: KnownSecrets = NONE): string[] {
  return args.map((argument, at) => {
    const before = args[at - 1] ?? "";
    const isSecret = FLAG.test(before) && !isOfPath(before) && !argument.startsWith("-") && !isHarmless(argument);
    return isSecret ? placeholder(before) : maskLine(argument, known);
  });
}

/** An address, also where a part of its path is the key to it: long, of digits and letters of both cases. */
export function maskAddress(url: string, known: KnownSecrets = NONE): string {
  return maskLine(url, known)
    .replaceAll(
      /([?&](?:key|sig|signature|pass|pwd|code)=)([^&#\s]+)/gi,
      (whole: string, name: string, value: string) => (isHarmless(value) ? whole : `${name}${placeholder(name)}`),
    )
    .replaceAll(/(?<=[^/]\/)[\w=-]{24,}(?=[/?#]|$)/g, (part) => (isKey(part) ? placeholder("url key") : part));
}

const isKey = (text: string): boolean => [/[0-9].*[0-9]/, /[A-Z]/, /[a-z]/].every((kind) => kind.test(text));

/** One line: an argument, a command line. */
export function maskLine(line: string, known: KnownSecrets = NONE): string {
  let masked = line;
  for (const [secret, name] of known) masked = masked.replaceAll(secret, () => placeholder(name));
  const named = masked
    .replaceAll(
      /:\/\/([^\s/@:?#"']{0,200}:)?([^\s/@?#"']{1,400})@/g,
      (whole: string, user: string | undefined, password: string) =>
        isHarmless(password) ? whole : `://${user ?? ""}${placeholder("password")}@`,
    )
    .replaceAll(ASSIGNED, maskValue)
    .replaceAll(AFTER_FLAG, maskValue);
  return replaceRanges(named, mergeRanges(findAnchoredSecrets(named)), placeholder("secret"));
}

function maskValue(whole: string, name: string, between: string, value: string): string {
  if (isHarmless(value) || isOfPath(name)) return whole;
  const scheme = /^(?:bearer|basic|token)\s+/i.exec(value)?.[0] ?? "";
  return `${name}${between}${scheme}${placeholder(name)}`;
}

/** The placeholders that masking has put in, by name. */
export function placeholdersAdded(before: readonly string[], after: readonly string[]): string[] {
  const old = new Set(before.flatMap(placeholdersIn));
  return [...new Set(after.flatMap(placeholdersIn))].filter((name) => !old.has(name));
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)\}/g)].map(([, name = ""]) => name);
}

/** The line of a longer text that holds what looks like a secret. Such a text stays here: a hole in it would mislead. */
export function lineWithSecret(text: string): number | undefined {
  const passwords = findUrlPasswords(text).filter(
    (password) => isUrlSecret(text, password) && !isPattern(text, password),
  );
  const [first] = mergeRanges(findAnchoredSecrets(text).concat(findPrivateKeys(text), passwords));
  return first === undefined ? undefined : text.slice(0, first.start).split("\n").length;
}
