import { NO_CONTEXT } from "@tackroom/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSession, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { answer, hashOf, prompt, UNREADABLE } from "../../../test/session-lines.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";
import { sessionKey } from "./session-identity.js";

const ABC = ["a", "b", "c"].map(prompt);
const OFFSETS = { end_byte_offsets: [10, 20, 30] };
const claimOf = (lines: readonly string[]) => ({
  final: true,
  total_line_count: lines.length,
  session_hash: hashOf(lines),
  hashed_line_count: lines.length,
});

describe.each(largestSize)("audits of a session ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let [ada, root]: Person[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    const people = await invitePeople(server);
    [ada, root] = [await people.join(), people.admin];
  });
  afterAll(() => server.close());

  const open = (): ExportedSession => exportSession(send, { token: ada?.token });
  const rawLines = async (session: ExportedSession, query = ""): Promise<string[]> =>
    (await session.lines(query)).map(({ raw }) => raw);

  test("agrees with the hash of what it was sent, in either case of letters", async () => {
    const session = open();
    const lines = ["", UNREADABLE, prompt("Grüße 🐴"), "\u0000", "a\u2028b"];
    await session.push({ lines });
    const agreed = { integrity_ok: true, server_hash: hashOf(lines), repair_from_line: null, generation: 0 };
    expect(await session.push({ lines: [], ...claimOf(lines) })).toMatchObject(agreed);
    const shouted = { ...claimOf(lines), session_hash: hashOf(lines).toUpperCase() };
    expect(await session.push({ lines: [], ...shouted })).toMatchObject(agreed);
    const half = { final: true, session_hash: hashOf(lines.slice(0, 2)), hashed_line_count: 2 };
    expect(await session.push({ lines: [], ...half })).toMatchObject({
      ...agreed,
      server_hash: hashOf(lines.slice(0, 2)),
    });
    expect(await session.summary()).toMatchObject({ final: true, integrity: { ok: true, repair_from_line: null } });
  });

  test("audits only when a final request claims something", async () => {
    const session = open();
    await session.push({ lines: ABC });
    const unasked = { status: 200, integrity_ok: null, server_hash: null, repair_from_line: null };
    expect(await session.push({ lines: [], session_hash: "x", total_line_count: 1 })).toMatchObject(unasked);
    expect(await session.push({ lines: [], final: true })).toMatchObject(unasked);
    expect(await session.push({ lines: [], final: true, total_line_count: 3 })).toMatchObject({
      integrity_ok: true,
      server_hash: null,
    });
    expect(await session.push({ lines: [prompt("d")], start_offset: 3 })).toMatchObject({
      ingested: 1,
      acknowledged_line: 3,
    });
  });

  test("asks for what is missing, and moves nothing for it", async () => {
    const session = open();
    await session.push({ lines: [ABC[0]], end_byte_offsets: [10] });
    await session.push({ lines: [ABC[2]], start_offset: 2 });
    const missing = {
      integrity_ok: false,
      repair_from_line: 1,
      acknowledged_line: 0,
      acknowledged_offset: 10,
      generation: 0,
    };
    const server_hash = hashOf([ABC[0] as string, ABC[2] as string]);
    expect(await session.push({ lines: [], ...claimOf(ABC) })).toMatchObject({ ...missing, server_hash });
    expect(await session.push({ lines: [], final: true, total_line_count: 3 })).toMatchObject(missing);
    expect(await session.push({ lines: [ABC[1]], start_offset: 1, ...claimOf(ABC) })).toMatchObject({
      integrity_ok: true,
    });
  });

  test("starts a new generation at a wrong hash; a replay in two halves confirms what is stored", async () => {
    const session = open();
    await session.push({ lines: ABC, ...OFFSETS });
    const rewound = { acknowledged_line: -1, acknowledged_offset: 0, generation: 1 };
    const wrong = { ...claimOf(ABC), session_hash: hashOf(["x"]) };
    expect(await session.push({ lines: [], ...wrong })).toMatchObject({
      ...rewound,
      integrity_ok: false,
      server_hash: hashOf(ABC),
      repair_from_line: 0,
    });
    expect(await session.checkpoint()).toMatchObject(rewound);
    expect(await rawLines(session)).toEqual(ABC);
    // Not rewound, the checkpoint stays where it is, and so does the generation.
    expect(await session.push({ lines: [], ...wrong })).toMatchObject({ ...rewound, repair_from_line: 0 });
    expect(await session.push({ lines: ABC.slice(2), start_offset: 2 })).toMatchObject({ ...rewound, skipped: 1 });
    expect(await session.push({ lines: ABC.slice(0, 2) })).toMatchObject({
      skipped: 2,
      replaced: 0,
      acknowledged_line: 2,
      // Sent without offsets this time, the line still ends where it did.
      acknowledged_offset: 30,
      generation: 1,
    });
    expect(await session.push({ lines: [], ...claimOf(ABC) })).toMatchObject({ integrity_ok: true, generation: 1 });
    expect(await session.summary()).toMatchObject({ line_count: 3, prompts: 3 });
    expect(await session.lines("superseded=true")).toEqual([]);
  });

  test("keeps acknowledged lines that a repair replaces as superseded, on record", async () => {
    const session = open();
    await session.push({ lines: ABC, ...OFFSETS });
    const changed = [prompt("A"), ABC[1] as string, prompt("C")];
    expect(await session.push({ lines: [], ...claimOf(changed) })).toMatchObject({
      repair_from_line: 0,
      generation: 1,
    });
    expect(await session.push({ lines: changed, ...OFFSETS })).toMatchObject({
      replaced: 2,
      skipped: 1,
      acknowledged_line: 2,
    });
    expect(await session.push({ lines: [], ...claimOf(changed) })).toMatchObject({ integrity_ok: true });
    expect(await rawLines(session)).toEqual(changed);
    expect(await session.lines("superseded=true")).toEqual([
      { line: 0, end_byte: 10, raw: ABC[0] },
      { line: 2, end_byte: 30, raw: ABC[2] },
    ]);
    expect(await session.push({ lines: [ABC[0]] })).toMatchObject({ status: 409, offsets: [0] });
    const log = await send("GET /admin/audit-log?action=session.supersede_lines&limit=200", { token: root?.token });
    const records = log.json().filter((record: { resource_id: string }) => record.resource_id === session.id);
    expect(records).toMatchObject([
      { actor_email: ada?.user.email, outcome: "success", detail: expect.stringContaining('"superseded_lines":2') },
    ]);
  });

  test("cuts off what a smaller total leaves over, until it is sent again", async () => {
    const session = open();
    const lines = [...ABC, answer("x", "m1", 100), prompt("e")];
    await session.push({ lines, end_byte_offsets: [10, 20, 30, 40, 50] });
    const cut = { acknowledged_line: 2, acknowledged_offset: 30, generation: 1 };
    const smaller = { integrity_ok: false, repair_from_line: 3 };
    expect(await session.push({ lines: [], ...claimOf(ABC) })).toMatchObject({
      ...cut,
      ...smaller,
      server_hash: hashOf(ABC),
    });
    expect(await rawLines(session)).toEqual(ABC);
    expect(await rawLines(session, "superseded=true")).toEqual(lines.slice(3));
    expect(await session.summary()).toMatchObject({ line_count: 3, prompts: 3, models: [], tokens: { total: 0 } });
    expect(await session.push({ lines: [], ...claimOf(ABC) })).toMatchObject({ ...cut, integrity_ok: true });
    // Beyond a gap, what was cut off between is not there.
    expect(await session.push({ lines: [prompt("f")], start_offset: 5 })).toMatchObject({ ...cut, ingested: 1 });
    expect(await session.push({ lines: [], ...claimOf([...lines, prompt("f")]) })).toMatchObject({
      ...cut,
      repair_from_line: 3,
    });
    expect(await session.push({ lines: lines.slice(3), start_offset: 3 })).toMatchObject({
      ingested: 2,
      acknowledged_line: 5,
    });
    expect(await session.summary()).toMatchObject({ line_count: 6, prompts: 5, tokens: { input: 100, output: 200 } });
  });

  test("calls nothing a surplus that is not stored, and keeps the end of a range that was cut", async () => {
    const session = open();
    await session.push({ lines: ABC, ...OFFSETS });
    await session.push({ lines: ["f", "g", "h"].map(prompt), start_offset: 5, end_byte_offsets: [60, 70, 80] });
    expect(await session.push({ lines: [], final: true, total_line_count: 7 })).toMatchObject({
      repair_from_line: 3,
      generation: 0,
    });
    expect(await rawLines(session)).toEqual([...ABC, prompt("f"), prompt("g")]);
    expect(await session.push({ lines: [prompt("d"), prompt("e")], start_offset: 3 })).toMatchObject({
      acknowledged_line: 6,
      acknowledged_offset: 70,
    });
    const other = open();
    await other.push({ lines: ABC });
    await other.push({ lines: [prompt("k")], start_offset: 10 });
    await other.push({ lines: [], final: true, total_line_count: 8 });
    expect(await other.push({ lines: [], final: true, total_line_count: 3 })).toMatchObject({
      integrity_ok: true,
      generation: 0,
    });
  });

  test("cuts off everything at a total of nothing", async () => {
    const session = open();
    await session.push({ lines: ABC });
    expect(await session.push({ lines: [], final: true, total_line_count: 0 })).toMatchObject({
      integrity_ok: false,
      repair_from_line: 0,
      acknowledged_line: -1,
      generation: 1,
    });
    expect(await session.lines()).toEqual([]);
    expect(await rawLines(session, "superseded=true")).toEqual(ABC);
    expect(await session.summary()).toMatchObject({ line_count: 0, prompts: 0, started_at: null });
  });

  test("goes back one line when only the end of the file is another, and only when both ends are known", async () => {
    const session = open();
    await session.push({ lines: ABC, ...OFFSETS });
    const total = { lines: [], final: true, total_line_count: 3 };
    expect(await session.push({ ...total, total_offset: 30 })).toMatchObject({ integrity_ok: true });
    expect(await session.push({ ...total, total_offset: 0 })).toMatchObject({ integrity_ok: true });
    const back = {
      integrity_ok: false,
      repair_from_line: 2,
      acknowledged_line: 1,
      acknowledged_offset: 20,
      generation: 1,
    };
    expect(await session.push({ ...total, total_offset: 31 })).toMatchObject(back);
    expect(
      await session.push({
        lines: [ABC[2]],
        start_offset: 2,
        end_byte_offsets: [31],
        ...claimOf(ABC),
        total_offset: 31,
      }),
    ).toMatchObject({
      skipped: 1,
      integrity_ok: true,
      acknowledged_offset: 31,
    });
  });

  test("stores nothing of a session that no line was ever sent of", async () => {
    const session = open();
    const nothing = { status: 200, acknowledged_line: -1, generation: 0 };
    expect(await session.push({ lines: [], final: true })).toMatchObject({ ...nothing, integrity_ok: null });
    expect(await session.push({ lines: [], ...claimOf([]) })).toMatchObject({ ...nothing, integrity_ok: true });
    expect(await session.push({ lines: [], ...claimOf(ABC) })).toMatchObject({
      ...nothing,
      integrity_ok: false,
      repair_from_line: 0,
    });
    expect((await send(`GET /sessions/${session.id}`, { token: ada?.token })).statusCode).toBe(404);
  });

  test("counts purged lines as confirmed: sent again they are skipped, whatever they say", async () => {
    const session = open();
    const names = {
      userId: ada?.user.id ?? "",
      project: "default",
      harness: "claude-code",
      sessionId: session.id,
    } as const;
    await runSql(
      server.platform.relational,
      `INSERT INTO session (id, user_id, project, harness, session_id, acknowledged_line, highest_line, acknowledged_once,
         purged_below, revision, started_at, last_event_at, received_at, context, project_name)
       VALUES ($1, $2, 'default', 'claude-code', $3, 2, 2, 2, 3, 1, now(), now(), now(), $4, 'default')`,
      [sessionKey(names), names.userId, session.id, JSON.stringify(NO_CONTEXT)],
    );
    expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 2, purged_below: 3 });
    expect(await session.push({ lines: [prompt("X"), ABC[1]] })).toMatchObject({
      status: 200,
      skipped: 2,
      acknowledged_line: 2,
    });
    const straddling = { lines: [ABC[2], prompt("d")], start_offset: 2 };
    expect(await session.push(straddling)).toMatchObject({ skipped: 1, ingested: 1, acknowledged_line: 3 });
    expect(await rawLines(session)).toEqual([prompt("d")]);
    const unknowable = { integrity_ok: null, server_hash: null, repair_from_line: null };
    expect(await session.push({ lines: [], ...claimOf([...ABC, prompt("d")]) })).toMatchObject(unknowable);
    const total = { lines: [], final: true, total_line_count: 4 };
    expect(await session.push(total)).toMatchObject({ integrity_ok: true });
    expect(await session.push({ ...total, total_line_count: 5 })).toMatchObject({
      integrity_ok: false,
      repair_from_line: 4,
    });
  });
});
