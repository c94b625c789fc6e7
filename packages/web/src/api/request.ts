import type { BodyOf, CallName, QueryOf } from "@tackroom/contract/calls";
import { routeOf } from "@tackroom/contract/route";

/** The input of a call. Members with a default may be omitted, but the types do not say which ones those are. */
export interface CallInput<Name extends CallName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Partial<QueryOf<Name>>>;
  readonly body?: Readonly<Partial<BodyOf<Name>>>;
  /** The request is sent even if the page is being closed. */
  readonly keepalive?: boolean;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

export interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** The method, URL and body of a call, as defined by the contract. */
export function prepareCall<Name extends CallName>(name: Name, input: CallInput<Name>): Prepared {
  const { method, path } = routeOf(name, input.params);
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return {
    method,
    url: query === "" ? path : `${path}?${query}`,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  };
}
