import { startOf } from "@tackroom/contract/shorten";
import { findSecretRanges, MAX_SECRET_LENGTH, replaceRanges } from "@tackroom/harness/secrets";

export const REDACTED = "**REDACTED**";

/**
 * For what is shown to people. Unlike the check of submissions it also takes what merely looks like an example: a word too
 * much is starred out rather than a secret shown.
 */
export function redactSecrets(text: string): string {
  return replaceRanges(text, findSecretRanges(text), REDACTED);
}

/**
 * The first characters of a text, redacted. No more of it is read than that takes: a secret that begins in what is shown
 * is found whole, and what is cut at the end of what was read, and may be half a secret, is not shown.
 */
export function redactedStart(text: string, length: number): string {
  const enough = 2 * (length + MAX_SECRET_LENGTH);
  if (text.length <= enough) return startOf(redactSecrets(text), length);
  const redacted = redactSecrets(text.slice(0, enough));
  return startOf(redacted, Math.max(0, Math.min(length, redacted.length - MAX_SECRET_LENGTH)));
}
