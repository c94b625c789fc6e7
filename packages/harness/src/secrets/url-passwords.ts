import { isObviousPlaceholder, isPlaceholderPassword, isRandom } from "./placeholders.js";
import type { TextRange } from "./text-range.js";

export interface UrlPassword extends TextRange {
  readonly user: string;
  readonly host: string;
}

/** `:\/\/` is how some write it within JSON. */
const SLASHES = /:\\{0,7}\/\\{0,7}\//y;
const USER = /[^\s:@/?#"'`<>\\]{0,100}:/y;
/** Some services take a token in place of the user. */
const TOKEN = /([^\s:@/?#"'`<>\\]{20,200})@([\w.-]{1,253})/y;
const MAX_PASSWORD = 200;
/** Neither is in a password that a person would put into an address. */
const END = /[\s"'`<>]|:\\{0,7}\/\\{0,7}\//;

/** Passwords in addresses, real or not. One may hold `/`, `@` and `:`, although it should have been encoded. */
export function findUrlPasswords(text: string): UrlPassword[] {
  const passwords: UrlPassword[] = [];
  if (!text.includes("@")) return passwords;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    SLASHES.lastIndex = at;
    const found = SLASHES.test(text) ? passwordAfter(text, SLASHES.lastIndex) : undefined;
    if (found === undefined) continue;
    passwords.push(found);
    at = found.end;
  }
  return passwords;
}

function passwordAfter(text: string, at: number): UrlPassword | undefined {
  USER.lastIndex = at;
  const [user] = USER.exec(text) ?? [];
  if (user === undefined) return tokenAt(text, at);
  const start = at + user.length;
  const window = text.slice(start, start + MAX_PASSWORD + 100);
  const stop = window.search(END);
  const run = stop === -1 ? window : window.slice(0, stop);
  const first = run.indexOf("@");
  // A port, and a path with an @ behind it.
  if (first <= 0 || first > MAX_PASSWORD || /^\d{1,5}(?:[/?#]|$)/.test(run.slice(0, first))) return undefined;
  const rest = run.slice(first + 1);
  const path = rest.search(/[/?#\\]/);
  const authority = path === -1 ? rest : rest.slice(0, path);
  const last = authority.lastIndexOf("@");
  const host = authority.slice(last + 1).replace(/:\d*$/, "");
  if (!/^[\w.[\]:-]{1,253}/.test(host)) return undefined;
  return { start, end: start + first + 1 + last, user: user.slice(0, -1), host };
}

function tokenAt(text: string, at: number): UrlPassword | undefined {
  TOKEN.lastIndex = at;
  const [, token = "", host = ""] = TOKEN.exec(text) ?? [];
  return isRandom(token) ? { start: at, end: at + token.length, user: "", host } : undefined;
}

export function isUrlSecret(text: string, { start, end, user, host }: UrlPassword): boolean {
  const password = text.slice(start, end);
  return !isPlaceholderPassword(password, { user, host }) && !isObviousPlaceholder(password);
}

/** A regular expression that finds such addresses: `://[^:]+:[^@]+@`. */
export const isPattern = (text: string, { start, end, user }: UrlPassword): boolean =>
  /\[\^/.test(`${user}:${text.slice(start, end)}`);
