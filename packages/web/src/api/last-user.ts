import type { User } from "./client.js";
import { storedHint } from "./session-hint.js";

const KEY = "last-user";

/** Who was signed in when this browser last knew, if that may still be so. */
export function readLastUser(): User | undefined {
  if (!storedHint.mayHave()) return undefined;
  try {
    const user = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<User> | null;
    // Another release may have written it.
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
    // Storage can be switched off: pages then wait for the server's word.
  }
}
