import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Where it listens, if it must be known before it starts. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `npm start` with separate stores: a new server without accounts. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const directory = mkdtempSync(join(tmpdir(), "tack-web-"));
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.cjs")], {
    // All tests use the same address, which would otherwise exceed the sign-in rate limit.
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: String(port),
      DATA_DIR: directory,
      STARTER_SKILL: "false",
      RATE_LIMIT_AUTH_STRICT: "10000/minute",
      RATE_LIMIT_AUTH: "10000/minute",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await untilReady(child);
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A free port: the front end's URL must be known before the server starts. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function untilReady(child: ChildProcess): Promise<void> {
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on("line", (line) => {
        output.push(line);
        if (line.includes('"address":"http')) resolve();
        // Explains failed requests of a page.
        if (/"level":"(warn|error|fatal)"/.test(line)) process.stderr.write(`${line}\n`);
      });
    }
    child.once("exit", () => reject(new Error(`The server ended before it was ready:\n${output.join("\n")}`)));
  });
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

export const ADMIN = { name: "Ada Admin", email: "ada@example.com", password: "Tack-room-2026!" };
