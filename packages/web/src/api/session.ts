import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "@tackroom/contract/calls";
import { roleSuffices, type Role } from "@tackroom/contract/roles";
import type { Api, User } from "./client.js";
import { useApi } from "./context.js";
import { keepLastUser, readLastUser } from "./last-user.js";
import type { ApiProblem } from "./problem.js";

const SESSION = ["session"] as const;

/** For `main.tsx` too, which asks before there is anything to show. */
export const sessionQuery = (api: Api) => ({
  queryKey: SESSION,
  queryFn: async (): Promise<User | null> => {
    const user = (await api.resume()) ?? null;
    keepLastUser(user);
    return user;
  },
  staleTime: Infinity,
});

/** Who is signed in in this browser: null for nobody, undefined until that is known. */
export function useSession(): UseQueryResult<User | null, ApiProblem> {
  const api = useApi();
  return useQuery<User | null, ApiProblem>(sessionQuery(api));
}

/**
 * As `useSession`, but whoever was here last until the server has told: a page takes its shape at once, and whatever it asks
 * for waits until the session is taken up.
 */
export function useLikelySession(): UseQueryResult<User | null, ApiProblem> {
  const api = useApi();
  return useQuery<User | null, ApiProblem>({ ...sessionQuery(api), placeholderData: readLastUser });
}

/** Whoever is signed in; only for what is shown to nobody else. */
export function useUser(): User {
  const { data } = useLikelySession();
  if (!data) throw new Error("useUser must be used on pages that require sign-in");
  return data;
}

export const mayActAs = (user: Pick<User, "role">, needed: Role): boolean => roleSuffices(user.role, needed);

type SignedIn = Pick<ReplyOf<"login">, "access_token" | "user">;

/** Begins and ends the session of this browser. What the last person saw is forgotten. */
export function useSignIn(): { begin(tokens: SignedIn): void; end(): Promise<void>; update(user: User): void } {
  const api = useApi();
  const queries = useQueryClient();
  const forgetAll = (user: User | null): void => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
    queries.setQueryData(SESSION, user);
    keepLastUser(user);
  };
  return {
    begin(tokens) {
      api.keep(tokens);
      forgetAll(tokens.user);
    },
    async end() {
      await api.signOut();
      forgetAll(null);
    },
    update(user) {
      queries.setQueryData(SESSION, user);
      keepLastUser(user);
    },
  };
}
