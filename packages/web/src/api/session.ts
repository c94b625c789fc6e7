import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "@tackroom/contract/calls";
import { roleSuffices, type Role } from "@tackroom/contract/roles";
import type { Api, User } from "./client.js";
import { useApi } from "./context.js";
import { endInterruption, forgetData, SESSION } from "./interruption.js";
import { keepLastUser, readLastUser, tellSignedOut } from "./last-user.js";
import { ownUrl } from "./own-url.js";
import type { ApiProblem } from "./problem.js";
import { forgetRecentChoices } from "./recent-choices.js";
import { storedHint } from "./session-hint.js";

export type { User };

/** Also used by `main.tsx`, which asks before anything is rendered. */
export const sessionQuery = (api: Api) => ({
  queryKey: SESSION,
  queryFn: async (): Promise<User | null> => {
    const user = (await api.resume()) ?? null;
    return keepLastUser(user);
  },
  staleTime: Infinity,
});

/** The signed-in user: null if there is none, undefined until it is known. */
export function useSession(): UseQueryResult<User | null, ApiProblem> {
  const api = useApi();
  return useQuery<User | null, ApiProblem>(sessionQuery(api));
}

/**
 * Like `useSession`, but returns the last user until the server has responded, so that a page can render its layout
 * immediately. Its requests wait until the session is restored.
 */
export function useLikelySession(): UseQueryResult<User | null, ApiProblem> {
  const api = useApi();
  return useQuery<User | null, ApiProblem>({ ...sessionQuery(api), placeholderData: readLastUser });
}

/** The signed-in user, for pages that require sign-in. */
export function useUser(): User {
  const { data } = useLikelySession();
  if (!data) throw new Error("useUser must be used on pages that require sign-in");
  return data;
}

export const mayActAs = (user: Pick<User, "role">, needed: Role): boolean => roleSuffices(user.role, needed);

type SignedIn = Pick<ReplyOf<"login">, "access_token" | "user">;

interface SignIn {
  /** Starts a session. The data of the previous user is cleared. */
  begin(signedIn: SignedIn): void;
  /** Goes on with the page of a user whose session had ended. */
  goOn(signedIn: SignedIn): void;
  /** Ends the session of this browser. If the identity provider has a session too, the browser is sent there to end it. */
  end(): Promise<void>;
  update(user: User): void;
}

export function useSignIn(): SignIn {
  const api = useApi();
  const queries = useQueryClient();
  const update = (user: User | null): void => {
    queries.setQueryData(SESSION, user);
    keepLastUser(user);
  };
  const forgetAll = (user: User | null): void => {
    forgetData(queries);
    update(user);
    endInterruption(queries);
    forgetRecentChoices();
  };
  return {
    begin(signedIn) {
      api.keep(signedIn);
      forgetAll(signedIn.user);
    },
    goOn(signedIn) {
      if (signedIn.user.id !== queries.getQueryData<User>(SESSION)?.id) {
        // What the page shows belongs to someone else. The browser asks before it drops unsaved text.
        keepLastUser(signedIn.user);
        reload();
        return;
      }
      api.keep(signedIn);
      update(signedIn.user);
      endInterruption(queries);
    },
    async end() {
      const logoutUrl = ownUrl(await api.signOut(), window.location.origin);
      tellSignedOut();
      forgetAll(null);
      if (logoutUrl !== undefined) window.location.assign(logoutUrl);
    },
    update,
  };
}

/** Draws everything anew, as the account to which the browser is signed in. */
export function reload(): void {
  storedHint.set(true);
  window.location.reload();
}
