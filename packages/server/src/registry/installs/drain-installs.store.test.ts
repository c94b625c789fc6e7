import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { openTestPlatform, type TestServer } from "../../../test/server.js";
import { serverSizes } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";
import type { InstallEvent } from "../stores/download-store.js";
import { createInstallDrainer, type InstallDrainer } from "./drain-installs.js";

describe.each(serverSizes)("draining install events ($size)", (on) => {
  let opened: Omit<TestServer, "app">;
  let batches: string[][];
  let isAway: boolean;
  let drainer: InstallDrainer;
  beforeAll(async () => {
    opened = await openTestPlatform({ on });
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await runSql(opened.platform.relational, "DELETE FROM install_outbox", []);
    batches = [];
    isAway = false;
    opened.lines.length = 0;
    const append = async (events: readonly InstallEvent[]): Promise<void> => {
      if (isAway) throw new Error("away");
      batches.push(events.map(({ event_id }) => event_id));
    };
    drainer = createInstallDrainer({ db: opened.platform.relational, events: { append }, log: opened.log });
  });

  /** The ids, oldest first. */
  async function install(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await runSql(
      opened.platform.relational,
      `INSERT INTO install_outbox (event_id, event, created_at)
       SELECT id, jsonb_build_object('event_id', id), now() + n * interval '1 millisecond'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n)`,
      [ids],
    );
    return ids;
  }

  const waiting = async (): Promise<unknown[]> =>
    (await runSql(opened.platform.relational, "SELECT event_id FROM install_outbox", [])).rows;
  const said = (text: string): unknown[] => opened.lines.filter(({ msg }) => msg === text);

  test("hands on all that waits, at most a thousand at a time, oldest first", async () => {
    const ids = await install(2300);
    await drainer.settled();
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 300]);
    expect(batches.flat()).toEqual(ids);
    expect(await waiting()).toEqual([]);
  });

  test("hands nothing on when nothing waits", async () => {
    await drainer.settled();
    expect(batches).toEqual([]);
  });

  test("settles only with what came after an earlier run had looked", async () => {
    const [first] = await install(1);
    const running = drainer.settled();
    const [second] = await install(1);
    await drainer.settled();
    await running;
    expect(batches.flat()).toEqual([first, second]);
  });

  test("keeps what it cannot hand on, says so once, and goes on when it can", async () => {
    isAway = true;
    const ids = await install(2);
    drainer.start();
    await eventually(() =>
      expect(said("install events cannot be stored; they are kept in the outbox")).toHaveLength(1),
    );
    await expect(drainer.settled()).rejects.toThrow("away");
    drainer.wake();
    expect(await waiting()).toHaveLength(2);
    isAway = false;
    await eventually(() => expect(said("install events are stored again")).toHaveLength(1));
    expect(batches).toEqual([ids]);
    expect(said("install events cannot be stored; they are kept in the outbox")).toHaveLength(1);
    await drainer.close();
  });

  test("is woken by whoever adds something", async () => {
    drainer.start();
    const ids = await install(1);
    drainer.wake();
    await eventually(() => expect(batches).toEqual([ids]), 1500);
    await drainer.close();
  });

  test("hands on what is left when it closes", async () => {
    const ids = await install(1);
    await drainer.close();
    expect(batches).toEqual([ids]);
  });

  test("leaves what it cannot hand on when it closes for the next start", async () => {
    await install(1);
    isAway = true;
    await drainer.close();
    expect(said("install events are kept in the outbox until the next start")).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
  });
});
