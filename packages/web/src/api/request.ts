import type { BodyOf, CallName, QueryOf } from "@tackroom/contract/calls";
import { ENDPOINTS } from "@tackroom/contract/endpoint-table";

/** What a call is given. Members with a default may be left out, and the types do not say which those are. */
export interface CallInput<Name extends CallName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Partial<QueryOf<Name>>>;
  readonly body?: Readonly<Partial<BodyOf<Name>>>;
  /** Is sent even when the page is closed at that moment. */
  readonly keepalive?: boolean;
}

export interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** Method, address and body of a call, as the contract names them. */
export function prepareCall<Name extends CallName>(name: Name, input: CallInput<Name>): Prepared {
  const [method = "", template = ""] = (ENDPOINTS as Readonly<Record<string, string>>)[name]?.split(" ") ?? [];
  const path = template.replace(/:([a-z_]+)/g, (_, key: string) => {
    const value = input.params?.[key];
    // An empty segment would be another endpoint.
    if (!value) throw new Error(`${name} requires ${key}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return {
    method,
    url: query === "" ? path : `${path}?${query}`,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  };
}
