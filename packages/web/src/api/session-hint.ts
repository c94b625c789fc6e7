/** Whether this browser may have a session: its cookie is not for scripts to see. */
export interface SessionHint {
  mayHave(): boolean;
  set(has: boolean): void;
}

const KEY = "has-session";

/** Tells nothing but that someone signed in; all tabs share it, and a session that ended elsewhere takes it away. */
export const storedHint: SessionHint = {
  mayHave() {
    try {
      return localStorage.getItem(KEY) !== null;
    } catch {
      // Storage can be switched off: then only the server knows.
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
