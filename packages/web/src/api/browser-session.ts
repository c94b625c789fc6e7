import type { ReplyOf } from "@tackroom/contract/calls";
import { arrived, type Dispatch } from "./dispatch.js";
import { anotherAccount, signedOut, type ApiProblem } from "./problem.js";
import { read } from "./read-answer.js";
import type { SessionHint } from "./session-hint.js";

type Tokens = Pick<ReplyOf<"refreshToken">, "access_token">;
export type SignedIn = Tokens & { readonly user: Pick<ReplyOf<"getWhoami">, "id"> };

/** The session of one user in this tab: renewed when it expires, and never exchanged for the session of another user. */
export interface BrowserSession {
  /** The access token. It is kept only in memory: in storage, any later script could read it. */
  token(): string | undefined;
  /** Waits for a session that is being restored, and fails if nothing can be sent with it. */
  untilUsable(): Promise<void>;
  /** False if the session is over. */
  renew(): Promise<boolean>;
  /** From now on the session of this user. */
  belongTo(user: SignedIn["user"]): void;
  keep(signedIn: SignedIn): void;
  forget(): void;
}

/** `onItsWay` is a refresh that was started earlier. */
export function createBrowserSession(
  dispatch: Dispatch,
  hint: SessionHint,
  onItsWay?: Promise<Response>,
): BrowserSession {
  let begun = onItsWay;
  let token: string | undefined;
  /** The ID of the user whose pages are shown. The browser's cookie may come to belong to another one. */
  let owner: string | undefined;
  /** Why the owner's session cannot be used any more. Until it can, nothing is sent: pages that stay open keep polling. */
  let over: ApiProblem | undefined;
  let refreshing: Promise<boolean> | undefined;
  const hold = (next: string | undefined): void => {
    token = next;
    over = next === undefined && owner !== undefined ? signedOut() : undefined;
    hint.set(next !== undefined);
  };

  const refresh = async (): Promise<boolean> => {
    const first = begun && arrived(begun);
    begun = undefined;
    const answer = await (first ?? dispatch("refreshToken", { body: {} }, undefined));
    const isOver = answer.status === 401 || answer.status === 403;
    const next = isOver ? undefined : (await read<Tokens>(answer)).access_token;
    if (next !== undefined && owner !== undefined) await refuseOthers(next, owner);
    hold(next);
    return !isOver;
  };
  // Someone else may have signed in in another tab. A form must not be sent in that user's name.
  const refuseOthers = async (next: string, expected: string): Promise<void> => {
    const { id } = await read<SignedIn["user"]>(await dispatch("getWhoami", {}, next));
    if (id === expected) return;
    token = undefined;
    over = anotherAccount();
    throw over;
  };
  // A refresh token can be used only once: concurrent failed calls share one refresh.
  const renew = (): Promise<boolean> => (refreshing ??= refresh().finally(() => (refreshing = undefined)));

  const untilUsable = async (): Promise<void> => {
    if (token === undefined) await refreshing;
    // The user may have signed in again in another tab.
    if (over?.code === "unauthenticated" && hint.mayHave()) await renew();
    if (over) throw over;
  };
  return {
    token: () => token,
    untilUsable,
    renew,
    belongTo: ({ id }) => void (owner = id),
    keep({ access_token, user }) {
      owner = user.id;
      hold(access_token);
    },
    forget() {
      owner = undefined;
      hold(undefined);
    },
  };
}
