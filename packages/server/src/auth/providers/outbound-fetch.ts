import type { CustomFetchOptions } from "openid-client";
import type { Outbound } from "../../platform/outbound/index.js";

/** A provider that is slow must not hold a browser for longer than people wait. */
export const PROVIDER_TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Statuses whose responses the Fetch API forbids to have a body. */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body?: CustomFetchOptions["body"];
}

export type ProviderFetch = ReturnType<typeof createOutboundFetch>;

/** The Fetch API of the libraries, through the guard that every call to another server goes through. */
export function createOutboundFetch(outbound: Outbound) {
  return async (url: string, { method, headers, body: sent }: FetchOptions): Promise<Response> => {
    const answer = await outbound.fetch(url, {
      method: method === "POST" ? "POST" : "GET",
      headers: headers instanceof Headers ? Object.fromEntries(headers) : headers,
      ...(sent === undefined || sent === null ? {} : { body: textOf(sent) }),
      timeoutMs: PROVIDER_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: 0,
    });
    const body = WITHOUT_BODY.includes(answer.status) ? null : Buffer.from(answer.bytes);
    return new Response(body, { status: answer.status, headers: headersOf(answer.headers) });
  };
}

/** What the libraries send is a form. */
function textOf(body: NonNullable<CustomFetchOptions["body"]>): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new Error("Only text can be sent to a provider.");
}

/** The body is decoded by now, so what it was encoded with, and how long it was then, is no longer true. */
function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || /^(content-encoding|content-length|transfer-encoding)$/.test(name)) continue;
    result.set(name, [value].flat().join(", "));
  }
  return result;
}
