import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { clickhouseUrl, TEST_CREDENTIALS } from "../test/clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "../test/clickhouse-http/start.js";
import { runServer, type ServerProcess } from "../test/run-server.js";
import { serverSizes } from "../test/sizes.js";
import { initialisedDirectory, temporaryDirectory } from "../test/temporary.js";
import { VERSION } from "./platform/version.js";

const healthAt = async (address: string): Promise<unknown> => (await fetch(`${address}/api/v1/health`)).json();
const outputOf = async (server: ServerProcess): Promise<string> => {
  await server.ended;
  return server.output.join("\n");
};

/** A server whose health check takes its time: what a request in flight looks like from outside. */
async function runSlowServer(): Promise<{ server: ServerProcess; clickhouse: RunningClickHouse; address: string }> {
  const clickhouse = await startClickHouse({ dataDir: temporaryDirectory(), ...TEST_CREDENTIALS });
  const server = runServer({
    DATA_DIR: initialisedDirectory(),
    CLICKHOUSE_URL: clickhouseUrl(clickhouse.url).reveal(),
  });
  const address = await server.ready;
  await fetch(`${clickhouse.url}/_test/delay?ms=1500`, { method: "POST" });
  return { server, clickhouse, address };
}

test("starts on an empty directory, says where it is, and stops cleanly on SIGTERM", async () => {
  const dataDir = join(temporaryDirectory(), "data");
  const server = runServer({ DATA_DIR: dataDir });
  const address = await server.ready;
  expect(await healthAt(address)).toMatchObject({ status: "ok", initialized: false, version: VERSION });
  const start = server.output.find((line) => line.includes('"first_admin"')) ?? "{}";
  expect(JSON.parse(start)).toMatchObject({
    msg: expect.stringMatching(`^Tackroom ${VERSION} is ready`),
    data_dir: dataDir,
    engines: "PGlite, chDB, in-process bus",
    first_admin: expect.stringContaining(`${address}/api/v1/auth/bootstrap`),
  });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

test("starts again on the same directory", async () => {
  const dataDir = initialisedDirectory();
  for (let round = 0; round < 2; round++) {
    const server = runServer({ DATA_DIR: dataDir });
    expect(await healthAt(await server.ready)).toMatchObject({ status: "ok" });
    server.child.kill("SIGINT");
    expect(await server.ended).toBe(0);
  }
});

test("finishes a request in flight before it stops, and is not held up by its connection", async () => {
  const { server, clickhouse, address } = await runSlowServer();
  // A client that would keep its connection for as long as it is let: longer than this test has time.
  const client = connect(Number(new URL(address).port), "127.0.0.1");
  client.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await sleep(300);
  server.child.kill("SIGTERM");
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n/is);
  expect(await server.ended).toBe(0);
  await clickhouse.stop();
});

test("stops at once on a second signal, but not on the echo of the first", async () => {
  const { server, clickhouse, address } = await runSlowServer();
  const answer = fetch(`${address}/health`).catch(() => "cut off");
  await sleep(300);
  server.child.kill("SIGINT");
  server.child.kill("SIGINT");
  await sleep(700);
  expect(server.child.exitCode).toBeNull();
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(1);
  expect(await answer).toBe("cut off");
  await clickhouse.stop();
});

test("is stopped by a SIGTERM to npm itself", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    env: { ...process.env, DATA_DIR: initialisedDirectory(), PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => (output += String(chunk)));
  await expect.poll(() => output).toContain("is ready");
  npm.kill("SIGTERM");
  expect((await once(npm, "exit"))[0]).toBe(0);
});

describe.each(serverSizes.filter(({ size }) => size === "at scale"))("roles ($size)", ({ start }) => {
  test("lets an api and a worker start together on the same servers and directory", async () => {
    const stores = await start();
    const env = { ...stores.env, DATA_DIR: temporaryDirectory() };
    const [api, worker] = [runServer(env, ["--role", "api"]), runServer(env, ["--role", "worker"])];
    const [apiAddress, workerAddress] = await Promise.all([api.ready, worker.ready]);
    for (const address of [apiAddress, workerAddress]) {
      await expect.poll(() => healthAt(address)).toMatchObject({ status: "ok", bus: "ok" });
    }
    expect((await fetch(`${apiAddress}/api/v1/openapi.json`)).status).toBe(200);
    expect((await fetch(`${workerAddress}/api/v1/openapi.json`)).status).toBe(404);
    for (const each of [api, worker]) each.child.kill("SIGTERM");
    expect(await Promise.all([api.ended, worker.ended])).toEqual([0, 0]);
    await stores.stop();
  });
});

test("refuses a data directory that another server uses, and names its process", async () => {
  const dataDir = initialisedDirectory();
  const first = runServer({ DATA_DIR: dataDir });
  await first.ready;
  const second = runServer({ DATA_DIR: dataDir });
  expect(await outputOf(second)).toBe(
    `tackroom: The data directory ${dataDir} is in use by process ${first.child.pid}. ` +
      "Stop it first, or specify another directory with --data-dir.",
  );
  expect(await second.ended).toBe(1);
});

test("says which port is taken", async () => {
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const server = runServer({ DATA_DIR: initialisedDirectory() }, ["--port", String(port)]);
  expect(await outputOf(server)).toContain(`tackroom: 127.0.0.1:${port} is already in use.`);
  expect(await server.ended).toBe(1);
  other.close();
});

test("explains itself with --help, and makes nothing", async () => {
  const dataDir = join(temporaryDirectory(), "data");
  const server = runServer({ DATA_DIR: dataDir }, ["--help"]);
  const help = await outputOf(server);
  for (const option of ["--role all|api|worker", "--port", "--data-dir", "--print-config"])
    expect(help).toContain(option);
  expect(await server.ended).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test("shows its configuration with --print-config, and where it comes from", async () => {
  const server = runServer({ REDIS_URL: "redis://:hunter2@cache:6379", DATA_DIR: "/srv/tack" }, [
    "--print-config",
    "--port=9000",
  ]);
  const shown = await outputOf(server);
  expect(shown).toMatch(/^PORT +9000 {2}\[argument\]$/m);
  expect(shown).toMatch(/^REDIS_URL +\[secret\] {2}\[environment\]$/m);
  expect(shown).toMatch(/^JWT_KEY_DIR +\/srv\/tack\/keys {2}\[default\]$/m);
  expect(shown).not.toContain("hunter2");
  expect(await server.ended).toBe(0);
});

test.each([
  [{ PORT: "eighty" }, [], 'tackroom: PORT is "eighty": expected an integer from 0 to 65535'],
  [{}, ["--role", "boss"], 'tackroom: ROLE is "boss": expected one of all, api, worker'],
  [{}, ["--prot", "1"], "tackroom: Unknown option '--prot'. See npm start -- --help"],
  [
    { DATABASE_URL: "postgres://tack:hunter2@127.0.0.1:1/tack", DATA_DIR: temporaryDirectory() },
    [],
    "tackroom: Cannot connect to PostgreSQL (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1). Check DATABASE_URL.",
  ],
  [
    { JWT_KEY_DIR: "/dev/null/keys", DATA_DIR: initialisedDirectory() },
    [],
    "tackroom: The key directory /dev/null/keys is not writable (ENOTDIR). Make it writable, or set JWT_KEY_DIR to another directory.",
  ],
  [
    { CLICKHOUSE_URL: "http://tack:hunter2@127.0.0.1:1/tack", DATA_DIR: initialisedDirectory() },
    [],
    "tackroom: Cannot connect to ClickHouse (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1). Check CLICKHOUSE_URL.",
  ],
])("stops with one line for %j %j", async (env, args, line) => {
  const server = runServer(env, args);
  expect(await outputOf(server)).toBe(line);
  expect(await server.ended).toBe(1);
});
