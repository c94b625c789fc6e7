import { redactedStart } from "../../unsafe-text/index.js";

/** Longest text of a field that callers choose; what is longer is cut, so that nobody fills the log by its headers. */
export const MAX_TEXT_LENGTH = 1024;

/** Text for the log, which is kept permanently: without secrets, whatever it is taken from. */
export function eventText(value: string | undefined): string | null {
  return value === undefined ? null : storableText(redactedStart(value, MAX_TEXT_LENGTH));
}

/**
 * Text as both stores can keep it and give it back unchanged, or a hash would no longer fit: PostgreSQL refuses U+0000
 * and halves of surrogate pairs, which a caller may send.
 */
export function storableText(value: string): string {
  return value
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll("\u0000", "\uFFFD")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}
