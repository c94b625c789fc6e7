import type { CallName } from "@tackroom/contract/calls";
import { unreachable } from "./problem.js";
import { prepareCall, type CallInput } from "./request.js";

/** Sends a call once, with an access token if there is one. */
export type Dispatch = (name: CallName, input: CallInput<CallName>, token: string | undefined) => Promise<Response>;

/** Identifies the web app, so that refresh tokens are sent as cookies. */
const HEADERS = { accept: "application/json, application/problem+json", "x-tackroom-client": "web" };

/** Their credentials are in the request itself, and the token of an earlier session must not get in the way. */
export const WITHOUT_TOKEN: readonly CallName[] = ["login", "refreshToken", "exchangeCode"];

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
const typeOf = (body: string | undefined) => (body === undefined ? {} : { "content-type": "application/json" });

export const createDispatch =
  (send: typeof fetch): Dispatch =>
  (name, input, token) =>
    arrived(send(...fetchOf(name, input, WITHOUT_TOKEN.includes(name) ? undefined : token)));

/** A request that got no response at all is a problem too. */
export const arrived = <T>(promised: Promise<T>): Promise<T> =>
  promised.catch((error: unknown) => {
    throw unreachable(error);
  });

function fetchOf(name: CallName, input: CallInput<CallName>, token: string | undefined): [url: string, RequestInit] {
  const { method, url, body } = prepareCall(name, input);
  const headers = { ...HEADERS, ...bearer(token), ...typeOf(body) };
  const { keepalive = false, signal } = input;
  return [url, { method, headers, keepalive, ...(signal && { signal }), ...(body === undefined ? {} : { body }) }];
}
