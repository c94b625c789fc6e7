import { randomUUID } from "node:crypto";
import type { AuditEvent, Session } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";

const LINES = [
  prompt("a walrus in the cart"),
  assistant([text("second")], { usage: { input_tokens: 7 } }),
  JSON.stringify({ type: "ai-title", aiTitle: "Walrus hunt", cwd: "/home/ada/walrus-shop", gitBranch: "fix/walrus" }),
];

describe.each(largestSize)("a purge of telemetry ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let boss: Person;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    [boss, ada] = [await people.join("super_admin"), await people.join()];
  });
  afterAll(() => server.close());

  const purge = (body: object, by = boss): Promise<LightMyRequestResponse> =>
    send("POST /admin/telemetry/purge", { token: by.token, body });
  const purged = async (body: object): Promise<number> => {
    const answer = await purge(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { deleted: expect.any(Number) as number, dry_run: false },
    ]);
    return answer.json<{ deleted: number }>().deleted;
  };
  const get = async (path: string, by = ada): Promise<unknown> => (await telemetry.get(by, path)).json();
  const lineNumbers = async (id: string, by = ada): Promise<number[]> =>
    (await telemetry.get(by, `/sessions/${id}/lines?limit=200`)).json<{ line: number }[]>().map(({ line }) => line);
  const checkpoint = (id: string, by = ada): Promise<unknown> => get(`/ingest/session/checkpoint?session_id=${id}`, by);
  const count = async (table: string, where: string): Promise<number> => {
    const sql = `SELECT count() AS found FROM ${table} WHERE ${where}`;
    const [row] = await server.platform.analytical.query<{ found: number }>(sql);
    return row?.found ?? 0;
  };
  const keyOf = async (sessionId: string): Promise<string> => {
    const sql = "SELECT id FROM session WHERE session_id = $1";
    const { rows } = await runSql(server.platform.relational, sql, [sessionId]);
    return (rows[0] as { id: string }).id;
  };

  test("that is only tried counts what it would delete, and deletes nothing", async () => {
    const owner = await people.join();
    const [id, other] = [await telemetry.store(owner, LINES), await telemetry.store(owner, LINES)];
    const dryRun = async (body: object): Promise<unknown> => (await purge({ ...body, dry_run: true })).json();
    expect(await dryRun({ session_id: id })).toEqual({ deleted: 3, dry_run: true });
    expect(await dryRun({ user_id: owner.user.id })).toEqual({ deleted: 6, dry_run: true });
    expect(await dryRun({ user_id: owner.user.id, before: "2020-01-01" })).toEqual({ deleted: 0, dry_run: true });
    expect([await lineNumbers(id, owner), await lineNumbers(other, owner)]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(await purged({ user_id: owner.user.id })).toBe(6);
    expect(await dryRun({ user_id: owner.user.id })).toEqual({ deleted: 0, dry_run: true });
  });

  test("is for super-admins", async () => {
    const id = await telemetry.store(ada, LINES);
    for (const by of [ada, await people.join("reviewer"), await people.join("admin")]) {
      expect(verdict(await purge({ session_id: id }, by))).toEqual([403, "forbidden"]);
    }
    expect(verdict(await send("POST /admin/telemetry/purge", { body: { session_id: id } }))).toEqual([
      401,
      "unauthenticated",
    ]);
    expect(await lineNumbers(id)).toEqual([0, 1, 2]);
  });

  test.each([
    ["nothing", {}],
    ["nothing but nulls", { before: null, user_id: null, session_id: null }],
    ["nothing that is known", { everything: true }],
    ["no date", { before: "yesterday" }],
    ["a day that there is not", { before: "2026-02-30" }],
    ["an empty time", { before: "" }],
    ["an empty session id", { session_id: "" }],
    ["a user id that is none", { user_id: "ada" }],
    ["a list", { session_id: ["a"] }],
  ])("is refused with %s", async (_what, body) => {
    const id = await telemetry.store(ada, LINES);
    expect(verdict(await purge(body))).toEqual([422, "validation_failed"]);
    expect(await lineNumbers(id)).toEqual([0, 1, 2]);
  });

  test("deletes nothing where nothing fits", async () => {
    const id = await telemetry.store(ada, LINES);
    expect(await purged({ user_id: randomUUID() })).toBe(0);
    expect(await purged({ session_id: randomUUID() })).toBe(0);
    expect(await purged({ session_id: id, user_id: boss.user.id })).toBe(0);
    expect(await purged({ session_id: id, before: "2001-01-01" })).toBe(0);
    expect(await lineNumbers(id)).toEqual([0, 1, 2]);
  });

  test("of one session leaves its checkpoint and its figures, nothing that it said, and all others", async () => {
    const user = await people.join();
    const offsets = { end_byte_offsets: [10, 20, 30, 40] };
    const id = await telemetry.store(user, [...LINES, prompt("surplus walrus")], offsets);
    await telemetry.ingest(user, { session_id: id, lines: [], final: true, total_line_count: 3 });
    const other = await telemetry.store(user, LINES);
    const before = (await get(`/sessions/${id}`, user)) as Session;
    expect(before).toMatchObject({ title: "Walrus hunt", first_prompt: "a walrus in the cart", line_count: 3 });
    expect((await telemetry.list(user, "?search=walrus")).toSorted()).toEqual([id, other].toSorted());

    expect(await purged({ session_id: id })).toBe(3);
    const events = await telemetry.get(user, `/sessions/${id}/events`);
    expect([events.json(), events.headers["x-total-count"]]).toEqual([[], "0"]);
    expect(await get(`/sessions/${id}/lines`, user)).toEqual([]);
    expect(await get(`/sessions/${id}/lines?superseded=true`, user)).toEqual([]);
    expect(await telemetry.list(user, "?search=walrus")).toEqual([other]);
    // Its sums stay, but not what happened in which minute.
    const said = { title: null, first_prompt: null, cwd: null, git_branch: null, active_ms: null, activity: [] };
    expect(await get(`/sessions/${id}`, user)).toEqual({ ...before, ...said });
    const stored = `session = '${await keyOf(id)}'`;
    expect([await count("session_line", stored), await count("superseded_line", stored)]).toEqual([0, 0]);
    expect(await checkpoint(id, user)).toMatchObject({
      acknowledged_line: 2,
      acknowledged_offset: 30,
      purged_below: 3,
    });
    expect(await lineNumbers(other, user)).toEqual([0, 1, 2]);
    expect(await purged({ session_id: id })).toBe(0);
  });

  test("is not undone by lines that are sent again: they are skipped and acknowledged, and the session goes on", async () => {
    const id = await telemetry.store(ada, LINES);
    expect(await purged({ session_id: id, user_id: ada.user.id })).toBe(3);
    expect(await telemetry.ingest(ada, { session_id: id, lines: LINES })).toMatchObject({
      ingested: 0,
      skipped: 3,
      replaced: 0,
      acknowledged_line: 2,
    });
    expect([await lineNumbers(id), await telemetry.events(ada, id)]).toEqual([[], []]);
    expect(await telemetry.list(ada, "?search=hunt")).not.toContain(id);
    const more = { session_id: id, lines: [...LINES.slice(2), prompt("an otter")], start_offset: 2 };
    expect(await telemetry.ingest(ada, more)).toMatchObject({ ingested: 1, skipped: 1, acknowledged_line: 3 });
    expect(await lineNumbers(id)).toEqual([3]);
    expect(await get(`/sessions/${id}`)).toMatchObject({ first_prompt: "an otter", title: null, line_count: 4 });
    expect(await purged({ session_id: id })).toBe(1);
    expect(await get(`/sessions/${id}`)).toMatchObject({ first_prompt: null, line_count: 4, tokens: { total: 7 } });
  });

  test("before a time is of the sessions whose last event is older; a date means its start", async () => {
    const user = await people.join();
    const at = (...times: string[]): Promise<string> =>
      telemetry.store(
        user,
        times.map((time, line) => prompt(`walrus ${line}`, time)),
      );
    const old = await at("2025-03-01T10:00:00Z", "2025-03-01T23:59:59.999Z");
    const lasting = await at("2025-03-01T10:00:00Z", "2025-03-02T00:00:00Z");
    const recent = await at("2025-03-05T10:00:00Z");
    const mine = { user_id: user.user.id };
    expect(await purged({ ...mine, before: "2025-03-01T12:00:00Z" })).toBe(0);
    expect(await purged({ ...mine, before: "2025-03-02" })).toBe(2);
    expect((await telemetry.list(user, "?search=walrus")).toSorted()).toEqual([lasting, recent].toSorted());
    expect(await lineNumbers(old, user)).toEqual([]);
    expect(await purged({ ...mine, before: "2025-03-02T01:00:00.001+01:00" })).toBe(2);
    expect(await telemetry.list(user, "?search=walrus")).toEqual([recent]);
    expect(await purged({ before: "2025-03-06" })).toBe(1);
    expect(await telemetry.list(user, "?search=walrus")).toEqual([]);
    // Each is still listed, with what it comes to.
    expect((await telemetry.list(user)).toSorted()).toEqual([old, lasting, recent].toSorted());
  });

  test("of a user deletes what they have reported too, of a deleted account as well, and nothing of others", async () => {
    const [user, other] = [await people.join(), await people.join()];
    const [his, theirs] = [await telemetry.store(user, LINES), await telemetry.store(other, LINES)];
    for (const by of [user, other]) {
      const hook = { hook_event_name: "Stop", session_id: "s" };
      await send("POST /telemetry/hooks", { token: by.token, body: hook });
      const body = { tool_calls: [{ mcp_server_id: "m", tool_name: "t" }], agent_interactions: [{ agent_id: "a" }] };
      await send("POST /telemetry/events", { token: by.token, body });
    }
    const reportsOf = ({ user: { id } }: Person): Promise<number[]> =>
      Promise.all(
        ["hook_event", "tool_call_event", "tool_call_minute", "agent_interaction_event"].map((table) =>
          count(table, `user_id = '${id}'`),
        ),
      );
    await purge({ user_id: user.user.id, session_id: "s" });
    expect([await reportsOf(user), await lineNumbers(his, user)]).toEqual([
      [0, 1, 1, 1],
      [0, 1, 2],
    ]);
    const key = await keyOf(his);
    await send(`DELETE /admin/users/${user.user.id}`, { token: boss.token });
    expect(await purged({ user_id: user.user.id.toUpperCase() })).toBe(3);
    expect([await reportsOf(user), await count("session_line", `session = '${key}'`)]).toEqual([[0, 0, 0, 0], 0]);
    expect([await reportsOf(other), await lineNumbers(theirs, other)]).toEqual([
      [1, 1, 1, 1],
      [0, 1, 2],
    ]);
  });

  test("takes each line once while more of the session arrive", async () => {
    const id = await telemetry.store(ada, [prompt("line 0")]);
    const sent = 40;
    const exportLines = async (): Promise<void> => {
      for (let line = 1; line < sent; line++) {
        await telemetry.ingest(ada, { session_id: id, lines: [prompt(`line ${line}`)], start_offset: line });
      }
    };
    const purges = async (): Promise<number> => {
      let deleted = 0;
      for (let time = 0; time < 4; time++) deleted += await purged({ session_id: id });
      return deleted;
    };
    const [deleted] = await Promise.all([purges(), exportLines()]);
    const left = await lineNumbers(id);
    expect(deleted + left.length).toBe(sent);
    expect(await checkpoint(id)).toMatchObject({ acknowledged_line: sent - 1, purged_below: deleted });
    expect(left).toEqual(Array.from({ length: sent - deleted }, (_, at) => deleted + at));
    expect(await count("session_line", `session = '${await keyOf(id)}' AND line < ${deleted}`)).toBe(0);
    const [one, two] = await Promise.all([purged({ session_id: id }), purged({ user_id: ada.user.id })]);
    expect(one + two).toBeGreaterThanOrEqual(left.length);
    expect(await lineNumbers(id)).toEqual([]);
    expect(await get(`/sessions/${id}`)).toMatchObject({ line_count: sent, prompts: sent });
  });

  test("is in the audit log with what was asked and how much was deleted", async () => {
    const id = await telemetry.store(ada, LINES);
    const someone = await people.join("super_admin");
    await purge({ session_id: id, user_id: ada.user.id, before: "2030-01-01", more: "x" }, someone);
    await purge({}, someone);
    const log = await send(`GET /admin/audit-log?actor=${someone.user.id}&action=telemetry.purge`, {
      token: people.admin.token,
    });
    const [refused, done] = log.json<AuditEvent[]>();
    expect(refused).toMatchObject({ outcome: "client_error", status_code: 422 });
    expect(done).toMatchObject({ outcome: "success", sensitivity: "high", resource_type: "telemetry" });
    expect(JSON.parse(String(done?.detail))).toEqual({
      session_id: id,
      user_id: ada.user.id,
      before: "2030-01-01",
      deleted: 3,
    });
  });
});
