import { roleSuffices, type SessionFilter } from "@tackroom/contract";
import type { AuditDetail, Caller } from "../platform/http/index.js";
import { redactedStart } from "../unsafe-text/index.js";

const MAX_SEARCH_SHOWN = 500;

/** Code that finds a session for a caller reports it here; reads of other users' sessions are recorded. */
export function noteSessionRead(
  caller: Caller,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): void {
  if (userId === caller.userId) return;
  caller.notePrivilegedRead({ resourceType: "session", resourceId: sessionId, detail: { user_id: userId } });
}

/** The same for a list of sessions, or for what was searched in them. */
export function noteSessionList(
  caller: Caller,
  filter: SessionFilter,
  rows: readonly { readonly user_id: string }[],
): void {
  if (rows.every(({ user_id }) => user_id === caller.userId)) return;
  caller.notePrivilegedRead({ resourceType: "session", resourceId: null, detail: detailOf(filter) });
}

/** How many sessions there are in all names nobody. How many one person has, or how many have a word, tells about them. */
export function noteSessionCount(caller: Caller, filter: SessionFilter): void {
  const { user_id, search } = filter;
  const isOwn = user_id?.toLowerCase() === caller.userId.toLowerCase();
  if (!roleSuffices(caller.role, "admin") || isOwn || (user_id === undefined && search === undefined)) return;
  caller.notePrivilegedRead({ resourceType: "session", resourceId: null, detail: detailOf(filter) });
}

/** Figures of one other person, or of people by name; sums over everyone name nobody. */
export function noteFiguresRead(caller: Caller, of: { readonly userId: string } | { readonly groupBy: "user" }): void {
  if ("userId" in of && of.userId.toLowerCase() === caller.userId.toLowerCase()) return;
  caller.notePrivilegedRead(
    "userId" in of
      ? { resourceType: "user", resourceId: of.userId, detail: { shown: "usage" } }
      : { resourceType: "user", resourceId: null, detail: { shown: "usage of each user" } },
  );
}

function detailOf({ user_id, search }: SessionFilter): AuditDetail {
  return {
    user_id: user_id ?? "everyone",
    // What is searched for may be the secret that was lost.
    ...(search === undefined ? {} : { search: redactedStart(search, MAX_SEARCH_SHOWN) }),
  };
}
