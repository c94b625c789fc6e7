import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp, type AppExtras } from "@tackroom/server/app";
import { readConfig } from "@tackroom/server/platform/config";
import { createLog } from "@tackroom/server/platform/log";
import { openPlatform, type Platform } from "@tackroom/server/platform/platform";
import pg from "pg";

const SERVER = process.env["TEST_DATABASE_URL"];

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface BenchServer {
  readonly platform: Platform;
  readonly port: number;
  send(method: string, path: string, token?: string, body?: object): Promise<Answer>;
  /** The first admin, signed in. */
  bootstrap(): Promise<string>;
  close(): Promise<void>;
}

export const PASSWORD = "Correct-Horse-7";
export const EMAIL = "ada@example.com";

/** On embedded stores, or on a server that was named for tests, in a database of its own. A browser needs a known port. */
export async function startServer(extras: AppExtras = {}, port = 0): Promise<BenchServer> {
  const database = `tack_bench_${process.pid}`;
  await onServer(`CREATE DATABASE ${database}`);
  const dataDir = mkdtempSync(join(tmpdir(), "tack-bench-"));
  const read = readConfig({
    env: {
      DATA_DIR: dataDir,
      FRONTEND_URL: port === 0 ? undefined : `http://localhost:${port}`,
      DATABASE_URL: SERVER && new URL(`/${database}`, SERVER).href,
      RATE_LIMIT_AUTH: "100000/second",
      RATE_LIMIT_AUTH_STRICT: "100000/second",
    },
    keysBesideData: true,
  });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const platform = await openPlatform(read.config, createLog({ level: "error", readable: false }));
  const app = await buildApp(platform, extras);
  await app.listen({ port, host: "127.0.0.1" });
  const { port: listening } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = createSend(agent, listening);
  return {
    platform,
    port: listening,
    send,
    async bootstrap() {
      const made = await send("POST", "/auth/bootstrap", undefined, { email: EMAIL, password: PASSWORD });
      return (JSON.parse(made.text) as { access_token: string }).access_token;
    },
    async close() {
      agent.destroy();
      await app.close();
      await platform.close();
      await onServer(`DROP DATABASE ${database}`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function onServer(statement: string): Promise<void> {
  if (!SERVER) return;
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The plainest client there is, so that it is the server that is measured. */
function createSend(agent: Agent, port: number): BenchServer["send"] {
  return (method, path, token, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      };
      const sent = request({ port, host: "127.0.0.1", agent, method, path: `/api/v1${path}`, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => (text += chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      sent.on("error", reject);
      sent.end(body ? JSON.stringify(body) : undefined);
    });
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
