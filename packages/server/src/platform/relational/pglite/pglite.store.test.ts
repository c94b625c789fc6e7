import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { onEngine } from "../../../../test/engines.js";
import { recordedLog } from "../../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../../test/temporary.js";
import { openRelational, queries, runPrepared, runSql } from "../index.js";
import { tidy } from "../open.js";
import { POSTGRES_MAJOR } from "./cluster-version.js";
import { createCluster } from "./create-cluster.js";
import { DurableNodeFs } from "./durable-fs.js";
import { startParams } from "./start-params.js";

const asset = (name: string): string =>
  readFileSync(new URL(`../../../../assets/${name}`, import.meta.url), "utf8").trim();

describe(onEngine("PGlite"), () => {
  test("ships a snapshot of the very version that is installed", () => {
    const manifest = readFileSync(
      new URL("../../../../../../node_modules/@electric-sql/pglite/package.json", import.meta.url),
      "utf8",
    );
    expect(asset("pglite-cluster.version")).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  test("syncs once for each commit, before it answers, and the data files at a checkpoint", async () => {
    const files: string[] = [];
    const dir = join(temporaryDirectory(), "relational");
    await createCluster(dir);
    const fs = new DurableNodeFs(dir, (file) => files.push(readlinkSync(`/proc/self/fd/${file}`)));
    const database = await PGlite.create({ fs, startParams: startParams() });
    await database.exec("CREATE TABLE kept (id integer)");
    const syncsOf = async (statement: string): Promise<string[]> => {
      files.length = 0;
      await database.exec(statement);
      return files.map((file) => file.slice(dir.length + 1).split("/")[0] ?? "");
    };
    expect(await syncsOf("INSERT INTO kept VALUES (1)")).toEqual(["pg_wal"]);
    expect(await syncsOf("BEGIN; INSERT INTO kept VALUES (2); INSERT INTO kept VALUES (3)")).toEqual([]);
    expect(await syncsOf("COMMIT")).toEqual(["pg_wal"]);
    expect(await syncsOf("SELECT * FROM kept")).toEqual([]);
    const checkpoint = await syncsOf("CHECKPOINT");
    expect(checkpoint).toContain("base");
    expect(checkpoint.at(-1)).toBe("global");
    await database.close();
  });

  test("takes a half-made cluster for none", async () => {
    const dataDir = temporaryDirectory();
    mkdirSync(join(dataDir, "relational.new", "base"), { recursive: true });
    mkdirSync(join(dataDir, "relational"));
    const store = await openRelational({ databaseUrl: null, dataDir, log: recordedLog().log });
    const { rows } = await runSql(store, "SHOW server_version_num", []);
    expect(rows).toEqual([{ server_version_num: expect.stringMatching(new RegExp(`^${POSTGRES_MAJOR}`)) }]);
    await store.close();
  });

  test("a new connection may prepare what one before it has prepared, in the one session that there is", async () => {
    const store = await openRelational({ databaseUrl: null, dataDir: temporaryDirectory(), log: recordedLog().log });
    const one = (): Promise<unknown> =>
      runPrepared(store, sql<{ one: number }>`SELECT 1 AS one`.compile(queries(store)));
    expect(await one()).toEqual([{ one: 1 }]);
    const connection = await store.pool.connect();
    connection.release(true);
    expect(await one()).toEqual([{ one: 1 }]);
    await store.close();
  });

  test("tidies up after dead rows, so that a busy table does not grow", async () => {
    const { log, lines } = recordedLog();
    const store = await openRelational({ databaseUrl: null, dataDir: temporaryDirectory(), log });
    await runSql(store, `CREATE TABLE "Busy" (id integer PRIMARY KEY, pad text)`, []);
    await runSql(store, `INSERT INTO "Busy" SELECT n, repeat('x', 500) FROM generate_series(1, 2000) n`, []);
    const size = async (): Promise<unknown> =>
      (await runSql(store, `SELECT pg_relation_size('"Busy"') AS size`, [])).rows;
    await runSql(store, `UPDATE "Busy" SET id = id`, []);
    const grown = await size();
    await tidy(store.pool, log);
    await runSql(store, `UPDATE "Busy" SET id = id`, []);
    expect(await size()).toEqual(grown);
    expect(lines).toEqual([]);
    await store.close();
  });

  test("refuses a cluster of another PostgreSQL", async () => {
    const dataDir = temporaryDirectory();
    mkdirSync(join(dataDir, "relational"));
    writeFileSync(join(dataDir, "relational", "PG_VERSION"), "17\n");
    await expect(openRelational({ databaseUrl: null, dataDir, log: recordedLog().log })).rejects.toThrow(
      `was written by PostgreSQL 17, but this version of Tackroom uses PostgreSQL ${POSTGRES_MAJOR}`,
    );
  });
});
