import type { CallName, ReplyOf } from "@tackroom/contract/calls";
import { problemOf, unreachable } from "./problem.js";
import { prepareCall, type CallInput } from "./request.js";
import type { SessionHint } from "./session-hint.js";

export type User = ReplyOf<"getWhoami">;
type Tokens = Pick<ReplyOf<"refreshToken">, "access_token">;
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
  /** Restores the session from the browser's cookie; undefined when there is none. */
  resume(): Promise<User | undefined>;
  /** Keeps the access token of a sign-in. The refresh token is in a cookie that scripts cannot read. */
  keep(tokens: Tokens): void;
  /** Exchanges the one-time code of a single sign-on. A code is sent once, however often it is asked for. */
  exchange(code: string): Promise<ReplyOf<"exchangeCode">>;
  /** Returns the URL that signs the user out at the identity provider too, if there is one. */
  signOut(): Promise<string | undefined>;
  /** For web sockets, which cannot send headers. */
  accessToken(): Promise<string | undefined>;
}

/** Identifies the web app, so that refresh tokens are sent as cookies. */
const HEADERS = { accept: "application/json, application/problem+json", "x-tackroom-client": "web" };

/** Their credentials are in the request itself, and the token of an earlier session must not get in the way. */
const WITHOUT_TOKEN: readonly CallName[] = ["refreshToken", "exchangeCode"];

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
const typeOf = (body: string | undefined) => (body === undefined ? {} : { "content-type": "application/json" });

/**
 * The access token is kept only in memory: in storage, any later script could read it.
 * `onItsWay` is a refresh that was started earlier.
 */
export function createApi(send: typeof fetch, hint: SessionHint, onItsWay?: Promise<Response>): Api {
  let begun = onItsWay;
  let token: string | undefined;
  let refreshing: Promise<boolean> | undefined;
  const hold = (next: string | undefined): void => {
    token = next;
    hint.set(next !== undefined);
  };

  const dispatch = (name: CallName, input: CallInput<CallName>): Promise<Response> =>
    arrived(send(...fetchOf(name, input, WITHOUT_TOKEN.includes(name) ? undefined : token)));

  const refresh = async (): Promise<boolean> => {
    const first = begun && arrived(begun);
    begun = undefined;
    const answer = await (first ?? dispatch("refreshToken", { body: {} }));
    const isOver = answer.status === 401 || answer.status === 403;
    hold(isOver ? undefined : (await read<Tokens>(answer)).access_token);
    return !isOver;
  };
  // A refresh token can be used only once: concurrent failed calls share one refresh.
  const refreshOnce = (): Promise<boolean> => (refreshing ??= refresh().finally(() => (refreshing = undefined)));

  const request = async (name: CallName, input: CallInput<CallName>): Promise<Response> => {
    // A page may request data while the session is still being restored.
    if (token === undefined) await refreshing;
    const used = token;
    const answer = await dispatch(name, input);
    if (answer.status !== 401 || used === undefined) return answer;
    // Another call may have renewed it meanwhile.
    const renewed = (token !== undefined && token !== used) || (await refreshOnce());
    return renewed ? dispatch(name, input) : answer;
  };

  return {
    call: async (name, input = {}) => read(await request(name, input as CallInput<CallName>)),
    async list(name, input = {}) {
      const answer = await request(name, input);
      const items = await read<never[]>(answer);
      return { items, total: Number(answer.headers.get("x-total-count") ?? items.length) };
    },
    // A first visit has no session: a refresh would be rejected and recorded in the audit log.
    resume: async () =>
      hint.mayHave() && (await refreshOnce()) ? read<User>(await request("getWhoami", {})) : undefined,
    keep: ({ access_token }) => hold(access_token),
    exchange: sentOnce(async (code) => read(await dispatch("exchangeCode", { body: { code } }))),
    async signOut() {
      const { logout_url: logoutUrl } = await read<ReplyOf<"logout">>(await request("logout", { body: {} }));
      hold(undefined);
      return logoutUrl;
    },
    async accessToken() {
      if (token === undefined) await refreshOnce();
      return token;
    },
  };
}

/** Effects can run twice, but the server rejects a code that was used before. */
function sentOnce<Reply>(send: (code: string) => Promise<Reply>): (code: string) => Promise<Reply> {
  let last: { readonly code: string; readonly reply: Promise<Reply> } | undefined;
  return (code) => {
    if (last?.code !== code) last = { code, reply: send(code) };
    return last.reply;
  };
}

function fetchOf(name: CallName, input: CallInput<CallName>, token: string | undefined): [url: string, RequestInit] {
  const { method, url, body } = prepareCall(name, input);
  const headers = { ...HEADERS, ...bearer(token), ...typeOf(body) };
  const { keepalive = false, signal } = input;
  return [url, { method, headers, keepalive, ...(signal && { signal }), ...(body === undefined ? {} : { body }) }];
}

const arrived = <T>(promised: Promise<T>): Promise<T> =>
  promised.catch((error: unknown) => {
    throw unreachable(error);
  });

async function read<Reply>(answer: Response): Promise<Reply> {
  const text = await arrived(answer.text());
  if (!answer.ok) throw problemOf(answer.status, text, answer.headers.get("x-request-id"));
  if (text === "") return undefined as Reply;
  if (!/\bjson\b/.test(answer.headers.get("content-type") ?? "")) return text as Reply;
  return JSON.parse(text) as Reply;
}
