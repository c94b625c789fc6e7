import { lookup as systemLookup } from "node:dns/promises";
import { Agent, request as send, type Dispatcher } from "undici";
import { withTimeLimit } from "../time-limit.js";
import { VERSION } from "../version.js";
import { createAllowedHosts } from "./allowed-hosts.js";
import { createConnect, createGate, type Lookup } from "./connect.js";
import { asOutboundError, OutboundError, OutboundRefusal, printable } from "./outbound-error.js";
import { createResponse, type OutboundResponse } from "./outbound-response.js";
import { ACCEPTED_ENCODINGS, readBody } from "./read-body.js";
import { placeOf, readUrl } from "./read-url.js";

export interface OutboundRequest {
  readonly method?: "GET" | "POST";
  /** Sent to the origin of the address only; what it redirects to elsewhere gets none of them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it: names, connections, redirects and the last byte. */
  readonly timeoutMs: number;
  /** Of the body, before and after decompression. */
  readonly maxBytes: number;
  /** How many a GET follows. A POST follows none: its answer is the redirect. */
  readonly redirects?: number;
  /** Lets http:// go to any public host, not only to those that the operator named. */
  readonly plainHttp?: boolean;
}

/** The guard that every call to another server goes through. */
export interface Outbound {
  /** Throws an `OutboundError` when there is no answer; a status of whatever kind is one. */
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** Throws an `OutboundRefusal` for an address that is not let out; one that merely fails to resolve passes. */
  check(url: string, rules?: Pick<OutboundRequest, "plainHttp">): Promise<void>;
  /**
   * The IP addresses that may be connected to for this URL, for a program that makes the connection itself. It must be told to
   * use these, because a name that it looks up again may lead elsewhere.
   */
  admit(url: string, rules?: Pick<OutboundRequest, "plainHttp">): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** `OUTBOUND_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Lets hosts of the operator's own network through, too. */
  readonly allowsInternal?: boolean;
  /** How names become addresses; the system's way if not said. */
  readonly lookup?: Lookup;
}

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const LOOKUP_LIMIT_MS = 3_000;

export function createOutbound({ allowedHosts, allowsInternal = false, lookup = lookUp }: OutboundOptions): Outbound {
  const allowed = createAllowedHosts(allowedHosts);
  const gate = createGate(allowed, lookup, allowsInternal);
  const agent = new Agent({ connect: createConnect(gate), maxHeaderSize: MAX_HEADER_BYTES });
  const read = (url: string, plainHttp = false): URL => readUrl(url, { allowed, plainHttp });

  return {
    async fetch(given, request) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), request.timeoutMs);
      try {
        return await follow(given, request, { agent, read, signal: limit.signal });
      } catch (error) {
        if (!limit.signal.aborted) throw error;
        const host = URL.canParse(given) ? new URL(given).host : given;
        throw new OutboundError(`The request to ${host} timed out after ${request.timeoutMs / 1000} s.`, {
          cause: error,
        });
      } finally {
        clearTimeout(timer);
      }
    },
    async check(given, { plainHttp } = {}) {
      const url = read(given, plainHttp);
      const admitted = gate.admit(placeOf(url));
      await withTimeLimit(LOOKUP_LIMIT_MS, "the DNS lookup", admitted).catch(passUnlessRefused);
    },
    async admit(given, { plainHttp } = {}) {
      const admitted = gate.admit(placeOf(read(given, plainHttp)));
      const addresses = await withTimeLimit(LOOKUP_LIMIT_MS, "the DNS lookup", admitted);
      return addresses.map(({ address }) => address);
    },
    close: () => agent.destroy(),
  };
}

const lookUp: Lookup = (hostname) => systemLookup(hostname, { all: true });

/** Whatever else keeps a name from being looked up now, the call itself will meet and tell. */
function passUnlessRefused(error: unknown): void {
  if (error instanceof OutboundRefusal) throw error;
}

interface Way {
  readonly agent: Dispatcher;
  readonly read: (url: string, plainHttp?: boolean) => URL;
  readonly signal: AbortSignal;
}

async function follow(given: string, request: OutboundRequest, way: Way): Promise<OutboundResponse> {
  const { redirects = MAX_REDIRECTS, plainHttp } = request;
  const first = way.read(given, plainHttp);
  let url = first;
  for (let followed = 0; ; followed++) {
    const sent = isSameOrigin(url, first) ? request : withoutHeaders(request);
    const seen = await visit(url, sent, way).catch((error: unknown) => {
      const failure = asOutboundError(error, url.host);
      throw followed === 0 ? failure : redirectsTo(first, url.href, failure);
    });
    if (typeof seen !== "string") return seen;
    if (followed === redirects) throw new OutboundError(`${first.host} exceeded the limit of ${redirects} redirects.`);
    url = readTarget(url, seen, (text) => way.read(text, plainHttp));
  }
}

/** The answer, or where it redirects to. */
async function visit(url: URL, request: OutboundRequest, way: Way): Promise<OutboundResponse | string> {
  const answer = await sendOnce(url, request, way);
  const target = request.method === "POST" ? undefined : redirectOf(answer, url);
  if (target === undefined) return readAnswer(answer, url, request);
  discard(answer);
  return target;
}

const isSameOrigin = (one: URL, other: URL): boolean => one.origin === other.origin;

const withoutHeaders = ({ headers: _dropped, ...rest }: OutboundRequest): OutboundRequest => rest;

function readTarget(from: URL, target: string, read: (text: string) => URL): URL {
  try {
    return read(target);
  } catch (error) {
    throw error instanceof OutboundError ? redirectsTo(from, target, error) : error;
  }
}

/** The reason itself, with the address that the caller knows in front. */
function redirectsTo(from: URL, target: string, failure: OutboundError): OutboundError {
  const Kind = failure instanceof OutboundRefusal ? OutboundRefusal : OutboundError;
  // Somebody's password, if it has one, is not for everyone who reads the reason.
  const to = printable(target.replace(/\/\/[^/?#]*@/, "//"));
  return new Kind(`${from.host} redirects to ${to}. ${failure.message}`, { cause: failure });
}

function sendOnce(url: URL, { method = "GET", headers, body }: OutboundRequest, { agent, signal }: Way) {
  return send(url, {
    dispatcher: agent,
    method,
    headers: { "user-agent": `tackroom/${VERSION}`, "accept-encoding": ACCEPTED_ENCODINGS, ...headers },
    body: body ?? null,
    signal,
  });
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): string | undefined {
  const { location } = headers;
  if (!REDIRECTS.includes(statusCode) || typeof location !== "string") return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from).href : location;
}

/** Closes the connection: what follows a redirect is of no interest, and may have no end. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => undefined).destroy();
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  url: URL,
  { maxBytes }: OutboundRequest,
): Promise<OutboundResponse> {
  const encoding = [answer.headers["content-encoding"] ?? ""].flat().join(",");
  const bytes = await readBody(answer.body, encoding, { host: url.host, maxBytes });
  return createResponse({ url, status: answer.statusCode, headers: answer.headers, bytes });
}
