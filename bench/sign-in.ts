// What signing in and the guard cost, against baselines of the same run: a small request without credentials, and Argon2
// alone. Aims: the guard under a tenth of a small request when embedded (at scale it is one read of the database, so that
// what another replica has revoked is seen); logins at the speed of Argon2.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "@tackroom/server/app";
import { createPasswords } from "@tackroom/server/auth/passwords";
import { readConfig } from "@tackroom/server/platform/config";
import { createLog } from "@tackroom/server/platform/log";
import { openPlatform } from "@tackroom/server/platform/platform";
import { endpoint, None } from "@tackroom/contract";
import pg from "pg";
import { Type } from "typebox";

const ROUNDS = 15;
const REQUESTS = 400;
const LOGINS = 24;
const PASSWORD = "Correct-Horse-7";

const small = {
  method: "GET",
  module: "bench",
  summary: "bench",
  audited: false,
  params: None,
  query: None,
  body: None,
} as const;
const reply = Type.Object({ ok: Type.Boolean() });
const open = endpoint({ ...small, path: "/bench/open", access: "anyone", reply, errors: [] });
const guarded = endpoint({ ...small, path: "/bench/guarded", access: "user", reply, errors: [] });

const SERVER = process.env["TEST_DATABASE_URL"];
const DATABASE = `tack_bench_${process.pid}`;

/** On a server that was named for tests, in a database of its own. */
async function onServer(statement: string): Promise<void> {
  if (!SERVER) return;
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}

await onServer(`CREATE DATABASE ${DATABASE}`);
const dataDir = mkdtempSync(join(tmpdir(), "tack-bench-"));
const read = readConfig({
  env: {
    DATA_DIR: dataDir,
    DATABASE_URL: SERVER && new URL(`/${DATABASE}`, SERVER).href,
    RATE_LIMIT_AUTH: "100000/second",
    RATE_LIMIT_AUTH_STRICT: "100000/second",
  },
  keysBesideData: true,
});
if (!read.ok) throw new Error(read.problems.join("\n"));
const platform = await openPlatform(read.config, createLog({ level: "error", readable: false }));
const app = await buildApp(platform, {
  mountMore: (mount) => {
    mount(open, async () => ({ ok: true }));
    mount(guarded, async () => ({ ok: true }));
  },
});
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** The plainest client there is, so that it is the server that is measured. */
function send(method: string, path: string, token?: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
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

async function millisecondsEach(times: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / times;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function guard(token: string): Promise<void> {
  const ratios: number[] = [];
  const plain: number[] = [];
  const round = (path: string): Promise<number> =>
    millisecondsEach(REQUESTS, async () => {
      for (let sent = 0; sent < REQUESTS; sent++) {
        const { status } = await send("GET", path, token);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
    });
  for (let each = 0; each < ROUNDS; each++) {
    // Both orders, so that neither always profits from what the other has warmed.
    const first = await round(each % 2 ? "/bench/open" : "/bench/guarded");
    const second = await round(each % 2 ? "/bench/guarded" : "/bench/open");
    const [without, guardedBy] = each % 2 ? [first, second] : [second, first];
    if (each < 3) continue;
    ratios.push((guardedBy - without) / without);
    plain.push(without);
  }
  console.log(
    `guard on ${platform.relational.engine}: ${median(ratios).toFixed(2)} of a small request ` +
      `(${median(plain).toFixed(2)} ms without it; aim under 0.10 when embedded)`,
  );
}

async function logins(): Promise<void> {
  const passwords = createPasswords();
  const hashed = await passwords.hash(PASSWORD);
  const together = (work: () => Promise<unknown>): Promise<number> =>
    millisecondsEach(LOGINS, () => Promise.all(Array.from({ length: LOGINS }, work)));
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let each = 0; each < 5; each++) {
    const alone = await together(() => passwords.verify(hashed, PASSWORD));
    const login = await together(async () => {
      const { status } = await send("POST", "/auth/login", undefined, { email: "ada@example.com", password: PASSWORD });
      if (status !== 200) throw new Error(`login answered ${status}`);
    });
    ratios.push(alone / login);
    speeds.push(1000 / login);
  }
  console.log(
    `${LOGINS} logins at once: ${median(ratios).toFixed(2)} of the speed of Argon2 alone ` +
      `(${median(speeds).toFixed(1)} logins/s; aim 0.8, the rest being signatures, the transaction and the record)`,
  );
}

const made = await send("POST", "/auth/bootstrap", undefined, { email: "ada@example.com", password: PASSWORD });
const { access_token: token } = JSON.parse(made.text) as { access_token: string };
await guard(token);
await logins();
agent.destroy();
await app.close();
await platform.close();
await onServer(`DROP DATABASE ${DATABASE}`);
rmSync(dataDir, { recursive: true, force: true });
