/** Whether this browser may have a session, whose cookie scripts cannot see. */
export interface SessionHint {
  mayHave(): boolean;
  set(has: boolean): void;
}

const KEY = "has-session";

/** Records only that someone signed in. It is shared by all tabs, and removed when the session ends elsewhere. */
export const storedHint: SessionHint = {
  mayHave() {
    try {
      return localStorage.getItem(KEY) !== null;
    } catch {
      // Storage can be disabled: then only the server knows.
      return true;
    }
  },
  set(has) {
    try {
      if (has) localStorage.setItem(KEY, "yes");
      else localStorage.removeItem(KEY);
    } catch {
      // As above: the server will be asked.
    }
  },
};
