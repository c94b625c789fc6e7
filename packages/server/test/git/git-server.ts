import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface GitRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface GitServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** As `OUTBOUND_ALLOWED_HOSTS` has it. */
  readonly host: string;
  /** Every request so far, with the Authorization header that it had. */
  readonly requests: GitRequest[];
  /** Asked before a request is served; true when it has answered itself. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** Serves the bare repositories in a folder over smart HTTP, as hosts do: by `git http-backend`. */
export async function startGitServer(root: string): Promise<GitServer> {
  const requests: GitRequest[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, authorization: headers.authorization });
    void (async () => {
      if (!(await served.intercept(request, response))) runBackend(root, request, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const served: GitServer = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    intercept: () => false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}

function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "", "http://x");
  const header = (name: string): string => String(request.headers[name] ?? "");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header("content-type"),
      CONTENT_LENGTH: header("content-length"),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      HTTP_GIT_PROTOCOL: header("git-protocol"),
      REMOTE_ADDR: "127.0.0.1",
    },
  });
  backend.stdin.on("error", () => undefined);
  request.pipe(backend.stdin);
  response.on("close", () => backend.kill());
  let head = Buffer.alloc(0);
  backend.stdout.on("data", (chunk: Buffer) => {
    if (response.headersSent) response.write(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      sendHead(head, response);
    }
  });
  backend.stdout.on("end", () => response.end());
}

/** Once all headers of the answer are there: a status like any other header, then what follows them. */
function sendHead(head: Buffer, response: ServerResponse): void {
  const end = head.indexOf("\r\n\r\n");
  if (end === -1) return;
  const lines = head.subarray(0, end).toString("latin1").split("\r\n");
  const { status = "200", ...headers } = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  ) as Record<string, string>;
  response.writeHead(Number.parseInt(status, 10), headers);
  response.write(head.subarray(end + 4));
}
