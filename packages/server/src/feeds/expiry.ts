import type { Caller } from "../platform/http/index.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is made with an API key does not outlive it. Null: never. */
export function expiryOf(days: number | null | undefined, { keyExpiresAt }: Pick<Caller, "keyExpiresAt">): Date | null {
  const wished = days === null || days === undefined ? null : new Date(Date.now() + days * DAY_MS);
  return earlier(wished, keyExpiresAt);
}

export function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
