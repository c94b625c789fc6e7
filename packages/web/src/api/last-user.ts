import type { User } from "./client.js";
import { storedHint } from "./session-hint.js";

const KEY = "last-user";

/** The user who was last signed in in this browser, if the session may still be valid. */
export function readLastUser(): User | undefined {
  if (!storedHint.mayHave()) return undefined;
  try {
    const user = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<User> | null;
    // It may have been written by another release.
    return typeof user?.username === "string" && typeof user.role === "string" ? (user as User) : undefined;
  } catch {
    return undefined;
  }
}

export function keepLastUser(user: User | null): void {
  try {
    if (user === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(user));
  } catch {
    // Storage can be disabled: pages then wait for the server.
  }
}
