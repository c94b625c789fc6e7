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
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { authenticationRefusal, failureOf, refusal } from "./errors.js";
import { isFaultRequest, noFaults, switchFault } from "./faults.js";
import type { Sessions } from "./sessions.js";
import {
  type Credentials,
  credentialsOf,
  decodedBody,
  isInsert,
  outputFormatOf,
  preambleOf,
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

export function createClickHouseHttp(sessions: Sessions, accepted: Credentials): ClickHouseHttp {
  const faults = noFaults();
  const closing = new AbortController();
  const closingBegun = once(closing.signal, "abort");

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://clickhouse");
    if (url.pathname === "/ping") return send(response, plainAnswer("Ok.\n"));
    if (isFaultRequest(url)) return send(response, await answerOrFailure(() => faultAnswer(url)));

    const answer = await answerOrFailure(() => answerQuery(sessions, accepted, request, url));
    if (answer.inserted && faults.insertsToDrop > 0) {
      faults.insertsToDrop -= 1;
      request.socket.destroy();
      return;
    }
    // Only the answer is late: the engine has done the work, so a client that gives up does not undo it.
    if (faults.delayMs > 0) await Promise.race([sleep(faults.delayMs, undefined, { ref: false }), closingBegun]);
    response.setHeader("X-ClickHouse-Query-Id", url.searchParams.get("query_id") ?? randomUUID());
    send(response, answer);
  }

  async function faultAnswer(url: URL): Promise<Answer> {
    switchFault(faults, url);
    return plainAnswer("Ok.\n");
  }

  function send(response: ServerResponse, { status, headers, body }: Answer): void {
    // A connection that stays open after its answer would hold up close() until it times out.
    if (closing.signal.aborted) response.setHeader("Connection", "close");
    response.writeHead(status, headers).end(body);
  }

  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void handle(request, response),
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
  if (given.user !== accepted.user || given.password !== accepted.password) throw authenticationRefusal(given.user);
  if (pathname !== "/") throw refusal(60, "UNKNOWN_TABLE", `There is no handle ${pathname}`);

  const statement = statementOf(params, decodedBody(headers, await buffer(request)));
  const format = outputFormatOf(statement, headers, params);
  const preamble = preambleOf(headers, params);
  const result = await sessions.run(async (session) => {
    for (const step of preamble) await session.queryAsync(step);
    return session.queryAsync(statement, { format });
  });

  const compressed = wantsGzip(headers, params);
  return {
    status: 200,
    headers: {
      "Content-Type": format.startsWith("JSON") ? "application/json; charset=UTF-8" : "text/plain; charset=UTF-8",
      "X-ClickHouse-Format": format,
      "X-ClickHouse-Summary": summaryOf(result),
      ...(compressed ? { "Content-Encoding": "gzip" } : {}),
    },
    body: compressed ? gzipSync(result.bytes()) : result.bytes(),
    inserted: isInsert(statement),
  };
}

async function answerOrFailure(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    const { code, status, text } = failureOf(error);
    const headers = { "Content-Type": "text/plain; charset=UTF-8", "X-ClickHouse-Exception-Code": String(code) };
    return { status, headers, body: text, inserted: false };
  }
}

function plainAnswer(body: string): Answer {
  return { status: 200, headers: { "Content-Type": "text/plain; charset=UTF-8" }, body, inserted: false };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return address.port;
}
