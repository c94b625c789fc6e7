import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GitHost {
  /** `127.0.0.1:<port>`, as OUTBOUND_ALLOWED_HOSTS has it. */
  readonly host: string;
  /** The address of its one repository. */
  readonly url: string;
  /** Commits these files to the default branch, and returns the commit. */
  push(files: Readonly<Record<string, string>>, message: string): string;
  stop(): Promise<void>;
}

/** A git host on this machine, by `git http-backend`. */
export async function startGitHost(): Promise<GitHost> {
  const root = mkdtempSync(join(tmpdir(), "tack-web-git-"));
  const [work, bare] = [join(root, "work"), join(root, "acme/tickets.git")];
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
      cwd: work,
      encoding: "utf8",
      stdio: "pipe",
    });
  mkdirSync(work);
  git("init", "--quiet", "--initial-branch=main");
  git("init", "--quiet", "--bare", "--initial-branch=main", bare);
  const server = createServer((request, response) => void answer(root, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/acme/tickets.git`,
    push(files, message) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), content);
      }
      git("add", "--all");
      git("commit", "--quiet", `--message=${message}`);
      git("push", "--quiet", bare, "main");
      return git("rev-parse", "HEAD").trim();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The part of CGI that `git http-backend` needs. */
async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://host");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  backend.stdin.on("error", () => undefined);
  request.pipe(backend.stdin);
  const output = Buffer.concat(await backend.stdout.toArray());
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, end)
    .toString("latin1")
    .split("\r\n")
    .map((line) => line.split(": ") as [string, string]);
  response.statusCode = Number.parseInt(headers.find(([name]) => name === "Status")?.[1] ?? "200", 10);
  for (const [name, value] of headers) if (name !== "Status") response.setHeader(name, value);
  response.end(output.subarray(end + 4));
}
