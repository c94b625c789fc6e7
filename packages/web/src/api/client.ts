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

/** The server, as the person who is signed in sees it. */
export interface Api {
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<ReplyOf<Name>>;
  /** A list with the total that its headers tell. */
  list<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<Listed<ElementOf<ReplyOf<Name>>>>;
  /** Takes up the session that the browser's cookie stands for; undefined when there is none. */
  resume(): Promise<User | undefined>;
  /** Keeps the access token of a sign-in; the refresh token is in a cookie that no script can read. */
  keep(tokens: Tokens): void;
  signOut(): Promise<void>;
  /** For the one thing that cannot send a header: a web socket. */
  accessToken(): Promise<string | undefined>;
}

/** Asks for JSON as the web app, so that refresh tokens come as cookies. */
const HEADERS = { accept: "application/json, application/problem+json", "x-tackroom-client": "web" };

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
const typeOf = (body: string | undefined) => (body === undefined ? {} : { "content-type": "application/json" });

/**
 * The access token is held here and nowhere else: not in storage, where any script of any later page could read it.
 * `onItsWay` is a refresh that was asked for before.
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
    arrived(send(...fetchOf(name, input, name === "refreshToken" ? undefined : token)));

  const refresh = async (): Promise<boolean> => {
    const first = begun && arrived(begun);
    begun = undefined;
    const answer = await (first ?? dispatch("refreshToken", { body: {} }));
    const isOver = answer.status === 401 || answer.status === 403;
    hold(isOver ? undefined : (await read<Tokens>(answer)).access_token);
    return !isOver;
  };
  // A refresh token is good for one use: calls that fail together wait for the same exchange.
  const refreshOnce = (): Promise<boolean> => (refreshing ??= refresh().finally(() => (refreshing = undefined)));

  const request = async (name: CallName, input: CallInput<CallName>): Promise<Response> => {
    // A page asks for what it shows while the session is still being taken up.
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
    // A first visit has nothing to take up: asking would be refused, and the refusal recorded.
    resume: async () =>
      hint.mayHave() && (await refreshOnce()) ? read<User>(await request("getWhoami", {})) : undefined,
    keep: ({ access_token }) => hold(access_token),
    async signOut() {
      await read(await request("logout", { body: {} }));
      hold(undefined);
    },
    async accessToken() {
      if (token === undefined) await refreshOnce();
      return token;
    },
  };
}

function fetchOf(name: CallName, input: CallInput<CallName>, token: string | undefined): [url: string, RequestInit] {
  const { method, url, body } = prepareCall(name, input);
  const headers = { ...HEADERS, ...bearer(token), ...typeOf(body) };
  return [url, { method, headers, keepalive: input.keepalive ?? false, ...(body === undefined ? {} : { body }) }];
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
