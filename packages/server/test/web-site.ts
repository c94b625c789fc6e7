import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface WebSite {
  readonly port: number;
  /** `127.0.0.1:port`, as `OUTBOUND_ALLOWED_HOSTS` has it. */
  readonly host: string;
  readonly url: string;
  /** Every request that came in, oldest first. */
  readonly requests: SeenRequest[];
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Another server on this machine, which answers as the test says. */
export async function startWebSite(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<WebSite> {
  const requests: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const seen = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(seen);
      answer(seen, response);
    });
  };
  return { ...(await listen(createServer(listener))), requests };
}

/** Another server that need not speak HTTP. */
export async function startTcpSite(answer: (socket: Socket) => void): Promise<WebSite> {
  return { ...(await listen(createTcpServer(answer))), requests: [] };
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function listen(server: Server): Promise<Omit<WebSite, "requests">> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // A client that has seen enough hangs up in the middle of an answer.
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, host, url: `http://${host}`, close };
}
