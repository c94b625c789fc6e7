import type { HealthReport } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clickhouseUrl, TEST_CREDENTIALS } from "../../test/clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "../../test/clickhouse-http/start.js";
import { onEngine, relationalChoices, TEST_REDIS_URL } from "../../test/engines.js";
import { eventually } from "../../test/eventually.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import { proxyTo, type TcpProxy } from "../../test/tcp-proxy.js";
import { temporaryDirectory } from "../../test/temporary.js";
import { runSql } from "../platform/relational/index.js";
import { VERSION } from "../platform/version.js";

const healthOf = (server: TestServer, path = "/api/v1/health"): Promise<LightMyRequestResponse> =>
  server.app.inject({ url: path });

/** Whether a store is on this machine's disk depends on the machine; what is told of it has a test of its own. */
function stateOf(answer: LightMyRequestResponse): object {
  const { storage: _storage, ...state } = answer.json<HealthReport>();
  return state;
}

const WELL = {
  status: "ok",
  initialized: false,
  database: "ok",
  analytics: "ok",
  bus: "in_process",
  version: VERSION,
  search: { state: expect.stringMatching(/^(?:indexing|ready)$/), progress: expect.any(Number) },
};

describe.each(serverSizes)("health ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on });
  });
  afterAll(() => server.close());

  test.each(["/api/v1/health", "/health", "/readyz"])("%s tells of both stores and the bus", async (path) => {
    await eventually(async () => {
      const answer = await healthOf(server, path);
      expect([answer.statusCode, stateOf(answer)]).toEqual([200, { ...WELL, bus: on.bus }]);
    });
  });

  test("tells of the disk only where stores are on it", async () => {
    const { storage } = (await healthOf(server)).json<HealthReport>();
    expect(storage).toBe(on.size === "embedded" ? "ok" : undefined);
  });

  test.each(["/api/v1/healthz", "/healthz", "/livez"])("%s tells that the process lives", async (path) => {
    const answer = await healthOf(server, path);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "alive" }]);
  });

  test("is initialized once a user exists", async () => {
    await runSql(
      server.platform.relational,
      `INSERT INTO user_account (id, email, username, name, role, auth_provider)
       VALUES (gen_random_uuid(), 'ada@example.com', 'ada', 'Ada', 'admin', $1)`,
      ["local"],
    );
    expect(stateOf(await healthOf(server))).toEqual({ ...WELL, bus: on.bus, initialized: true });
  });
});

describe(`health ${onEngine("ClickHouse over HTTP")}`, () => {
  const dataDir = temporaryDirectory();
  const start = (port = 0): Promise<RunningClickHouse> => startClickHouse({ dataDir, port, ...TEST_CREDENTIALS });
  let clickhouse: RunningClickHouse;
  let server: TestServer;
  beforeAll(async () => {
    clickhouse = await start();
    server = await startTestServer({ env: { CLICKHOUSE_URL: clickhouseUrl(clickhouse.url).reveal() } });
  });
  afterAll(async () => {
    await server.close();
    await clickhouse.stop();
  });

  test("answers in bounded time while it accepts connections and never answers", async () => {
    const delay = (ms: number) => fetch(`${clickhouse.url}/_test/delay?ms=${ms}`, { method: "POST" });
    expect((await delay(20_000)).status).toBe(200);
    const silent = await healthOf(server);
    expect([silent.statusCode, stateOf(silent)]).toEqual([
      503,
      { ...WELL, status: "unhealthy", analytics: "unreachable" },
    ]);
    expect(server.lines).toContainEqual(
      expect.objectContaining({
        msg: "the analytical store is not responding",
        err: expect.objectContaining({ message: "ClickHouse ping timed out after 2000 ms" }),
      }),
    );
    await delay(0);
    await eventually(async () => expect((await healthOf(server)).statusCode).toBe(200));
    server.lines.length = 0;
  });

  test("names the analytical store while it is away, and recovers by itself", async () => {
    expect(stateOf(await healthOf(server))).toEqual(WELL);
    const port = Number(new URL(clickhouse.url).port);
    await clickhouse.stop();
    const away = await healthOf(server);
    expect([away.statusCode, stateOf(away)]).toEqual([503, { ...WELL, status: "unhealthy", analytics: "unreachable" }]);
    expect((await healthOf(server, "/healthz")).statusCode).toBe(200);
    await healthOf(server);
    clickhouse = await start(port);
    await eventually(async () => expect((await healthOf(server)).statusCode).toBe(200));
    expect(server.lines.map(({ msg }) => msg).filter((msg) => /analytical store/.test(String(msg)))).toEqual([
      "the analytical store is not responding",
      "the analytical store is responding again",
    ]);
  });
});

const postgres = relationalChoices.filter(({ engine }) => engine === "PostgreSQL");

describe.each(postgres)(`health ${onEngine("PostgreSQL")}`, ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let proxy: TcpProxy;
  let server: TestServer;
  beforeAll(async () => {
    database = await create();
    const url = new URL(database.databaseUrl?.reveal() ?? "");
    proxy = await proxyTo({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    server = await startTestServer({ env: { DATABASE_URL: url.href } });
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
    await database.drop();
  });

  test("names the database while it is away, stays alive, and recovers by itself", async () => {
    expect(stateOf(await healthOf(server))).toEqual(WELL);
    await proxy.cut();
    const away = await healthOf(server);
    expect([away.statusCode, stateOf(away)]).toEqual([503, { ...WELL, status: "unhealthy", database: "unreachable" }]);
    expect((await healthOf(server, "/healthz")).statusCode).toBe(200);
    await proxy.restore();
    await eventually(async () => expect((await healthOf(server)).statusCode).toBe(200));
  });
});

describe.each(TEST_REDIS_URL ? [TEST_REDIS_URL] : [])(`health ${onEngine("Redis")}`, (url) => {
  let proxy: TcpProxy;
  let server: TestServer;
  beforeAll(async () => {
    const target = new URL(url);
    proxy = await proxyTo({ host: target.hostname, port: Number(target.port || 6379) });
    server = await startTestServer({ env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
  });

  test("is degraded, and still 200, while only the bus is away", async () => {
    await eventually(async () => expect(stateOf(await healthOf(server))).toEqual({ ...WELL, bus: "ok" }));
    await proxy.cut();
    await eventually(async () => {
      const away = await healthOf(server);
      expect([away.statusCode, stateOf(away)]).toEqual([200, { ...WELL, status: "degraded", bus: "unreachable" }]);
    });
    await proxy.restore();
    await eventually(async () => expect(stateOf(await healthOf(server))).toEqual({ ...WELL, bus: "ok" }));
  });
});
