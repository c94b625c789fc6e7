import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

type Files = Readonly<Record<string, string>>;

interface SpecialFiles {
  readonly executable?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
}

interface HostedRepository {
  readonly url: string;
  /** Commits these files and pushes them to the default branch. */
  push(files: Files): void;
}

/** Starts a local git host with one repository and returns its URL. */
export async function hostRepository(files: Files, more: SpecialFiles = {}): Promise<string> {
  return (await startGitHost(files, more)).url;
}

function writeFiles(work: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), content);
  }
}

/** The same for a repository that changes. */
export async function startGitHost(files: Files, more: SpecialFiles = {}): Promise<HostedRepository> {
  const root = mkdtempSync(join(tmpdir(), "tack-git-host-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const work = join(root, "work");
  writeFiles(work, files);
  for (const path of more.executable ?? []) chmodSync(join(work, path), 0o755);
  for (const [path, target] of Object.entries(more.links ?? {})) symlinkSync(target, join(work, path));
  const git = (...words: string[]): void => {
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.test", ...words], {
      cwd: work,
      stdio: "pipe",
    });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=first");
  git("clone", "--quiet", "--bare", work, join(root, "repo.git"));
  const server = createServer((request, answer) => void serve(root, request, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo.git`,
    push(changed) {
      writeFiles(work, changed);
      git("add", "--all");
      git("commit", "--quiet", "--message=next");
      git("push", "--quiet", join(root, "repo.git"), "main");
    },
  };
}

/** The part of CGI that `git http-backend` needs. */
async function serve(root: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://host");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  for await (const chunk of backend.stdout) chunks.push(chunk as Buffer);
  const output = Buffer.concat(chunks);
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, end)
    .toString()
    .split("\r\n")
    .map((line) => line.split(": "));
  const status = headers.find(([name]) => name === "Status")?.[1];
  answer.statusCode = status === undefined ? 200 : Number.parseInt(status, 10);
  for (const [name = "", value = ""] of headers) if (name !== "Status") answer.setHeader(name, value);
  answer.end(output.subarray(end + 4));
}
