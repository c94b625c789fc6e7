import type { AuditAction } from "@tackroom/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { openTestPlatform, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import { createEventStore } from "./audit-event-store.js";
import { createOutboxStore, type OutboxStore } from "./audit-outbox-store.js";
import { hashEvent } from "./chain.js";
import { createAuditLog, recordSystemEvent } from "./index.js";
import { verifyChain } from "./verify-chain.js";

describe.each(serverSizes)("draining under a flood of records ($size)", (on) => {
  let opened: Omit<TestServer, "app">;
  let outbox: OutboxStore;
  beforeAll(async () => {
    opened = await openTestPlatform({ on });
    outbox = createOutboxStore(opened.platform.relational);
  });
  afterAll(() => opened.close());

  const relational = (sql: string): Promise<unknown> => opened.platform.relational.pool.query(sql);
  const record = (action: string): Promise<void> =>
    opened.platform.relational.transaction((tx) =>
      recordSystemEvent(tx, { action: action as AuditAction, sensitivity: "low" }),
    );
  const stored = (action: string): Promise<unknown[]> =>
    opened.platform.analytical.query("SELECT position FROM audit_event WHERE action = {action:String} LIMIT 1", {
      action,
    });

  /** Adds records as fast as the store takes them, until it is told to stop. */
  function flood(action: string): { stop(): Promise<number> } {
    let isOver = false;
    let added = 0;
    const addForever = async (): Promise<void> => {
      while (!isOver) {
        await relational("INSERT INTO audit_outbox (event) SELECT event FROM flood_template, generate_series(1, 25)");
        added += 25;
      }
    };
    const adding = (async () => {
      await record(action);
      await relational(
        `CREATE TABLE flood_template AS SELECT event FROM audit_outbox WHERE event->>'action' = '${action}'`,
      );
      await Promise.all([addForever(), addForever()]);
      await relational("DROP TABLE flood_template");
    })();
    return {
      async stop() {
        isOver = true;
        await adding;
        return added + 1;
      },
    };
  }

  test("answers or refuses readers in time while records are added faster than they are stored", async () => {
    const [flooded, before] = [`flood.${randomUUID()}`, `before.${randomUUID()}`];
    const log = createAuditLog(opened.platform);
    await log.start();
    const adding = flood(flooded);
    await eventually(async () => expect(await stored(flooded)).not.toHaveLength(0));
    await record(before);
    const started = performance.now();
    const answers = await Promise.allSettled([
      log.list({ action: before }, { limit: 1, offset: 0 }),
      log.verify(),
      log.export({ action: before }, "jsonl"),
    ]);
    const took = performance.now() - started;
    const added = await adding.stop();
    expect(took).toBeLessThan(15_000);
    for (const answer of answers) {
      if (answer.status === "rejected")
        expect(answer.reason).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
    }
    const [listed, verified] = answers;
    if (listed.status === "fulfilled") expect(listed.value.total).toBe(1);
    if (verified.status === "fulfilled") expect(verified.value.ok).toBe(true);
    await log.close();
    await eventually(async () => {
      expect((await createAuditLog(opened.platform).list({ action: flooded }, { limit: 1, offset: 0 })).total).toBe(
        added,
      );
    }, 300_000);
    expect(await createAuditLog(opened.platform).verify()).toMatchObject({ ok: true });
  });

  test("verifies and exports what is stored while further records are placed and not stored yet", async () => {
    const action = `placed.${randomUUID()}`;
    await record(action);
    const log = createAuditLog(opened.platform);
    const batch = await outbox.takeBatch(randomUUID(), hashEvent);
    await outbox.endAnyTurn();
    const events = createEventStore(opened.platform.analytical);
    const part = await outbox.settledPart();
    expect(part).toMatchObject({ position: Number(batch?.records[0]?.position) - 1, followedBy: { record: {} } });
    const check = await verifyChain({ outbox, events, settled: async () => undefined });
    expect(check).toMatchObject({ ok: true, checked: part.position });
    expect(await log.verify()).toMatchObject({ ok: true, checked: part.position + 1 });
  });
});
