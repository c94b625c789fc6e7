/** `JSON.stringify` leaves a character in half, and writes that as an escape: no store takes it for text. */
const HALVES = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;
const NULS = /(?<!\\)((?:\\\\)*)\\u0000/g;
const REPLACED = "$1\\ufffd";

/** A value as JSON that is Unicode text throughout, names of members included. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? json.replaceAll(HALVES, REPLACED) : json;
}

/** And without U+0000, which PostgreSQL has no place for. */
export function relationalJson(value: unknown): string {
  const json = wellFormedJson(value);
  return json.includes("\\u0000") ? json.replaceAll(NULS, REPLACED) : json;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Counted on the text: ten million opening brackets would already be ten million arrays once parsed. */
export function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return false;
}

/** Looks for quotes alone, which the engine finds far faster than a loop that sees every character. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
