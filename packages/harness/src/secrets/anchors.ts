import { isObviousPlaceholder, isPlaceholderPassword, isRandomEnough } from "./placeholders.js";
import { isBasic } from "./secret-values.js";
import type { TextRange } from "./text-range.js";
import { TOKEN_FORMATS, type Mark } from "./token-formats.js";

/** Something that a secret begins with, or that says that one follows. */
export interface Anchor {
  /** With any of these at the start of a word there may be a secret. */
  readonly starts: readonly string[];
  /** Sticky. A first group is the secret, where it is not all of the match. */
  readonly pattern: RegExp;
  readonly isSecret: (secret: string) => boolean;
  readonly mark?: Mark;
}

const anchor = (starts: string, pattern: RegExp, isSecret: (secret: string) => boolean): Anchor => ({
  starts: starts.split(" "),
  pattern,
  isSecret,
});

/** After `Bearer`, a hexadecimal value is a token rather than a commit ID, and so is a short value. */
function isBearer(value: string): boolean {
  return (
    !isObviousPlaceholder(value) &&
    (isRandomEnough(value) || (value.length >= 8 && /[0-9]/.test(value) && /^\w+$/.test(value)))
  );
}

const isPassword = (password: string): boolean => !isPlaceholderPassword(password);

/** Among settings such as a language, a cookie that was drawn by lot lets its bearer in. */
function isCookie(header: string): boolean {
  return header.split(";").some((pair) => {
    const value = pair.slice(pair.indexOf("=") + 1).trim();
    return isRandomEnough(value) && !isObviousPlaceholder(value);
  });
}

/** Headers, files and statements that hold a secret which has no name of its own. */
const SPOKEN: readonly Anchor[] = [
  anchor("Bearer bearer BEARER", /bearer[ \t]{1,5}\\{0,4}["']?([A-Za-z0-9._~+/=-]{8,4000})/iy, isBearer),
  anchor(
    "Authorization authorization AUTHORIZATION",
    /authorization\\{0,31}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,31}["']?(?:[A-Za-z-]{2,12}[ \t]{1,4})?([A-Za-z0-9._~+/=-]{8,4000})/iy,
    isBearer,
  ),
  anchor("Basic basic BASIC", /basic[ \t]{1,5}([A-Za-z0-9+/]{6,500}={0,2})/iy, isBasic),
  // `~/.docker/config.json`
  anchor(
    "auth",
    /auth\\{0,31}["'][ \t]{0,4}:[ \t]{0,4}\\{0,31}["']([A-Za-z0-9+/]{8,500}={0,2})(?=\\{0,31}["'])/y,
    isBasic,
  ),
  anchor(
    "machine",
    /machine[ \t]{1,4}\S{1,200}[ \t\r\n]{1,8}login[ \t]{1,4}\S{1,200}[ \t\r\n]{1,8}password[ \t]{1,4}(\S{4,200})/y,
    isPassword,
  ),
  anchor(
    "IDENTIFIED identified",
    /identified[ \t]{1,4}(?:with[ \t]{1,4}\w{1,40}[ \t]{1,4})?by[ \t]{1,4}\\{0,4}["']([^"'\\\s]{4,200})/iy,
    isPassword,
  ),
  anchor("requirepass masterauth", /(?:requirepass|masterauth)[ \t]{1,4}["']?([^\s"'\\]{4,200})/y, isPassword),
  // A line of .pgpass
  anchor("5432: 5433: 6432:", /[56]43[23]:[^:\s]{1,64}:[^:\s]{1,64}:([^\s"':\\]{4,200})/y, isPassword),
  anchor(
    "Cookie cookie COOKIE",
    /cookie\\{0,31}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,31}["']?([\w.-]{1,64}=[^\r\n"'\\]{8,1000})/iy,
    isCookie,
  ),
  // What signs an address of Azure's storage
  anchor("sig=", /sig=([A-Za-z0-9%+/]{40,120}=?)/y, isRandomEnough),
];

const TOKENS: readonly Anchor[] = TOKEN_FORMATS.map(({ starts, pattern, mark, fits = () => true }) => ({
  starts,
  pattern: new RegExp(pattern, "y"),
  isSecret: (token) => fits(token) && !isObviousPlaceholder(token),
  ...(mark && { mark }),
}));

export const ANCHORS: readonly Anchor[] = [...TOKENS, ...SPOKEN];

export function secretAt(text: string, index: number, { pattern, isSecret, mark }: Anchor): TextRange | undefined {
  if (mark !== undefined && !hasMark(text, index, mark)) return undefined;
  pattern.lastIndex = index;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const secret = match[1] ?? match[0];
  if (!isSecret(secret)) return undefined;
  const start = index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length };
}

function hasMark(text: string, index: number, { character, from, to }: Mark): boolean {
  for (let place = from; place <= to; place += 1) {
    if (text.charAt(index + place) === character) return true;
  }
  return false;
}
