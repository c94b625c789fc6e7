import type { CallName, ReplyOf } from "@tackroom/contract/calls";
import { createBrowserSession, type SignedIn } from "./browser-session.js";
import { createDispatch, WITHOUT_TOKEN } from "./dispatch.js";
import type { ApiProblem } from "./problem.js";
import { read } from "./read-answer.js";
import type { CallInput } from "./request.js";
import type { SessionHint } from "./session-hint.js";

export type User = ReplyOf<"getWhoami">;
export type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The server's API, called as the signed-in user. */
export interface Api {
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<ReplyOf<Name>>;
  /** A list with the total from the response headers. */
  list<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<Listed<ElementOf<ReplyOf<Name>>>>;
  /** Restores the session from the browser's cookie, also one that had ended; undefined when there is none. */
  resume(): Promise<User | undefined>;
  /** Keeps the access token of a sign-in. The refresh token is in a cookie that scripts cannot read. */
  keep(signedIn: SignedIn): void;
  /** Exchanges the one-time code of a single sign-on. A code is sent once, however often it is asked for. */
  exchange(code: string): Promise<ReplyOf<"exchangeCode">>;
  /** Returns the URL that signs the user out at the identity provider too, if there is one. */
  signOut(): Promise<string | undefined>;
  /** For web sockets, which cannot send headers. */
  accessToken(): Promise<string | undefined>;
}

/** What the sign-in form needs, also after the session has ended. */
const FOR_ANYONE: readonly CallName[] = [...WITHOUT_TOKEN, "getPublicConfig", "getHealth"];

/** `onItsWay` is a refresh that was started earlier. */
export function createApi(send: typeof fetch, hint: SessionHint, onItsWay?: Promise<Response>): Api {
  const dispatch = createDispatch(send);
  const session = createBrowserSession(dispatch, hint, onItsWay);

  const request = async (name: CallName, input: CallInput<CallName>): Promise<Response> => {
    if (!FOR_ANYONE.includes(name)) await session.untilUsable();
    const used = session.token();
    const answer = await dispatch(name, input, used);
    if (answer.status !== 401 || used === undefined || WITHOUT_TOKEN.includes(name)) return answer;
    // Another call may have renewed it meanwhile.
    const now = session.token();
    const renewed = (now !== undefined && now !== used) || (await session.renew());
    return renewed ? dispatch(name, input, session.token()) : answer;
  };

  return {
    call: async (name, input = {}) => read(await request(name, input as CallInput<CallName>)),
    async list(name, input = {}) {
      const answer = await request(name, input);
      const items = await read<never[]>(answer);
      return { items, total: Number(answer.headers.get("x-total-count") ?? items.length) };
    },
    // A first visit has no session: a refresh would be rejected and recorded in the audit log.
    async resume() {
      if (!hint.mayHave() || !(await session.renew())) return undefined;
      const user = await read<User>(await request("getWhoami", {}));
      session.belongTo(user);
      return user;
    },
    keep: session.keep,
    exchange: sentOnce(async (code) => read(await dispatch("exchangeCode", { body: { code } }, undefined))),
    async signOut() {
      const reply = await unlessEnded(request("logout", { body: {} }).then(read<ReplyOf<"logout">>));
      session.forget();
      return reply?.logout_url;
    },
    async accessToken() {
      await session.untilUsable();
      if (session.token() === undefined) await session.renew();
      return session.token();
    },
  };
}

/** A session that has ended already need not be ended. */
const unlessEnded = <T>(ending: Promise<T>): Promise<T | undefined> =>
  ending.catch((problem: ApiProblem) => {
    if (problem.code !== "unauthenticated") throw problem;
    return undefined;
  });

/** Effects can run twice, but the server rejects a code that was used before. */
function sentOnce<Reply>(send: (code: string) => Promise<Reply>): (code: string) => Promise<Reply> {
  let last: { readonly code: string; readonly reply: Promise<Reply> } | undefined;
  return (code) => {
    if (last?.code !== code) last = { code, reply: send(code) };
    return last.reply;
  };
}
