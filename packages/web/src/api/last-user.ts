import type { User } from "./client.js";
import { storedHint } from "./session-hint.js";

const KEY = "last-user";

let last: { readonly text: string; readonly user: User | undefined } | undefined;

/**
 * The user who was last signed in in this browser, if the session may still be valid: the same object for as long as nothing
 * about the user changes, so that pages drawn with it need not be drawn again when the server confirms it.
 */
export function readLastUser(): User | undefined {
  if (!storedHint.mayHave()) return undefined;
  try {
    const text = localStorage.getItem(KEY) ?? "null";
    if (last?.text !== text) last = { text, user: userIn(text) };
    return last.user;
  } catch {
    return undefined;
  }
}

/** It may have been written by another release. */
function userIn(text: string): User | undefined {
  const user = JSON.parse(text) as Partial<User> | null;
  return typeof user?.username === "string" && typeof user.role === "string" ? (user as User) : undefined;
}

export function keepLastUser(user: User | null): void {
  try {
    if (user === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // Storage can be disabled: pages then wait for the server.
  }
}
