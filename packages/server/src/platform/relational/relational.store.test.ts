import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onEngine, relationalChoices } from "../../../test/engines.js";
import { recordedLog } from "../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { loadMigrations, type Migration } from "../migrations.js";
import { migrateRelational, openRelational, queries, runSql, underMigrationLock, type Relational } from "./index.js";

interface Tables {
  counter: { id: string; value: number };
}

describe.each(relationalChoices)("relational store", ({ engine, create }) => {
  describe(onEngine(engine), () => {
    const dataDir = temporaryDirectory();
    const { log } = recordedLog("silent");
    let database: Awaited<ReturnType<typeof create>>;
    let store: Relational;
    const open = (): Promise<Relational> => openRelational({ databaseUrl: database.databaseUrl, dataDir, log });

    beforeAll(async () => {
      database = await create();
      store = await open();
      await runSql(store, "CREATE TABLE counter (id text PRIMARY KEY, value integer NOT NULL)", []);
    });
    afterAll(async () => {
      await store.close();
      await database.drop();
    });

    const add = (id: string, value = 0): Promise<unknown> =>
      queries<Tables>(store).insertInto("counter").values({ id, value }).execute();
    const read = async (id: string): Promise<number | undefined> => {
      const row = await queries<Tables>(store)
        .selectFrom("counter")
        .select("value")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.value;
    };

    test("commits what a transaction did, and nothing of one that threw", async () => {
      const [kept, dropped] = [randomUUID(), randomUUID()];
      await store.transaction(async (tx) => {
        await queries<Tables>(tx).insertInto("counter").values({ id: kept, value: 1 }).execute();
      });
      const failing = store.transaction(async (tx) => {
        await queries<Tables>(tx).insertInto("counter").values({ id: dropped, value: 1 }).execute();
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect([await read(kept), await read(dropped)]).toEqual([1, undefined]);
    });

    describe("a transaction that fails", () => {
      const failing = (sqlstate: string, times: number) => {
        const id = randomUUID();
        let runs = 0;
        const outcome = store.transaction(async (tx) => {
          runs += 1;
          await queries<Tables>(tx).insertInto("counter").values({ id, value: runs }).execute();
          const fail = `DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${sqlstate}'; END $$`;
          if (runs <= times) await runSql(tx, fail, []);
          return runs;
        });
        return { outcome, stored: () => read(id), runs: () => runs };
      };

      test.each(["40001", "40P01"])("by a conflict with another (%s) is repeated once", async (sqlstate) => {
        const passing = failing(sqlstate, 1);
        expect([await passing.outcome, await passing.stored()]).toEqual([2, 2]);
        const hopeless = failing(sqlstate, 2);
        await expect(hopeless.outcome).rejects.toMatchObject({ code: sqlstate });
        expect([hopeless.runs(), await hopeless.stored()]).toEqual([2, undefined]);
      });

      test("by anything else is not repeated", async () => {
        const wrong = failing("22012", 1);
        await expect(wrong.outcome).rejects.toMatchObject({ code: "22012" });
        expect([wrong.runs(), await wrong.stored()]).toEqual([1, undefined]);
      });
    });

    // PGlite has one connection, where nobody waits for another.
    if (engine === "PostgreSQL") {
      test("lets both of two transactions pass that wait for each other", async () => {
        const ids = [randomUUID(), randomUUID()];
        for (const id of ids) await add(id);
        let arrived = 0;
        let meet = (): void => undefined;
        const met = new Promise<void>((resolve) => (meet = resolve));
        const raiseAll = (order: readonly string[]): Promise<void> =>
          store.transaction(async (tx) => {
            for (const id of order) {
              const raised = { value: sql<number>`value + 1` };
              await queries<Tables>(tx).updateTable("counter").set(raised).where("id", "=", id).execute();
              arrived += 1;
              if (arrived === 2) meet();
              await met;
            }
          });
        await Promise.all([raiseAll(ids), raiseAll(ids.toReversed())]);
        expect(await Promise.all(ids.map(read))).toEqual([2, 2]);
      });
    }

    test("refuses what would run beside the transaction that it is called in, instead of waiting for ever", async () => {
      const id = randomUUID();
      const mistaken = store.transaction(async () => add(id));
      await expect(mistaken).rejects.toThrow("inside a transaction, pass the transaction");
      const alike = store.transaction(async () => runSql(store, "SELECT 1", []));
      await expect(alike).rejects.toThrow("inside a transaction, pass the transaction");
      expect(await read(id)).toBeUndefined();
    });

    test("loses no update of 100 concurrent transactions", async () => {
      const id = randomUUID();
      await add(id);
      const raise = (): Promise<unknown> =>
        store.transaction(async (tx) => {
          const db = queries<Tables>(tx);
          const { value } = await db
            .selectFrom("counter")
            .select("value")
            .where("id", "=", id)
            .forUpdate()
            .executeTakeFirstOrThrow();
          await db
            .updateTable("counter")
            .set({ value: value + 1 })
            .where("id", "=", id)
            .execute();
        });
      await Promise.all(Array.from({ length: 100 }, raise));
      expect(await read(id)).toBe(100);
    });

    // Found the hard way: over several connections to PGlite, a parameter of more than a socket chunk lets the
    // messages of two queries mix.
    test("keeps large and small queries apart when they run at the same time", async () => {
      const db = queries<Tables>(store);
      const large = "x".repeat(700_000);
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          // Different statements, so that values bound to the wrong one do not fit it.
          const { rows } = await (index % 2
            ? sql`SELECT length(${large}::text) AS length, ${index}::int AS index`.execute(db)
            : sql`SELECT ${index}::int AS index`.execute(db));
          return rows[0];
        }),
      );
      expect(answers).toEqual(
        Array.from({ length: 200 }, (_, index) => (index % 2 ? { length: 700_000, index } : { index })),
      );
    });

    test("goes on after a failed statement, also after a failed block of several", async () => {
      await expect(runSql(store, "BEGIN; SELECT 1; SELECT * FROM nowhere; COMMIT", [])).rejects.toMatchObject({
        code: "42P01",
      });
      await expect(runSql(store, "SELECT $1::int / 0", [1])).rejects.toMatchObject({ code: "22012" });
      await expect(store.ping(2000)).resolves.toBeUndefined();
    });

    test("returns the rows of every statement of a block", async () => {
      await expect(runSql(store, "SELECT 1 AS n; SELECT 2 AS n", [])).resolves.toEqual({ rows: [{ n: 1 }, { n: 2 }] });
    });

    test("migrates once, however many start together", async () => {
      const migration: Migration = {
        version: 1,
        name: "once",
        sql: "CREATE TABLE once (id integer); INSERT INTO once VALUES (1)",
        checksum: "a",
      };
      // PGlite belongs to one process, which starts once.
      const stores = engine === "PGlite" ? [store] : await Promise.all([open(), open(), open(), open()]);
      let atOnce = 0;
      const start = (each: Relational): Promise<void> =>
        underMigrationLock(each, async () => {
          atOnce += 1;
          expect(atOnce).toBe(1);
          await migrateRelational(each, [migration]);
          atOnce -= 1;
        });
      await Promise.all(stores.map(start));
      await start(store);
      expect((await runSql(store, "SELECT * FROM once", [])).rows).toEqual([{ id: 1 }]);
      for (const each of stores) if (each !== store) await each.close();
    });

    test("leaves nothing of a migration that fails, and says which store is newer", async () => {
      const [done, broken]: Migration[] = [
        { version: 1, name: "once", sql: "", checksum: "a" },
        { version: 2, name: "broken", sql: "CREATE TABLE half (id integer); SELECT * FROM nowhere", checksum: "b" },
      ];
      if (!done || !broken) throw new Error("unreachable");
      await expect(migrateRelational(store, [done, broken])).rejects.toMatchObject({ code: "42P01" });
      expect((await runSql(store, "SELECT to_regclass('half') AS half", [])).rows).toEqual([{ half: null }]);
      await expect(migrateRelational(store, [])).rejects.toThrow(/of a newer version of Tackroom/);
    });
  });
});

/**
 * Deleting a row looks for the rows that refer to it, which no EXPLAIN shows. An index of the rows that refer to any
 * (`WHERE user_id IS NOT NULL`) is enough for that.
 */
const FOREIGN_KEYS_WITHOUT_INDEX = `SELECT conrelid::regclass::text AS of, conname AS name FROM pg_constraint
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
    SELECT FROM pg_index WHERE indrelid = conrelid
      AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
      AND (indkey::int2[])[0:cardinality(conkey) - 1] = conkey
  )`;

describe("the real migrations", () => {
  describe.each(relationalChoices)("relational store", ({ engine, create }) => {
    describe(onEngine(engine), () => {
      let store: Relational;
      let database: Awaited<ReturnType<typeof create>>;
      beforeAll(async () => {
        database = await create();
        store = await openRelational({
          databaseUrl: database.databaseUrl,
          dataDir: temporaryDirectory(),
          log: recordedLog("silent").log,
        });
        await migrateRelational(store);
      });
      afterAll(async () => {
        await store.close();
        await database.drop();
      });

      test("give the tables that the stores expect", async () => {
        const { rows } = await runSql(store, "SELECT max(version) AS version FROM schema_migration", []);
        expect(rows).toEqual([{ version: loadMigrations("relational").length }]);
      });

      test("give every foreign key an index", async () => {
        expect((await runSql(store, FOREIGN_KEYS_WITHOUT_INDEX, [])).rows).toEqual([]);
      });
    });
  });
});

describe(onEngine("PGlite"), () => {
  test("starts with PostgreSQL's own durability on", async () => {
    const store = await openRelational({ databaseUrl: null, dataDir: temporaryDirectory(), log: recordedLog().log });
    const { rows } = await runSql(
      store,
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'wal_sync_method', 'synchronous_commit') ORDER BY 1",
      [],
    );
    expect(rows).toEqual([
      { name: "fsync", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
      { name: "wal_sync_method", setting: "fsync" },
    ]);
    await store.close();
  });
});
