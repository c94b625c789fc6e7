import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSession, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { answer, hashOf, prompt } from "../../../test/session-lines.js";
import { serverSizes, type RunningStores } from "../../../test/sizes.js";
import { initialisedDirectory } from "../../../test/temporary.js";
import { createLineStore } from "../stores/line-store.js";
import { blankSession } from "./session-identity.js";
import { openSessionLocks } from "./session-locks.js";
import { storeBatch } from "./store-batch.js";

const LINES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].map(prompt);

describe.each(serverSizes)("after a process died between storing lines and saying so ($size)", (on) => {
  let stores: RunningStores;
  let env: Record<string, string>;
  let server: TestServer;
  let [ada, root]: Person[] = [];
  beforeAll(async () => {
    stores = await on.start();
    env = { ...stores.env, DATA_DIR: initialisedDirectory() };
    server = await startTestServer({ env });
    const people = await invitePeople(server);
    [ada, root] = [await people.join(), people.admin];
  });
  afterAll(async () => {
    await server.close();
    await stores.stop();
  });

  const send: Send = (...request) => createSend(server)(...request);
  const open = (): ExportedSession => exportSession(send, { token: ada?.token });

  /** What a process would do to the session, up to the moment when it dies; then another goes on. */
  async function dieStoring(session: ExportedSession, start: number, lines: readonly string[]): Promise<void> {
    const { relational, analytical, isSingleProcess } = server.platform;
    const names = { userId: ada?.user.id ?? "", project: "default", harness: "claude-code" } as const;
    const deps = { lines: createLineStore(analytical) };
    const dying = openSessionLocks(relational, { isSingleProcess }).hold(
      blankSession({ ...names, sessionId: session.id }, new Date()),
      async (held) => {
        await storeBatch(deps, held, names.harness, { start, lines, endBytes: null });
        throw new Error("killed");
      },
    );
    await expect(dying).rejects.toThrow("killed");
    // Embedded stores have one process, which does not outlive itself.
    if (!isSingleProcess) return;
    await server.close();
    server = await startTestServer({ env });
  }

  const expectLines = async (session: ExportedSession, lines: readonly (string | undefined)[]): Promise<void> => {
    const stored = lines.flatMap((raw, line) => (raw === undefined ? [] : [{ line, end_byte: null, raw }]));
    expect(await session.lines()).toEqual(stored);
    expect(await session.summary()).toMatchObject({ line_count: stored.length, events: stored.length });
  };

  test("a first batch is as if it had never been sent", async () => {
    const session = open();
    await dieStoring(session, 0, LINES.slice(0, 3));
    expect(await session.checkpoint()).toMatchObject({ acknowledged_line: -1 });
    expect((await send(`GET /sessions/${session.id}`, { token: ada?.token })).statusCode).toBe(404);
    const claim = { lines: [], final: true, total_line_count: 0 };
    expect(await session.push(claim)).toMatchObject({ integrity_ok: true });
    expect((await send(`GET /sessions/${session.id}`, { token: ada?.token })).statusCode).toBe(404);
    expect(await session.push({ lines: LINES.slice(0, 2) })).toMatchObject({ ingested: 2, acknowledged_line: 1 });
    await expectLines(session, LINES.slice(0, 2));
  });

  test("lines that filled a gap are counted when they come again", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 2) });
    await session.push({ lines: LINES.slice(4, 6), start_offset: 4 });
    await dieStoring(session, 2, LINES.slice(2, 4));
    expect(await session.push({ lines: LINES.slice(2, 4), start_offset: 2 })).toMatchObject({ acknowledged_line: 5 });
    await expectLines(session, LINES.slice(0, 6));
  });

  test("lines that filled a gap are counted when they come again, also when something else comes first", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 2) });
    await session.push({ lines: LINES.slice(4, 6), start_offset: 4 });
    await dieStoring(session, 2, LINES.slice(2, 4));
    await session.push({ lines: LINES.slice(6, 8), start_offset: 6 });
    expect(await session.push({ lines: LINES.slice(2, 4), start_offset: 2 })).toMatchObject({ acknowledged_line: 7 });
    await expectLines(session, LINES.slice(0, 8));
  });

  test("lines that filled a gap are counted when an audit comes first", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 2) });
    await session.push({ lines: LINES.slice(4, 6), start_offset: 4 });
    await dieStoring(session, 2, LINES.slice(2, 4));
    await session.push({ lines: [], final: true, session_hash: hashOf(["x"]), hashed_line_count: 6 });
    expect(await session.push({ lines: LINES.slice(0, 6) })).toMatchObject({ acknowledged_line: 5 });
    await expectLines(session, LINES.slice(0, 6));
  });

  test("lines that replaced others are counted when something else comes first", async () => {
    const session = open();
    await session.push({ lines: [LINES[0], answer("x", "m1", 5), LINES[2]] });
    await session.push({ lines: [], final: true, session_hash: hashOf(["x"]), hashed_line_count: 3 });
    const changed = [LINES[0], prompt("B"), LINES[2]] as string[];
    await dieStoring(session, 0, changed);
    await session.push({ lines: [LINES[3]], start_offset: 3 });
    expect(await session.push({ lines: changed })).toMatchObject({ status: 200, acknowledged_line: 3 });
    await expectLines(session, [...changed, LINES[3]]);
    expect(await session.summary()).toMatchObject({ prompts: 4, tokens: { input: 0 } });
  });

  test("a message that was counted then is not counted again when something else comes first", async () => {
    const session = open();
    const lines = [...LINES.slice(0, 2), answer("x", "m1", 5), ...LINES.slice(3, 5), answer("y", "m1", 5)];
    await session.push({ lines: lines.slice(0, 2) });
    await session.push({ lines: lines.slice(3, 5), start_offset: 3 });
    await dieStoring(session, 2, lines.slice(2, 3));
    await session.push({ lines: lines.slice(5), start_offset: 5 });
    await session.push({ lines: lines.slice(2, 3), start_offset: 2 });
    expect(await session.summary()).toMatchObject({ line_count: 6, tokens: { input: 5, output: 10 } });
  });

  test("lines above all others are new when they come again with some that are not", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 6) });
    await dieStoring(session, 6, LINES.slice(6, 9));
    const again = { lines: LINES.slice(5, 9), start_offset: 5 };
    expect(await session.push(again)).toMatchObject({ skipped: 1, ingested: 3, acknowledged_line: 8 });
    await expectLines(session, LINES.slice(0, 9));
  });

  test("lines above all others do not come to light when others are stored beyond them", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 6) });
    await dieStoring(session, 6, LINES.slice(6, 9));
    expect(await session.push({ lines: [LINES[9]], start_offset: 9 })).toMatchObject({ acknowledged_line: 5 });
    await expectLines(session, [...LINES.slice(0, 6), undefined, undefined, undefined, LINES[9]]);
    const rest = { lines: LINES.slice(6, 9), start_offset: 6 };
    expect(await session.push(rest)).toMatchObject({ ingested: 3, acknowledged_line: 9 });
    await expectLines(session, LINES.slice(0, 10));
  });

  test("a message that was counted then is counted once", async () => {
    const session = open();
    const lines = [...LINES.slice(0, 2), answer("x", "m1", 5), ...LINES.slice(3, 5), answer("y", "m1", 5)];
    await session.push({ lines: lines.slice(0, 2) });
    await session.push({ lines: lines.slice(3, 5), start_offset: 3 });
    await dieStoring(session, 2, lines.slice(2, 3));
    await session.push({ lines: lines.slice(2, 3), start_offset: 2 });
    await session.push({ lines: lines.slice(5), start_offset: 5 });
    expect(await session.summary()).toMatchObject({ line_count: 6, tokens: { input: 5, output: 10 } });
  });

  test("acknowledged lines that were replaced then are on record, and kept", async () => {
    const session = open();
    await session.push({ lines: LINES.slice(0, 3) });
    await session.push({ lines: [], final: true, session_hash: hashOf(["x"]), hashed_line_count: 3 });
    const changed = [LINES[0], prompt("B"), LINES[2]] as string[];
    await dieStoring(session, 0, changed);
    expect(await session.push({ lines: changed })).toMatchObject({ status: 200, acknowledged_line: 2 });
    await expectLines(session, changed);
    expect((await session.lines("superseded=true")).map(({ raw }) => raw)).toEqual([LINES[1]]);
    const log = await send("GET /admin/audit-log?action=session.supersede_lines&limit=200", { token: root?.token });
    expect(log.json().filter((record: { resource_id: string }) => record.resource_id === session.id)).toHaveLength(1);
  });
});
