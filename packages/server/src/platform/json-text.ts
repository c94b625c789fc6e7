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
