import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { request } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runServer, type ServerProcess } from "../test/run-server.js";
import { initialisedDirectory, temporaryDirectory } from "../test/temporary.js";
import { VERSION } from "./platform/version.js";

const healthAt = async (address: string): Promise<unknown> => (await fetch(`${address}/api/v1/health`)).json();
const outputOf = async (server: ServerProcess): Promise<string> => {
  await server.ended;
  return server.output.join("\n");
};

/** A request that has begun and of which the server still waits for the rest. */
async function beginRequest(address: string): Promise<{ finish(): Promise<number> }> {
  const { hostname, port } = new URL(address);
  const call = request({
    hostname,
    port,
    path: "/api/v1/nowhere",
    method: "GET",
    headers: { "content-type": "application/json", "content-length": "2" },
  });
  const answered = once(call, "response") as Promise<[{ statusCode: number; resume(): void }]>;
  await new Promise<void>((resolve) => call.write("{", () => resolve()));
  return {
    finish: async () => {
      call.end("}");
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
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

test("starts again on the same directory, and finishes a request in flight on SIGINT", async () => {
  const dataDir = initialisedDirectory();
  for (let round = 0; round < 2; round++) {
    const server = runServer({ DATA_DIR: dataDir });
    const address = await server.ready;
    const pending = await beginRequest(address);
    server.child.kill("SIGINT");
    await expect.poll(() => server.output.join()).toContain("finishing what was begun");
    expect(await pending.finish()).toBe(404);
    expect(await server.ended).toBe(0);
  }
});

test("stops at once on a second signal, but not on the echo of the first", async () => {
  const server = runServer({ DATA_DIR: initialisedDirectory() });
  await beginRequest(await server.ready);
  server.child.kill("SIGINT");
  server.child.kill("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(server.child.exitCode).toBeNull();
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(1);
});

test("is stopped by a SIGTERM to npm itself", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    env: { ...process.env, DATA_DIR: initialisedDirectory(), PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => (output += String(chunk)));
  await expect.poll(() => output, { timeout: 20_000 }).toContain("is ready");
  npm.kill("SIGTERM");
  expect((await once(npm, "exit"))[0]).toBe(0);
});

test("refuses a data directory that another server uses, and names its process", async () => {
  const dataDir = initialisedDirectory();
  const first = runServer({ DATA_DIR: dataDir });
  await first.ready;
  const second = runServer({ DATA_DIR: dataDir });
  expect(await outputOf(second)).toBe(
    `tackroom: The data directory ${dataDir} is in use by process ${first.child.pid}. ` +
      "Stop that one first, or choose another directory with --data-dir.",
  );
  expect(await second.ended).toBe(1);
});

test("says which port is taken", async () => {
  const other = createServer();
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const server = runServer({ DATA_DIR: initialisedDirectory() }, ["--port", String(port)]);
  expect(await outputOf(server)).toContain(`tackroom: 127.0.0.1:${port} is in use by another program.`);
  expect(await server.ended).toBe(1);
  other.close();
});

test("explains itself with --help, and makes nothing", async () => {
  const dataDir = join(temporaryDirectory(), "data");
  const server = runServer({ DATA_DIR: dataDir }, ["--help"]);
  const text = await outputOf(server);
  for (const option of ["--role all|api|worker", "--port", "--data-dir", "--print-config"])
    expect(text).toContain(option);
  expect(await server.ended).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test("shows its configuration with --print-config, and where it comes from", async () => {
  const server = runServer({ REDIS_URL: "redis://:hunter2@cache:6379", DATA_DIR: "/srv/tack" }, [
    "--print-config",
    "--port=9000",
  ]);
  const text = await outputOf(server);
  expect(text).toMatch(/^PORT +9000 {2}\[argument\]$/m);
  expect(text).toMatch(/^REDIS_URL +\[secret\] {2}\[environment\]$/m);
  expect(text).toMatch(/^JWT_KEY_DIR +\/srv\/tack\/keys {2}\[default\]$/m);
  expect(text).not.toContain("hunter2");
  expect(await server.ended).toBe(0);
});

test.each([
  [{ PORT: "eighty" }, [], 'tackroom: PORT is "eighty": expected a whole number from 0 to 65535'],
  [{}, ["--role", "boss"], 'tackroom: ROLE is "boss": expected one of all, api, worker'],
  [{}, ["--prot", "1"], "tackroom: Unknown option '--prot'. See npm start -- --help"],
  [
    { DATABASE_URL: "postgres://tack:hunter2@127.0.0.1:1/tack", DATA_DIR: temporaryDirectory() },
    [],
    "tackroom: PostgreSQL cannot be used (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1). Check DATABASE_URL.",
  ],
  [
    { CLICKHOUSE_URL: "http://tack:hunter2@127.0.0.1:1/tack", DATA_DIR: initialisedDirectory() },
    [],
    "tackroom: ClickHouse cannot be used (ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1). Check CLICKHOUSE_URL.",
  ],
])("stops with one line for %j %j", async (env, args, line) => {
  const server = runServer(env, args);
  expect(await outputOf(server)).toBe(line);
  expect(await server.ended).toBe(1);
});
