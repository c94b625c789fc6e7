import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { VERSION } from "../../version.js";

/** The contract's ingest rules (§7.1) on a real socket, as far as a sender can observe them. */
export interface StoredSession {
  readonly lines: Map<number, string>;
  acknowledged: number;
  generation: number;
  /** Lines above the checkpoint, sent in the current generation. */
  readonly confirmed: Set<number>;
  /** How often a line was stored, by index: more than once means a duplicate or a repair. */
  readonly stored: Map<number, number>;
  audits: boolean[];
}

/** The fault of a request: before it is processed, or after it has taken effect. */
export type Fault = "none" | "drop" | "lose-answer" | "unavailable" | "no-acknowledgement";

export interface IngestServer {
  readonly url: string;
  readonly port: number;
  readonly users: Map<string, string>;
  /** Access tokens by refresh token, each usable once. */
  readonly refreshes: Map<string, string>;
  readonly sessions: Map<string, StoredSession>;
  readonly hookEvents: { user: string; event: Record<string, unknown> }[];
  readonly requests: { user: string; body: Record<string, unknown> }[];
  fault: (count: number) => Fault;
  /** Lines that the server rejects. */
  refuses: (line: string) => boolean;
  /** The status of the rejection. */
  refusal: number;
  maxBytes: number;
  session(user: string, id: string): StoredSession;
  lines(user: string, id: string): string[];
  close(): Promise<void>;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
type Reply = readonly [status: number, body: Record<string, unknown>];

export async function startIngestServer(users: Record<string, string>, port = 0): Promise<IngestServer> {
  const http: Server = createServer((request, response) => void answer(request, response));
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  const listening = (http.address() as AddressInfo).port;
  let count = 0;
  const server: IngestServer = {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    users: new Map(Object.entries(users)),
    refreshes: new Map(),
    sessions: new Map(),
    hookEvents: [],
    requests: [],
    fault: () => "none",
    refuses: () => false,
    refusal: 422,
    maxBytes: 50 * 1024 * 1024,
    session(user, id) {
      const key = `${user} ${id}`;
      const found = server.sessions.get(key) ?? emptySession();
      server.sessions.set(key, found);
      return found;
    },
    lines: (user, id) => {
      const { lines } = server.session(user, id);
      return [...lines.keys()].toSorted((a, b) => a - b).map((index) => lines.get(index) ?? "");
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = server.fault((count += 1));
    if (fault === "drop") return void response.destroy();
    if (fault === "unavailable") return send(response, [503, { detail: "busy" }]);
    const reply = handle(server, request, Buffer.concat(chunks));
    if (fault === "lose-answer") return void response.destroy();
    send(response, fault === "no-acknowledgement" ? [200, {}] : reply);
  }
  return server;
}

function send(response: ServerResponse, [status, body]: Reply): void {
  response.writeHead(status, { "content-type": "application/json", "x-tackroom-version": VERSION });
  response.end(JSON.stringify(body));
}

function emptySession(): StoredSession {
  return { lines: new Map(), acknowledged: -1, generation: 0, confirmed: new Set(), stored: new Map(), audits: [] };
}

function handle(server: IngestServer, request: IncomingMessage, bytes: Buffer): Reply {
  const url = new URL(request.url ?? "", server.url);
  if (url.pathname.endsWith("/health")) return [200, { status: "healthy" }];
  if (url.pathname.endsWith("/auth/token/refresh")) {
    const { refresh_token: used } = JSON.parse(bytes.toString()) as { refresh_token: string };
    const token = server.refreshes.get(used);
    server.refreshes.delete(used);
    return token === undefined ? [401, { detail: "Over." }] : [200, { access_token: token, refresh_token: "next" }];
  }
  const given = request.headers["x-api-key"] ?? request.headers.authorization?.replace("Bearer ", "");
  const user = server.users.get(String(given));
  if (user === undefined) return [401, { detail: "Sign in." }];
  if (url.pathname.endsWith("/auth/whoami")) return [200, { id: user, email: `${user}@example.com` }];
  if (url.pathname.endsWith("/checkpoint")) {
    const { acknowledged, generation } = server.session(user, url.searchParams.get("session_id") ?? "");
    return [200, { acknowledged_line: acknowledged, acknowledged_offset: 0, generation, purged_below: 0 }];
  }
  if (bytes.length > server.maxBytes) return [413, { detail: "Too large." }];
  const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  const body = JSON.parse(text.toString()) as Record<string, unknown>;
  if (url.pathname.endsWith("/telemetry/hooks")) {
    server.hookEvents.push({ user, event: body });
    return [200, { ingested: 1 }];
  }
  server.requests.push({ user, body });
  return ingest(server, server.session(user, String(body["session_id"])), body);
}

function ingest(server: IngestServer, session: StoredSession, body: Record<string, unknown>): Reply {
  const lines = body["lines"] as string[];
  const first = body["start_offset"] as number;
  const isTooLong = lines.length > 500 || lines.some((line) => Buffer.byteLength(line) > 1024 * 1024);
  if (isTooLong || lines.some((line) => server.refuses(line))) return [server.refusal, { detail: "Refused." }];
  const position = { acknowledged_line: session.acknowledged, acknowledged_offset: 0 };
  const isOther = (line: string, at: number): boolean =>
    first + at <= session.acknowledged && session.lines.get(first + at) !== line;
  if (lines.some(isOther)) return [409, { detail: "Conflict.", code: "ingest_conflict", ...position }];
  lines.forEach((line, at) => store(session, first + at, line));
  while (session.confirmed.has(session.acknowledged + 1)) session.acknowledged += 1;
  const isAudited = body["final"] === true && body["total_line_count"] !== undefined;
  const repair = isAudited ? audit(session, body) : undefined;
  return [
    200,
    {
      acknowledged_line: session.acknowledged,
      generation: session.generation,
      integrity_ok: isAudited ? repair === undefined : null,
      repair_from_line: repair ?? null,
    },
  ];
}

function store(session: StoredSession, index: number, line: string): void {
  if (index <= session.acknowledged) return;
  session.confirmed.add(index);
  if (session.lines.get(index) === line) return;
  session.lines.set(index, line);
  session.stored.set(index, (session.stored.get(index) ?? 0) + 1);
}

function audit(session: StoredSession, body: Record<string, unknown>): number | undefined {
  const total = Number(body["total_line_count"]);
  const stored = Array.from({ length: total }, (_, index) => session.lines.get(index));
  const hash = sha256(stored.map((line) => `${sha256(line ?? "")}\n`).join(""));
  const candidates = [
    session.acknowledged + 1 < total ? session.acknowledged + 1 : undefined,
    stored.includes(undefined) ? stored.indexOf(undefined) : undefined,
    !stored.includes(undefined) && body["session_hash"] !== undefined && body["session_hash"] !== hash ? 0 : undefined,
    session.lines.size > total ? total : undefined,
  ].filter((line) => line !== undefined);
  session.audits.push(candidates.length === 0);
  if (candidates.length === 0) return undefined;
  const repair = Math.min(...candidates);
  for (const index of session.lines.keys()) if (index >= total) session.lines.delete(index);
  if (repair - 1 < session.acknowledged) {
    session.acknowledged = repair - 1;
    session.generation += 1;
    session.confirmed.clear();
  }
  return repair;
}
