import { randomUUID } from "node:crypto";
import type { AuditAction, AuditEvent } from "@tackroom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { openTestPlatform, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import { createOutboxStore, type OutboxStore } from "./audit-outbox-store.js";
import { createEventStore } from "./audit-event-store.js";
import { hashEvent } from "./chain.js";
import { createAuditLog, recordSystemEvent } from "./index.js";

describe.each(serverSizes)("draining the outbox ($size)", (on) => {
  let opened: Omit<TestServer, "app">;
  let outbox: OutboxStore;
  beforeAll(async () => {
    opened = await openTestPlatform({ on });
    outbox = createOutboxStore(opened.platform.relational);
    // A merge would drop a second copy before a test has seen it.
    await analytical("SYSTEM STOP MERGES audit_event");
  });
  afterAll(() => opened.close());
  beforeEach(() => createAuditLog(opened.platform).list({}, { limit: 1, offset: 0 }));

  const relational = (sql: string): Promise<unknown[]> =>
    opened.platform.relational.pool.query(sql).then(({ rows }) => rows as unknown[]);

  const analytical = (sql: string): Promise<void> => opened.platform.analytical.command(sql);

  async function record(...actions: string[]): Promise<void> {
    for (const action of actions) {
      await opened.platform.relational.transaction((tx) =>
        recordSystemEvent(tx, { action: action as AuditAction, sensitivity: "low" }),
      );
    }
  }

  /** Every stored row, copies too. */
  const stored = (action: string): Promise<(AuditEvent & { position: number })[]> =>
    opened.platform.analytical.query("SELECT * FROM audit_event WHERE action = {action:String} ORDER BY position", {
      action,
    });

  test("shows a reader what was committed before, without anyone having woken the drainer", async () => {
    const action = `before.${randomUUID()}`;
    await record(action, action);
    const log = createAuditLog(opened.platform);
    expect((await log.list({ action }, { limit: 10, offset: 0 })).total).toBe(2);
    expect(await relational("SELECT seq FROM audit_outbox")).toEqual([]);
  });

  test("leaves no record of what was rolled back", async () => {
    const action = `undone.${randomUUID()}`;
    const failing = opened.platform.relational.transaction(async (tx) => {
      await recordSystemEvent(tx, { action: action as AuditAction, sensitivity: "high" });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect((await createAuditLog(opened.platform).list({ action }, { limit: 10, offset: 0 })).total).toBe(0);
  });

  test("records what the system did without a request", async () => {
    const action = `role.grant.${randomUUID()}`;
    await opened.platform.relational.transaction((tx) =>
      recordSystemEvent(tx, {
        action: action as AuditAction,
        sensitivity: "high",
        resourceType: "user",
        resourceId: "7",
        resourceName: "ann@example.com",
        detail: "admin",
      }),
    );
    const { items } = await createAuditLog(opened.platform).list({ action }, { limit: 10, offset: 0 });
    expect(items).toMatchObject([
      {
        source: "system",
        outcome: "success",
        actor_id: null,
        resource_type: "user",
        resource_id: "7",
        resource_name: "ann@example.com",
        detail: "admin",
        http_method: null,
        http_path: null,
        status_code: null,
        ip_address: null,
        request_id: null,
        duration_ms: null,
      },
    ]);
  });

  test("drains by itself once it is started, and again once it is woken", async () => {
    const [left, woken] = [`left.${randomUUID()}`, `woken.${randomUUID()}`];
    await record(left);
    const log = createAuditLog(opened.platform);
    await log.start();
    await eventually(async () => expect(await stored(left)).toHaveLength(1));
    await record(woken);
    log.wake();
    await eventually(async () => expect(await stored(woken)).toHaveLength(1));
    await log.close();
  });

  test("stores what is left when it is closed", async () => {
    const action = `last.${randomUUID()}`;
    const log = createAuditLog(opened.platform);
    await log.start();
    await record(action);
    await log.close();
    expect(await stored(action)).toHaveLength(1);
  });

  test("stores records of a drainer that died after placing them, at their places", async () => {
    const action = `placed.${randomUUID()}`;
    await record(action, action);
    const batch = await outbox.takeBatch(randomUUID(), hashEvent);
    await outbox.endAnyTurn();
    await record(action);
    await createAuditLog(opened.platform).list({}, { limit: 1, offset: 0 });
    const rows = await stored(action);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2].map((n) => Number(batch?.records[0]?.position) + n));
    expect(await createAuditLog(opened.platform).verify()).toMatchObject({ ok: true });
  });

  test("stores nothing twice when a drainer died after storing, all of it or a part", async () => {
    const action = `stored.${randomUUID()}`;
    await record(action, action, action);
    const batch = await outbox.takeBatch(randomUUID(), hashEvent);
    await createEventStore(opened.platform.analytical).append(batch?.records.slice(0, 2) ?? []);
    await outbox.endAnyTurn();
    const log = createAuditLog(opened.platform);
    await log.list({}, { limit: 1, offset: 0 });
    expect(await stored(action)).toHaveLength(3);
    expect(await relational("SELECT seq FROM audit_outbox")).toEqual([]);
    expect(await log.verify()).toMatchObject({ ok: true });
  });

  test("is not kept from storing a record by a forged one in its place, and shows that one", async () => {
    const action = `true.${randomUUID()}`;
    await record(action);
    const batch = await outbox.takeBatch(randomUUID(), hashEvent);
    const [placed] = batch?.records ?? [];
    if (!placed) throw new Error("nothing was placed");
    const forged = { ...placed, event: { ...placed.event, event_id: randomUUID(), chain_hash: "f".repeat(64) } };
    await createEventStore(opened.platform.analytical).append([forged]);
    await outbox.endAnyTurn();
    const log = createAuditLog(opened.platform);
    await log.list({}, { limit: 1, offset: 0 });
    expect(await stored(action)).toHaveLength(2);
    expect(await log.verify()).toMatchObject({ ok: false });
    await analytical("SYSTEM START MERGES audit_event");
    await analytical(
      `ALTER TABLE audit_event DELETE WHERE chain_hash = '${forged.event.chain_hash}' SETTINGS mutations_sync = 2`,
    );
    await analytical("SYSTEM STOP MERGES audit_event");
    expect(await log.verify()).toMatchObject({ ok: true });
  });

  test("lets one drainer at a time place records, until it ends its turn or falls silent", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await record("turn.first");
    expect(await outbox.takeBatch(one, hashEvent)).toMatchObject({ isRepeat: false, records: [{}] });
    expect(await outbox.takeBatch(other, hashEvent)).toBeUndefined();
    expect(await outbox.takeBatch(one, hashEvent)).toMatchObject({ isRepeat: true });

    await outbox.endTurn(other);
    expect(await outbox.takeBatch(other, hashEvent)).toBeUndefined();
    await outbox.endTurn(one);
    expect(await outbox.takeBatch(other, hashEvent)).toMatchObject({ isRepeat: true });

    await relational("UPDATE audit_chain SET drain_until = now() - interval '1 second'");
    expect(await outbox.takeBatch(one, hashEvent)).toMatchObject({ isRepeat: true });
    await outbox.endAnyTurn();
  });

  test("takes over at once from a process that died draining, where no other can be alive", async () => {
    const action = `dead.${randomUUID()}`;
    await record(action);
    await outbox.takeBatch(randomUUID(), hashEvent);
    const log = createAuditLog({ ...opened.platform, isSingleProcess: true });
    await log.start();
    expect((await log.list({ action }, { limit: 1, offset: 0 })).total).toBe(1);
    await log.close();
  });

  test("tells a reader to come back rather than show a log without the newest records", async () => {
    const action = `behind.${randomUUID()}`;
    await record(action);
    const other = randomUUID();
    await outbox.takeBatch(other, hashEvent);
    const log = createAuditLog(opened.platform);
    await expect(log.list({ action }, { limit: 1, offset: 0 })).rejects.toMatchObject({ code: "unavailable" });
    await outbox.endTurn(other);
    expect((await log.list({ action }, { limit: 1, offset: 0 })).total).toBe(1);
  });

  test("keeps what it cannot store, and says so once", async () => {
    const action = `kept.${randomUUID()}`;
    const log = createAuditLog(opened.platform);
    const complaints = (): unknown[] =>
      opened.lines.filter(({ msg }) => String(msg).startsWith("audit records cannot be stored"));
    await analytical("RENAME TABLE audit_event TO audit_event_away");
    await log.start();
    await record(action);
    log.wake();
    await eventually(() => expect(complaints()).toHaveLength(1));
    log.wake();
    await expect(log.list({ action }, { limit: 1, offset: 0 })).rejects.toThrow("audit_event");
    await analytical("RENAME TABLE audit_event_away TO audit_event");
    await eventually(async () => expect(await stored(action)).toHaveLength(1));
    expect(complaints()).toHaveLength(1);
    await log.close();
  });

  test("drains with several drainers at once and stores nothing twice", async () => {
    const action = `many.${randomUUID()}`;
    const logs = Array.from({ length: 3 }, () => createAuditLog({ ...opened.platform, isSingleProcess: false }));
    for (const log of logs) await log.start();
    await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        await record(action);
        logs[index % logs.length]?.wake();
      }),
    );
    const totals = await Promise.all(logs.map((log) => log.list({ action }, { limit: 1, offset: 0 })));
    expect(totals.map(({ total }) => total)).toEqual([150, 150, 150]);
    const rows = await stored(action);
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(150);
    expect(rows).toHaveLength(150);
    expect(await logs[0]?.verify()).toMatchObject({ ok: true });
    for (const log of logs) await log.close();
  });
});
