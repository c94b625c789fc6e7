import type { User } from "./client.js";
import { storedHint } from "./session-hint.js";

/** Other tabs learn from it that the account has changed. */
export const LAST_USER_KEY = "last-user";

/** Written by a sign-out, unlike by a session that ends otherwise. */
export const SIGNED_OUT_KEY = "signed-out";

/** Tells the other tabs of this browser that the user has signed out on purpose. */
export function tellSignedOut(): void {
  try {
    // Tabs are only told of values that differ from the one before.
    localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()));
  } catch {
    // Storage can be disabled: then the other tabs learn it from the server.
  }
}

/** What was last read or written, so that a user about whom nothing has changed stays the same object. */
let last: { readonly text: string; readonly user: User | undefined } | undefined;

/** The user who was last signed in in this browser, if the session may still be valid. */
export function readLastUser(): User | undefined {
  if (!storedHint.mayHave()) return undefined;
  try {
    const text = localStorage.getItem(LAST_USER_KEY) ?? "null";
    if (last?.text !== text) last = { text, user: userIn(text) };
    return last.user;
  } catch {
    return undefined;
  }
}

/** It may have been written by another release. */
export function userIn(text: string): User | undefined {
  const user = JSON.parse(text) as Partial<User> | null;
  return typeof user?.username === "string" && typeof user.role === "string" ? (user as User) : undefined;
}

/**
 * Keeps the user for the next visit. Returns the object that was drawn already if the server only confirms it, so that nothing is
 * drawn again.
 */
export function keepLastUser(user: User | null): User | null {
  const text = JSON.stringify(user);
  const drawn = last?.text === text ? last.user : undefined;
  last = { text, user: drawn ?? user ?? undefined };
  try {
    if (user === null) localStorage.removeItem(LAST_USER_KEY);
    else localStorage.setItem(LAST_USER_KEY, text);
  } catch {
    // Storage can be disabled: pages then wait for the server.
  }
  return drawn ?? user;
}
