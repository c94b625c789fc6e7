import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyticalChoices, onEngine, type RunningAnalytical } from "../../../test/engines.js";
import { hasNativeChdb } from "./wasm/installed.js";
import { recordedLog } from "../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { openAnalytical, type Analytical } from "./index.js";

const WRITTEN = "SETTINGS non_replicated_deduplication_window = 1000";

describe.each(analyticalChoices)("analytical store", ({ engine, create }) => {
  describe(onEngine(engine), () => {
    let running: RunningAnalytical;
    let store: Analytical;
    const open = (): ReturnType<typeof openAnalytical> =>
      openAnalytical({ ...running.options, log: recordedLog("silent").log, refusal: () => null });

    beforeAll(async () => {
      running = await create();
      const opened = await open();
      await opened.migrate();
      await opened.migrate();
      store = opened;
    });
    afterAll(async () => {
      await store.close();
      await running.stop();
    });

    async function table(columns = "id UInt32, text String"): Promise<string> {
      const name = `t_${randomUUID().replaceAll("-", "")}`;
      await store.command(`CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY id ${WRITTEN}`);
      return name;
    }
    const idsOf = async (name: string): Promise<number[]> =>
      (await store.query<{ id: number }>(`SELECT id FROM ${name} ORDER BY id`)).map(({ id }) => id);

    test("binds every kind of value without building SQL from it", async () => {
      const params = {
        text: `it's a "quote" \\ ; DROP TABLE x`,
        number: 18446744073709,
        list: ["a", "b'c"],
        nothing: null,
        time: "2026-11-15 02:03:04.567",
      };
      const [row] = await store.query(
        `SELECT {text:String} AS text, {number:UInt64} AS number, {list:Array(String)} AS list,
           {nothing:Nullable(String)} AS nothing, toString({time:DateTime64(3)}) AS time`,
        params,
      );
      expect(row).toEqual(params);
    });

    test("answers a health check while a long query runs", async ({ skip }) => {
      skip(
        engine === "ClickHouse over HTTP" && !hasNativeChdb(),
        "without a native chDB the ClickHouse of the tests runs one query at a time",
      );
      const long = store.query("SELECT sleep(2) SETTINGS function_sleep_max_microseconds_per_block = 3000000");
      await expect(store.ping(1000)).resolves.toBeUndefined();
      await expect(long).resolves.toHaveLength(1);
    });

    test("does not let the settings of one query reach another", async () => {
      await store.query("SELECT number FROM numbers(10) LIMIT 3 SETTINGS max_threads = 1, max_block_size = 7");
      const settings = await Promise.all(
        Array.from({ length: 4 }, () => store.query("SELECT getSetting('max_block_size') AS size")),
      );
      expect(settings.flat()).not.toContainEqual({ size: 7 });
    });

    test("gives up on a query that would run for ever", async () => {
      await expect(
        store.query("SELECT count() FROM numbers(1e15) WHERE sipHash64(number) = 1 SETTINGS max_execution_time = 1"),
      ).rejects.toMatchObject({ code: "159" });
    });

    test("stores the rows of 200 callers, once each, in far fewer inserts", async () => {
      const name = await table();
      await Promise.all(Array.from({ length: 200 }, (_, id) => store.writer.append(name, [{ id, text: "x" }])));
      expect(await idsOf(name)).toEqual(Array.from({ length: 200 }, (_, id) => id));
      const [parts] = await store.query<{ parts: number }>(
        "SELECT count() AS parts FROM system.parts WHERE table = {name:String}",
        { name },
      );
      expect(parts?.parts).toBeLessThan(20);
    });

    test("has the rows when it says so", async () => {
      const name = await table();
      for (let id = 0; id < 5; id++) {
        await store.writer.append(name, [{ id, text: 'line\nbreak, "quote" and ü' }]);
        expect(await idsOf(name)).toContain(id);
      }
      const [row] = await store.query<{ text: string }>(`SELECT text FROM ${name} LIMIT 1`);
      expect(row?.text).toBe('line\nbreak, "quote" and ü');
    });

    test("fails only the caller whose row is bad", async () => {
      const name = await table();
      const results = await Promise.allSettled([
        store.writer.append(name, [{ id: 1, text: "good" }]),
        store.writer.append(name, [{ id: "not a number", text: "bad" }]),
        store.writer.append(name, [{ id: 2, text: "good", surprise: "a column that does not exist" }]),
        store.writer.append(name, [{ id: 3, text: "good" }]),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      expect(await idsOf(name)).toEqual([1, 3]);
      expect(store.writer.stats()).toMatchObject({ queued: 0, lastFlushAt: expect.any(Date) });
    });

    test("refuses a table name that is none", async () => {
      await expect(store.writer.append("t; DROP TABLE t", [{ id: 1 }])).rejects.toThrow("invalid table name");
    });

    test("flushes what is waiting when it is closed, and refuses what comes after", async () => {
      const name = await table();
      if (engine === "chDB") await store.close();
      const another = await open();
      const writes = Array.from({ length: 50 }, (_, id) => another.writer.append(name, [{ id, text: "x" }]));
      await another.writer.close();
      await expect(Promise.all(writes)).resolves.toHaveLength(50);
      await expect(another.writer.append(name, [{ id: 50, text: "x" }])).rejects.toMatchObject({ code: "unavailable" });
      await another.close();
      if (engine === "chDB") store = await open();
      expect(await idsOf(name)).toHaveLength(50);
    });
  });
});

describe(onEngine("chDB"), () => {
  test("syncs what it inserts and merges, whatever the table says", async () => {
    const { log } = recordedLog("silent");
    const store = await openAnalytical({
      clickhouseUrl: null,
      dataDir: temporaryDirectory(),
      log,
      refusal: () => null,
    });
    const settings = await store.query<{ name: string; value: string }>(
      "SELECT name, value FROM system.merge_tree_settings WHERE name LIKE '%fsync%' AND changed ORDER BY name",
    );
    expect(settings).toEqual([
      { name: "fsync_after_insert", value: "1" },
      { name: "fsync_part_directory", value: "1" },
      { name: "min_rows_to_fsync_after_merge", value: "1" },
    ]);
    await store.close();
  });
});
