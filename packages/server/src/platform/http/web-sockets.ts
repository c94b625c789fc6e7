import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer, type WebSocket } from "ws";
import { isUuid, newId } from "../ids.js";
import { forwardedHops } from "./forwarded-hops.js";

/** Who opened a socket, as far as the request for it says. */
export interface SocketOrigin {
  readonly headers: IncomingHttpHeaders;
  /** The client's address, behind the proxies that are trusted. */
  readonly ip: string;
}

export interface SocketOptions {
  readonly path: string;
  /** The ones that are spoken, the preferred first. */
  readonly protocols: readonly string[];
  readonly trustsProxy: (address: string) => boolean;
  readonly opened: (socket: WebSocket, from: SocketOrigin) => void;
}

const MAX_MESSAGE_BYTES = 1024 * 1024;
/** How long clients have to close after they were told that the server is shutting down. */
const GOODBYE_MS = 1000;

/**
 * Takes WebSockets at a path. A page of any origin may open one, with the cookies of its visitor: `opened` must not
 * take credentials from them.
 */
export function acceptSockets(app: FastifyInstance, { path, protocols, trustsProxy, opened }: SocketOptions): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    // A client that offered only others would not see why it was refused if the answer named none.
    handleProtocols: (offered) => protocols.find((each) => offered.has(each)) ?? [...offered][0] ?? false,
  });
  server.on("headers", (headers, { headers: { "x-request-id": given } }) => {
    headers.push(`X-Request-ID: ${isUuid(given) ? given : newId()}`);
  });
  let isClosing = false;

  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = request.headers.upgrade?.toLowerCase() === "websocket" && request.url?.split("?")[0] === path;
    if (!isOurs || isClosing) return asOrdinaryRequest(app, request, socket, head);
    return server.handleUpgrade(request, socket, head, (accepted) =>
      opened(accepted, { headers: request.headers, ip: clientAddress(request, trustsProxy) }),
    );
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    await sayGoodbye([...server.clients]);
  });
}

/**
 * Clients also ask for HTTP/2 with every request, and expect an ordinary answer where there is none (RFC 9110, section 7.8).
 * Node has let go of the connection by now: it gets it back with the same request, without the wish.
 */
function asOrdinaryRequest(app: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`);
  }
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"));
  app.server.emit("connection", socket);
}

/** The right-most hop that is not ours to trust, as Fastify finds it for other requests. */
function clientAddress({ headers, socket }: IncomingMessage, trusts: (address: string) => boolean): string {
  const hops = forwardedHops(String(headers["x-forwarded-for"] ?? ""));
  let address = socket.remoteAddress ?? "";
  for (let hop = hops.pop(); hop !== undefined && trusts(address); hop = hops.pop()) address = hop;
  return address;
}

async function sayGoodbye(sockets: readonly WebSocket[]): Promise<void> {
  const gone = sockets.map((socket) => new Promise<void>((resolve) => void socket.once("close", () => resolve())));
  for (const socket of sockets) socket.close(1001, "The server is shutting down. Reconnect shortly.");
  const impatience = setTimeout(() => {
    for (const socket of sockets) socket.terminate();
  }, GOODBYE_MS);
  await Promise.all(gone);
  clearTimeout(impatience);
}
