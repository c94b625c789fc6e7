import { randomUUID } from "node:crypto";
import type { AuditAction, AuditEvent } from "@tackroom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { openTestPlatform, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";
import { createAuditLog, recordSystemEvent } from "./index.js";

type Row = AuditEvent & { position: number };

const RECORDS = 8;

describe.each(serverSizes)("verifying the audit log ($size)", (on) => {
  let opened: Omit<TestServer, "app">;
  let rows: Row[];
  beforeAll(async () => {
    opened = await openTestPlatform({ on });
    for (let count = 0; count < RECORDS; count++) {
      await opened.platform.relational.transaction((tx) =>
        recordSystemEvent(tx, { action: "test.verify" as AuditAction, sensitivity: "low", detail: `record ${count}` }),
      );
    }
    expect(await verify()).toMatchObject({ ok: true, checked: RECORDS });
    rows = await opened.platform.analytical.query("SELECT * FROM audit_event ORDER BY position");
  });
  afterAll(() => opened.close());
  beforeEach(() => restore());

  const verify = (): Promise<unknown> => createAuditLog(opened.platform).verify();
  const run = (sql: string): Promise<void> => opened.platform.analytical.command(sql);
  const insert = (...some: Row[]): Promise<void> => opened.platform.analytical.writer.append("audit_event", some);
  const remove = (where: string): Promise<void> =>
    run(`ALTER TABLE audit_event DELETE WHERE ${where} SETTINGS mutations_sync = 2`);
  const row = (position: number): Row => rows[position - 1] as Row;

  async function restore(): Promise<void> {
    await run("TRUNCATE TABLE audit_event");
    await insert(...rows);
  }

  const foundAt = (position: number, eventId = row(position).event_id): object => ({
    ok: false,
    checked: position - 1,
    first_bad_event_id: eventId,
    last_chain_hash: position === 1 ? "0".repeat(64) : row(position - 1).chain_hash,
  });

  test("finds nothing wrong with a log that nobody touched", async () => {
    expect(await verify()).toEqual({
      ok: true,
      checked: RECORDS,
      first_bad_event_id: null,
      last_chain_hash: row(RECORDS).chain_hash,
    });
  });

  test.each([
    ["first", 1],
    ["a middle", 4],
  ])("finds that the %s record was removed, by the one after it", async (_which, position) => {
    await remove(`position = ${position}`);
    expect(await verify()).toEqual({ ...foundAt(position), first_bad_event_id: row(position + 1).event_id });
  });

  test("finds that the newest records were removed, and names the last of them", async () => {
    await remove(`position > ${RECORDS - 2}`);
    expect(await verify()).toEqual(foundAt(RECORDS - 1, row(RECORDS).event_id));
  });

  test("finds that all records were removed", async () => {
    await run("TRUNCATE TABLE audit_event");
    expect(await verify()).toEqual(foundAt(1, row(RECORDS).event_id));
  });

  test.each([
    ["text", "detail = 'nothing happened'"],
    ["time", "timestamp = timestamp + 1"],
    ["outcome", "outcome = 'denied'"],
    ["id", "event_id = '00000000-0000-4000-8000-000000000000'"],
    ["hash", "chain_hash = lower(hex(SHA256('forged')))"],
    ["number", "status_code = 200"],
    ["actor, from nobody to an empty one", "actor_id = ''"],
  ])("finds an altered %s", async (_what, change) => {
    await run(`ALTER TABLE audit_event UPDATE ${change} WHERE position = 5 SETTINGS mutations_sync = 2`);
    expect(await verify()).toEqual({
      ...foundAt(5),
      first_bad_event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("finds records that changed places", async () => {
    await remove("position IN (3, 4)");
    await insert({ ...row(4), position: 3 }, { ...row(3), position: 4 });
    expect(await verify()).toEqual(foundAt(3, row(4).event_id));
  });

  test("finds a second record at a place that is taken", async () => {
    await run("SYSTEM STOP MERGES audit_event");
    await insert({ ...row(3), event_id: randomUUID(), detail: "another" });
    expect(await verify()).toMatchObject({ ok: false });
    await run("SYSTEM START MERGES audit_event");
  });

  test("finds a record that was added before the first or after the last", async () => {
    const event_id = randomUUID();
    await insert({ ...row(RECORDS), event_id, position: RECORDS + 1 });
    expect(await verify()).toEqual(foundAt(RECORDS + 1, event_id));
    await restore();
    await insert({ ...row(1), event_id, position: 0 });
    expect(await verify()).toEqual(foundAt(1, event_id));
  });

  test("finds a log that was hashed anew as a whole, by its end", async () => {
    await opened.platform.relational.pool.query("UPDATE audit_chain SET last_hash = repeat('f', 64)");
    expect(await verify()).toMatchObject({ ok: false, first_bad_event_id: row(RECORDS).event_id });
    await opened.platform.relational.pool.query("UPDATE audit_chain SET last_hash = $1", [row(RECORDS).chain_hash]);
  });

  test("takes identical copies for one record", async () => {
    await run("SYSTEM STOP MERGES audit_event");
    await insert(row(3), row(4));
    expect(await verify()).toMatchObject({ ok: true, checked: RECORDS });
    const { items, total } = await createAuditLog(opened.platform).list({}, { limit: 500, offset: 0 });
    expect([items.length, total]).toEqual([RECORDS, RECORDS]);
    await run("SYSTEM START MERGES audit_event");
  });

  test("goes on where one batch ends and the next begins", async () => {
    const many = 10_050 - RECORDS;
    await opened.platform.relational.pool.query(
      `INSERT INTO audit_outbox (event)
       SELECT jsonb_set(event, '{event_id}', to_jsonb(gen_random_uuid()::text))
       FROM (SELECT $1::jsonb AS event) one, generate_series(1, $2)`,
      [JSON.stringify(withoutPlace(row(1))), many],
    );
    // So many may take longer to store than a reader waits for.
    await eventually(async () => expect(await verify()).toMatchObject({ ok: true, checked: 10_050 }));
    for (const position of [10_000, 9999]) {
      await remove(`position = ${position}`);
      expect(await verify()).toMatchObject({ ok: false, checked: position - 1 });
    }
  });
});

function withoutPlace({ position: _position, chain_hash: _hash, timestamp, ...event }: Row): object {
  return { ...event, timestamp: `${timestamp.replace(" ", "T")}Z` };
}
