import { join } from "node:path";
import { endpoint } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { Type } from "typebox";
import { afterEach, describe, expect, test, type TestContext } from "vitest";
import { testEndpoint } from "../../test/endpoint.js";
import { onEngine } from "../../test/engines.js";
import { eventually } from "../../test/eventually.js";
import { recordedLog } from "../../test/quiet-log.js";
import { startTestServer } from "../../test/server.js";
import { mountSmallDisk, type SmallDisk } from "../../test/small-disk.js";
import { openDataDirectory } from "./data-directory/index.js";
import { openRelational, runSql } from "./relational/index.js";

let disk: SmallDisk | undefined;
afterEach(() => disk?.unmount());

function smallDisk({ skip }: TestContext): SmallDisk {
  disk = mountSmallDisk(300);
  return disk ?? skip("a small file system can only be mounted by root");
}

const write = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/write",
  body: Type.Object({ id: Type.Integer() }),
  reply: Type.Object({ stored: Type.Integer() }),
});

describe("a full disk (embedded)", () => {
  test("means 503 for writes until there is room again, and nothing acknowledged is lost", async (context) => {
    const small = smallDisk(context);
    const { app, platform, lines, close } = await startTestServer({
      env: { DATA_DIR: join(small.path, "data") },
      extras: {
        mountMore: (mount) =>
          mount(write, async ({ body: { id } }) => {
            await runSql(platform.relational, "INSERT INTO written VALUES ($1)", [id]);
            await platform.analytical.writer.append("written", [{ id }]);
            return { stored: id };
          }),
      },
    });
    await runSql(platform.relational, "CREATE TABLE written (id integer PRIMARY KEY)", []);
    await platform.analytical.command("CREATE TABLE written (id UInt32) ENGINE = MergeTree ORDER BY id");
    const send = (id: number): Promise<LightMyRequestResponse> =>
      app.inject({ method: "POST", url: "/api/v1/test/write", payload: { id } });

    expect((await send(1)).statusCode).toBe(200);
    small.fill();
    const refused = await eventually(async () => {
      const answer = await send(2);
      expect(answer.json().detail).toMatch(/less than 64 MB free/);
      return answer;
    });
    expect([refused.statusCode, refused.json().code, refused.headers["retry-after"]]).toEqual([
      503,
      "unavailable",
      "5",
    ]);
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    const health = await app.inject({ url: "/health" });
    expect([health.statusCode, health.json()]).toEqual([
      200,
      expect.objectContaining({ status: "degraded", storage: "read_only", database: "ok", analytics: "ok" }),
    ]);
    small.free();
    expect(lines).toContainEqual(expect.objectContaining({ msg: expect.stringMatching(/^rejecting writes/) }));
    await eventually(async () => expect((await send(3)).statusCode).toBe(200));
    expect((await app.inject({ url: "/health" })).json()).toMatchObject({ status: "ok", storage: "ok" });

    const kept = await runSql(platform.relational, "SELECT id FROM written WHERE id IN (1, 3) ORDER BY id", []);
    expect(kept.rows).toEqual([{ id: 1 }, { id: 3 }]);
    expect(await platform.analytical.query("SELECT id FROM written WHERE id IN (1, 3) ORDER BY id")).toEqual(kept.rows);
    await close();
  });
});

test("a read-only directory is refused at the start, in one line", async (context) => {
  const small = smallDisk(context);
  small.setReadOnly();
  await expect(openDataDirectory(small.path, { alone: true })).rejects.toThrow(
    `The data directory ${small.path} is not writable (EROFS). Make it writable, or specify another one with --data-dir.`,
  );
});

describe(`no room for the log ${onEngine("PGlite")}`, () => {
  // PostgreSQL panics when it cannot extend its log, and PGlite would carry on with a transaction half done.
  test("restarts the engine, which recovers exactly what was acknowledged", async (context) => {
    const small = smallDisk(context);
    const { log, lines } = recordedLog();
    const store = await openRelational({ databaseUrl: null, dataDir: small.path, log });
    await runSql(
      store,
      "CREATE TABLE page (id integer PRIMARY KEY, round integer, pad text) WITH (fillfactor = 50)",
      [],
    );
    await runSql(store, "INSERT INTO page SELECT n, -1, repeat('x', 500) FROM generate_series(1, 2000) n", []);
    await runSql(store, "CHECKPOINT", []);
    small.fill();

    let acknowledged = -1;
    const rewriteUntilItFails = async (): Promise<void> => {
      for (let round = 0; round < 1000; round++) {
        await runSql(store, "UPDATE page SET round = $1 WHERE id % 4 = $1 % 4", [round]);
        acknowledged = round;
      }
    };
    await expect(rewriteUntilItFails()).rejects.toThrow();
    expect(acknowledged).toBeGreaterThan(0);
    small.free();
    const rows = await eventually(
      async () => (await runSql(store, "SELECT max(round) AS round, count(*)::int AS pages FROM page", [])).rows,
      25_000,
    );
    expect(rows).toEqual([{ round: acknowledged, pages: 2000 }]);
    expect(lines).toContainEqual(expect.objectContaining({ msg: "the embedded relational store has been restarted" }));
    await store.close();
  });
});
