import type { TextRange } from "./text-range.js";
import { SECRET_WORDS, secretKindOf } from "./secret-names.js";
import { isSecretValue, type ValueForm } from "./secret-values.js";

const MAX_NAME = 64;
const MAX_VALUE = 4096;
const MAX_READ_AGAIN = 128;
const NAME_AFTER = new RegExp(`[\\w-]{0,${MAX_NAME}}`, "y");

const ESCAPE = String.fromCodePoint(0x1b);
/** How programs colour a name or a value: `grep --color`, `git diff --color`. */
const COLOUR = `(?:${ESCAPE}|\\\\{1,31}u001[bB])\\[[\\d;]{0,12}[mK]`;
const COLOURS = new RegExp(COLOUR, "g");
const LAST_COLOUR = new RegExp(`[^]*${COLOUR}`);
const MAX_COLOUR = 64;

/**
 * Between a name and its value: the quote that ends the name, and `=`, `:`, `:=`, `=>` or a type before it. Backslashes
 * stand before the quotes of JSON within JSON.
 */
const ASSIGNMENT =
  /(?:>|\\{0,31}["'`]?\]?[ \t]{0,8}(?::[ \t]{0,4}(?:string|str)[ \t]{0,4}=|:=|=>|={1,3}|:|,(?=[ \t]{0,4}\\{0,31}["']))(?:\\[nrt]|[ \t\r\n]){0,12})/;
const SEPARATOR = new RegExp(`(?:${COLOUR}){0,4}${ASSIGNMENT.source}(?:${COLOUR}){0,4}`, "y");
const ANNOTATION = /[fbru]{0,2}(\\{0,31})(["'`])/y;
/** Where nothing is quoted a value ends at white space, or at what separates it from the next thing in a line. */
const BARE_VALUE = /[^\s"'`<>|&;,)}\]\\]{1,4096}/y;
const VARIABLE_VALUE = /[^\s"'`|&;\\]{1,4096}/y;
/** After an option there is only white space: `--password hunter2`, `aws configure set aws_secret_access_key …`. */
const SPACE = /[ \t]{1,4}(?:\\\r?\n[ \t]{0,20})?/y;

const SAID = /[ \t]{1,4}(?:(?:is|was|to)[ \t]{0,2}:?[ \t]{1,4})?/y;

interface Named {
  readonly name: string;
  /** Where the name ends. */
  readonly end: number;
  /** The two characters before it. */
  readonly before: string;
}

/** The values of a text whose names say that they are secret, from left to right. */
export function findAssignedSecrets(text: string): TextRange[] {
  const found: TextRange[] = [];
  const words = SECRET_WORDS;
  words.lastIndex = 0;
  for (let word = words.exec(text); word !== null; word = words.exec(text)) {
    const named = nameAround(text, word.index, words.lastIndex);
    words.lastIndex = named.end;
    const kind = secretKindOf(named.name);
    if (kind === undefined) continue;
    const value = valueAfter(text, named);
    if (value === undefined) continue;
    if (isSecretValue(kind, text.slice(value.start, value.end), value.form)) found.push(value);
    // Names within a value are looked at, but not over and over again in one that is long.
    else if (value.form === "quoted" || value.end - value.start < MAX_READ_AGAIN) continue;
    words.lastIndex = value.end;
  }
  return found;
}

function nameAround(text: string, start: number, end: number): Named {
  let from = start;
  while (from > 0 && start - from < MAX_NAME && isOfName(text.charCodeAt(from - 1))) from -= 1;
  NAME_AFTER.lastIndex = end;
  const [tail = ""] = NAME_AFTER.exec(text) ?? [];
  // The letter that ends a colour is not of the name either.
  if ("[;".includes(text.charAt(from - 1)) && from > 0) {
    const lead = text.slice(Math.max(0, from - MAX_COLOUR), start);
    from = Math.max(from, start - lead.length + (LAST_COLOUR.exec(lead)?.[0].length ?? 0));
  }
  const before = text.slice(Math.max(0, from - 2), from);
  // In JSON within JSON, the letter of a line break is not of the name.
  const isEscape = before.endsWith("\\") && from < start && "nrt".includes(text.charAt(from));
  return { name: text.slice(isEscape ? from + 1 : from, end) + tail, end: end + tail.length, before };
}

/** A letter, a digit, or one of `_.-` */
const isOfName = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 45 && code <= 57 && code !== 47) || code === 95;

type Value = TextRange & { readonly form: ValueForm };

function valueAfter(text: string, named: Named): Value | undefined {
  const between = matchAt(SEPARATOR, text, named.end);
  if (between === undefined) return isOption(named) ? valueOfOption(text, named.end) : spokenValue(text, named);
  const separator = between.replaceAll(COLOURS, "");
  // `<password>hunter2</password>`, and not `password > 8`; `"--password", "hunter2"`, and not a list of names.
  if (separator === ">" ? !named.before.endsWith("<") : separator.includes(",") && !isOption(named)) return undefined;
  const at = named.end + between.length;
  const quoted = quotedAt(text, at);
  if (quoted !== undefined) return quoted;
  // A value that begins on another line is another thing, unless quotes say otherwise.
  if (/[\r\n,]|\\[nr]/.test(separator)) return undefined;
  const isVariable = separator === "=" && (/^[A-Z0-9_.-]+$/.test(named.name) || isOption(named) || isInQuery(named));
  const value = matchAt(isVariable ? VARIABLE_VALUE : BARE_VALUE, text, at);
  if (value === undefined) return undefined;
  return { start: at, end: at + value.length, form: isVariable ? "variable" : "bare" };
}

/** `--password`, and what `aws configure set` takes. */
const isOption = ({ name, before }: Named): boolean =>
  name.startsWith("-")
    ? /^--?[A-Za-z]/.test(name) && /(?:^|[\s"'`[(,=])$/.test(before)
    : /\s$/.test(before) && name.startsWith("aws_");

/** `?api_key=…&token=…`, `--from-literal=api-key=…` */
const isInQuery = ({ before }: Named): boolean => /[?&=]$/.test(before);

function valueOfOption(text: string, end: number): Value | undefined {
  const space = matchAt(SPACE, text, end);
  if (space === undefined) return undefined;
  const at = end + space.length;
  const quoted = quotedAt(text, at);
  if (quoted !== undefined) return quoted;
  const value = matchAt(VARIABLE_VALUE, text, at);
  return value === undefined || value.startsWith("-")
    ? undefined
    : { start: at, end: at + value.length, form: "variable" };
}

/** `the password is hunter2`, `WITH PASSWORD 'hunter2'` */
function spokenValue(text: string, { end }: Named): Value | undefined {
  const said = matchAt(SAID, text, end);
  if (said === undefined) return undefined;
  const quoted = quotedAt(text, end + said.length);
  if (said.trim() === "") return quoted;
  if (quoted !== undefined) return /[^A-Za-z]/.test(text.slice(quoted.start, quoted.end)) ? quoted : undefined;
  const value = matchAt(BARE_VALUE, text, end + said.length)?.replace(/[.:!?]{1,3}$/, "") ?? "";
  // Words and small numbers say something about it: `is required`, `is 12 characters long`.
  const isSecret = /[0-9]/.test(value) && /[^0-9.]/.test(value);
  return isSecret ? { start: end + said.length, end: end + said.length + value.length, form: "bare" } : undefined;
}

/** What stands between a quote and the next one that is escaped no more than the first. */
function quotedAt(text: string, at: number): Value | undefined {
  ANNOTATION.lastIndex = at;
  const opening = ANNOTATION.exec(text);
  if (opening === null) return undefined;
  const [all, { length: depth } = "", quote = ""] = opening;
  const start = at + all.length;
  const end = closingQuote(text.slice(start, start + MAX_VALUE), quote, depth);
  return end === undefined ? undefined : { start, end: start + end, form: "quoted" };
}

function closingQuote(text: string, quote: string, depth: number): number | undefined {
  for (let index = text.indexOf(quote); index !== -1; index = text.indexOf(quote, index + 1)) {
    let backslashes = 0;
    while (index - backslashes > 0 && text.charAt(index - backslashes - 1) === "\\") backslashes += 1;
    if (backslashes <= depth) return index - backslashes;
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
