import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { authenticationRefusal, failureOf, refusal } from "./errors.js";
import type { Sessions } from "./statement.js";
import {
  areSameCredentials,
  type Credentials,
  credentialsOf,
  decodedBody,
  isInsert,
  outputFormatOf,
  preparationOf,
  statementOf,
  summaryOf,
  wantsGzip,
} from "./wire.js";

export interface ClickHouseHttp {
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Uint8Array | string;
  inserted: boolean;
}

// ClickHouse's http_max_uri_size; Node's own limit of 16 KiB would refuse long query parameters.
const MAX_HEADER_BYTES = 1024 * 1024;

/** What a test may do between the engine's answer and its caller. */
export interface HttpHooks {
  /** The text to answer a request with that is not for the engine. */
  own(url: URL): string | undefined;
  /** Returns whether the answer may go out; `closing` tells that the server is about to end. */
  beforeAnswer(answer: { inserted: boolean }, closing: AbortSignal): Promise<boolean>;
}

const NO_HOOKS: HttpHooks = { own: () => undefined, beforeAnswer: async () => true };

/** ClickHouse's HTTP interface, as far as its official client uses it, in front of an embedded engine. */
export function createClickHouseHttp(sessions: Sessions, accepted: Credentials, hooks = NO_HOOKS): ClickHouseHttp {
  const closing = new AbortController();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    if (url === undefined) return send(response, failureAnswer(refusal(36, "BAD_ARGUMENTS", "The path is malformed")));
    if (url.pathname === "/ping") return send(response, pingAnswer(sessions));
    let own: string | undefined;
    const answer = await answerOrFailure(async () => {
      own = hooks.own(url);
      return own === undefined ? answerQuery(sessions, accepted, request, url) : plainAnswer(own);
    });
    if (own === undefined && !(await hooks.beforeAnswer(answer, closing.signal))) {
      request.socket.destroy();
      return;
    }
    response.setHeader("X-ClickHouse-Query-Id", queryIdOf(url) ?? randomUUID());
    send(response, answer);
  }

  /** One request that cannot be answered must not end the process, and with it every other one. */
  function fail(response: ServerResponse, error: unknown): void {
    if (response.headersSent) response.destroy();
    else send(response, failureAnswer(error));
  }

  function send(response: ServerResponse, { status, headers, body }: Answer): void {
    // A connection that stays open after its answer would hold up close() until it times out.
    if (closing.signal.aborted) response.setHeader("Connection", "close");
    response.writeHead(status, headers).end(body);
  }

  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void handle(request, response).catch((error: unknown) => fail(response, error)),
  );
  return {
    async listen(port) {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return portOf(server);
    },
    async close() {
      closing.abort();
      server.close();
      await once(server, "close");
    },
  };
}

async function answerQuery(
  sessions: Sessions,
  accepted: Credentials,
  request: IncomingMessage,
  { pathname, searchParams: params }: URL,
): Promise<Answer> {
  const { headers } = request;
  const given = credentialsOf(headers, params);
  if (!areSameCredentials(given, accepted)) throw authenticationRefusal(given.user);
  if (pathname !== "/") throw refusal(60, "UNKNOWN_TABLE", `There is no handle ${pathname}`);

  const statement = statementOf(params, decodedBody(headers, await buffer(request)));
  const format = outputFormatOf(statement, headers, params);
  const result = await sessions.run({ ...preparationOf(headers, params), sql: statement, format });

  const compressed = wantsGzip(headers, params);
  return {
    status: 200,
    headers: {
      "Content-Type": format.startsWith("JSON") ? "application/json; charset=UTF-8" : "text/plain; charset=UTF-8",
      "X-ClickHouse-Format": format,
      "X-ClickHouse-Summary": summaryOf(result),
      ...(compressed ? { "Content-Encoding": "gzip" } : {}),
    },
    body: compressed ? gzipSync(result.bytes) : result.bytes,
    inserted: isInsert(statement),
  };
}

async function answerOrFailure(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    return failureAnswer(error);
  }
}

function failureAnswer(error: unknown): Answer {
  const { code, status, text } = failureOf(error);
  const headers = { "Content-Type": "text/plain; charset=UTF-8", "X-ClickHouse-Exception-Code": String(code) };
  return { status, headers, body: text, inserted: false };
}

/** Node passes the target on as it was sent, and `//` or `//a:b` is not a valid URL. */
function urlOf({ url: target = "/" }: IncomingMessage): URL | undefined {
  const base = "http://clickhouse";
  return URL.canParse(target, base) ? new URL(target, base) : undefined;
}

/** A header takes neither line breaks nor most of Unicode. */
function queryIdOf({ searchParams }: URL): string | undefined {
  const id = searchParams.get("query_id");
  return id !== null && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

function pingAnswer(sessions: Sessions): Answer {
  if (sessions.isResponsive()) return plainAnswer("Ok.\n");
  return { ...plainAnswer("A statement does not end.\n"), status: 503 };
}

function plainAnswer(body: string): Answer {
  return { status: 200, headers: { "Content-Type": "text/plain; charset=UTF-8" }, body, inserted: false };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address.port;
}
