import { executeGraphql } from "@tackroom/contract";
import type { FastifyError } from "fastify";
import { LRUCache } from "lru-cache";
import { admit, refusalOf, type Authenticate, type Identity, type SocketOrigin } from "../platform/http/index.js";
import type { ServiceError } from "../platform/service-error.js";

/** Who a socket speaks for, or why it may not. */
export type Admission = { readonly caller: Identity } | { readonly refusal: ServiceError };

/** Asks who stands behind a socket's credentials, as the account says at this moment. */
export type AdmitSocket = (from: SocketOrigin) => Promise<Admission>;

/** Who was asked about this recently need not be asked again: an update may go to a thousand sockets of one person. */
const ASKED_AGAIN_AFTER_MS = 1000;
const REMEMBERED = 10_000;

export function createAdmission(authenticate: Authenticate): AdmitSocket {
  const asked = new LRUCache<string, Promise<Admission>>({ max: REMEMBERED, ttl: ASKED_AGAIN_AFTER_MS });
  return (from) => {
    const key = JSON.stringify([from.headers.authorization, from.headers["x-api-key"], from.ip]);
    const known = asked.get(key);
    if (known) return known;
    const admission = askFor(authenticate, from);
    asked.set(key, admission);
    return admission;
  };
}

async function askFor(authenticate: Authenticate, from: SocketOrigin): Promise<Admission> {
  try {
    const caller = await authenticate(from);
    admit(executeGraphql, caller);
    // Nobody unknown is admitted where the endpoint wants a user.
    return { caller: caller as Identity };
  } catch (error) {
    return { refusal: refusalOf(error as FastifyError) };
  }
}

/**
 * The credentials of a socket: what `connection_init` says, else the headers of the request that opened it. Never a cookie: any
 * page can open a socket with the cookies of its visitor, but it cannot know their token.
 */
export function credentialsOf(
  { headers, ip }: SocketOrigin,
  params: Readonly<Record<string, unknown>> = {},
): SocketOrigin {
  const said = (name: string): string | undefined => {
    const [, value] = Object.entries(params).find(([each]) => each.toLowerCase() === name) ?? [];
    return typeof value === "string" ? value : undefined;
  };
  const [authorization, key] = [said("authorization"), said("x-api-key")];
  const { authorization: header, "x-api-key": keyHeader } = headers;
  const chosen =
    authorization === undefined && key === undefined
      ? { authorization: header, "x-api-key": keyHeader }
      : { authorization, "x-api-key": key };
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return { ip, headers: Object.fromEntries(given) };
}
