import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clickhouseUrl, TEST_CREDENTIALS } from "../../../test/clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "../../../test/clickhouse-http/start.js";
import { onEngine } from "../../../test/engines.js";
import { recordedLog } from "../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { Secret } from "../config/index.js";
import { openClickhouse } from "./clickhouse.js";
import { insertRows } from "./engine.js";
import { openAnalytical, type Analytical } from "./index.js";
import { WRITER_LIMITS } from "./writer-limits.js";
import { createWriter } from "./writer.js";

describe(onEngine("ClickHouse over HTTP"), () => {
  const dataDir = temporaryDirectory();
  const start = (port = 0): Promise<RunningClickHouse> => startClickHouse({ dataDir, port, ...TEST_CREDENTIALS });
  const { log, lines } = recordedLog();
  let server: RunningClickHouse;
  let store: Analytical;

  beforeAll(async () => {
    server = await start();
    store = await openAnalytical({ clickhouseUrl: clickhouseUrl(server.url), dataDir: "", log, refusal: () => null });
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  const fault = async (path: string): Promise<void> => {
    expect((await fetch(`${server.url}/_test/${path}`, { method: "POST" })).status).toBe(200);
  };
  const table = async (): Promise<string> => {
    const name = `t_${randomUUID().replaceAll("-", "")}`;
    await store.command(`CREATE TABLE ${name} (id UInt32) ENGINE = MergeTree ORDER BY id
      SETTINGS non_replicated_deduplication_window = 1000`);
    return name;
  };
  const countOf = async (name: string): Promise<unknown> =>
    (await store.query<{ n: number }>(`SELECT count() AS n FROM ${name}`))[0]?.n;

  test("sends an insert again whose answer was lost, and the rows are there once", async () => {
    const name = await table();
    await fault("drop-after-insert?count=2");
    await store.writer.append(name, [{ id: 1 }, { id: 2 }]);
    expect(await countOf(name)).toBe(2);
    expect(lines.filter(({ msg }) => msg === "an insert failed; retrying")).toHaveLength(2);
  });

  test("waits for a server that restarts, and stores what was waiting", async () => {
    const name = await table();
    const port = Number(new URL(server.url).port);
    await server.stop();
    const write = store.writer.append(name, [{ id: 1 }]);
    server = await start(port);
    await write;
    expect(await countOf(name)).toBe(1);
  });

  test("tells its callers when the server stays away, and works again when it is back", async () => {
    const name = await table();
    const port = Number(new URL(server.url).port);
    await server.stop();
    await expect(store.writer.append(name, [{ id: 1 }])).rejects.toMatchObject({ code: "unavailable" });
    expect(store.writer.stats().lastError).toMatch(/ECONNREFUSED/);
    await expect(store.ping(500)).rejects.toThrow();
    server = await start(port);
    await store.ping(2000);
    await store.writer.append(name, [{ id: 2 }]);
    expect(store.writer.stats().lastError).toBeNull();
    expect(await countOf(name)).toBe(1);
  });

  test("does not wait for ever for an answer to a health check", async () => {
    await fault("delay?ms=3000");
    await expect(store.ping(200)).rejects.toThrow("timed out after 200 ms");
    await fault("delay?ms=0");
  });

  test("holds callers back while it is full, stores all whom it lets in, and none whom it refuses", async () => {
    const name = await table();
    const engine = await openClickhouse(clickhouseUrl(server.url));
    const writer = createWriter({
      insert: (batch) => engine.write((client) => insertRows(client, batch)),
      log,
      // Room for ten rows at a time, and patience for about one slow insert.
      limits: { ...WRITER_LIMITS, queuedBytes: 10 * '{"id":1}\n'.length, roomWaitMs: 1500 },
    });
    await fault("delay?ms=1000");
    const ids = Array.from({ length: 9 }, (_, id) => id);
    const results = await Promise.allSettled(
      ids.map((id) =>
        writer.append(
          name,
          Array.from({ length: 5 }, () => ({ id })),
        ),
      ),
    );
    await fault("delay?ms=0");
    await writer.close();
    const stored = ids.filter((id) => results[id]?.status === "fulfilled");
    expect(stored.length).toBeGreaterThanOrEqual(2);
    expect(stored.length).toBeLessThan(9);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "unavailable" });
    }
    const found = await store.query<{ id: number }>(`SELECT DISTINCT id FROM ${name} ORDER BY id`);
    expect(found.map(({ id }) => id)).toEqual(stored);
    await engine.close();
  });

  test("says so when the credentials are wrong", async () => {
    const url = clickhouseUrl(server.url).reveal().replace("s3cret", "guess");
    await expect(
      openAnalytical({ clickhouseUrl: new Secret(url), dataDir: "", log, refusal: () => null }),
    ).rejects.toThrow(/^Cannot connect to ClickHouse \(516: .*\)\. Check CLICKHOUSE_URL\.$/);
  });

  test("logs no row and no password", async () => {
    const name = await table();
    await expect(store.writer.append(name, [{ id: "the private text of a person" }])).rejects.toMatchObject({
      code: "27",
    });
    expect(JSON.stringify(lines)).toContain("rows could not be stored");
    expect(JSON.stringify(lines)).not.toMatch(/private text|s3cret/);
  });
});
