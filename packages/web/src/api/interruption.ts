import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { Api, User } from "./client.js";
import { LAST_USER_KEY, SIGNED_OUT_KEY, userIn } from "./last-user.js";
import { ApiProblem } from "./problem.js";
import { hasUnsavedText } from "./unsaved.js";

export const SESSION = ["session"] as const;
const INTERRUPTION = ["session", "interruption"] as const;

/** Why the session of a page that stays open cannot be used, until its user signs in again. */
export interface Interruption {
  /** `replaced`: the browser is now signed in to another account. */
  readonly kind: "ended" | "replaced";
  /** The user was doing something, so the sign-in form may take the focus. */
  readonly asks: boolean;
}

const KINDS: Readonly<Record<string, Interruption["kind"]>> = { unauthenticated: "ended", account_changed: "replaced" };

const drawnUser = (queries: QueryClient): User | null | undefined => queries.getQueryData<User | null>(SESSION);

/** Notes that a call failed because of the session. The page of a user stays as it is, with everything typed. */
export function noteInterruption(queries: QueryClient, problem: unknown, asks: boolean): void {
  const kind = problem instanceof ApiProblem ? KINDS[problem.code] : undefined;
  if (kind === undefined) return;
  if (drawnUser(queries)) queries.setQueryData<Interruption>(INTERRUPTION, { kind, asks });
  else queries.setQueryData(SESSION, null);
}

export const endInterruption = (queries: QueryClient): void => {
  queries.setQueryData(INTERRUPTION, null);
  void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
};

/** The sign-in form was closed; the page goes on saying that it is needed. */
export const stopAsking = (queries: QueryClient): void => {
  queries.setQueryData<Interruption | null>(INTERRUPTION, (now) => now && { ...now, asks: false });
};

export const askForSignIn = (queries: QueryClient): void => {
  queries.setQueryData<Interruption | null>(INTERRUPTION, (now) => now && { ...now, asks: true });
};

export const useInterruption = (): Interruption | null =>
  useQuery<Interruption | null>({ queryKey: INTERRUPTION, queryFn: () => null, enabled: false }).data ?? null;

/** Another tab has signed in or out. */
export function followOtherTabs(api: Api, queries: QueryClient): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const drawn = drawnUser(queries);
    // On a shared computer, nobody else should read what the page shows.
    if (key === SIGNED_OUT_KEY && drawn && !hasUnsavedText()) leave(queries);
    if (key !== LAST_USER_KEY || !drawn) return;
    const now = userIn(newValue ?? "null");
    // The server is asked: a tab that could not restore the session says the same as one that ended it.
    if (now === undefined) void api.call("getWhoami").catch((problem) => noteInterruption(queries, problem, false));
    else if (now.id !== drawn.id) queries.setQueryData<Interruption>(INTERRUPTION, { kind: "replaced", asks: false });
    else if (queries.getQueryData(INTERRUPTION)) void takeUp(api, queries);
  });
}

/** Forgets what a user has seen, but not who that is. */
export const forgetData = (queries: QueryClient): void =>
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });

/** Pages that require sign-in then lead to the sign-in page. */
function leave(queries: QueryClient): void {
  forgetData(queries);
  queries.setQueryData(SESSION, null);
}

async function takeUp(api: Api, queries: QueryClient): Promise<void> {
  try {
    if (await api.resume()) endInterruption(queries);
  } catch (problem) {
    noteInterruption(queries, problem, false);
  }
}
