import { isStandIn } from "./placeholders.js";
import type { TextRange } from "./text-range.js";

export const PRIVATE_KEY_HEADER = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const MAX_LENGTH = 20_000;
/** Enough of the body to tell a key from a header that is merely spoken of. */
const SAMPLE = 2000;
const MIN_RUN = 40;

/** Whole blocks, not only the headers by which they are recognised; one that was cut off has no end. */
export function findPrivateKeys(text: string): TextRange[] {
  const found: TextRange[] = [];
  if (!text.includes("PRIVATE KEY")) return found;
  let done = 0;
  for (const { index, 0: header } of text.matchAll(PRIVATE_KEY_HEADER)) {
    if (index < done) continue;
    const body = text.slice(index + header.length, index + header.length + MAX_LENGTH);
    const end = /-----END [A-Z0-9 ]{0,80}-----/.exec(body);
    done = index + header.length + (end === null ? body.length : end.index + end[0].length);
    if (isKeyBody(body.slice(0, end?.index))) found.push({ start: index, end: done });
  }
  return found;
}

/** Documentation writes `...` between the headers, and quotes a header to speak of it. */
function isKeyBody(body: string): boolean {
  const [quoted = ""] = body.slice(0, SAMPLE).split(/["'`]/, 1);
  return /[A-Za-z0-9+/]{24}/.test(quoted);
}

/** Whether a header is followed by what can be a key, and by no example of one. */
export function isRealPrivateKey(text: string, bodyStart: number): boolean {
  // No key holds dashes, and the next header is looked at by itself.
  const [body = ""] = text.slice(bodyStart, bodyStart + SAMPLE).split("-----", 1);
  const runs = body.replaceAll(/\\[nr]/g, "\n").match(/[A-Za-z0-9+/]+/g) ?? [];
  const run = runs.find(({ length }) => length >= MIN_RUN);
  return run !== undefined && !isStandIn(run.slice(0, 76));
}
