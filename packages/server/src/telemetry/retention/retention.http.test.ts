import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { serverSizes } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";
import { removeOldTelemetry } from "../jobs.js";
import { retentionPolicy } from "../core/retention-policy.js";
import { countForgottenSessions } from "../stores/session-purge-store.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const LINES = [prompt("first"), assistant([text("second")], { usage: { input_tokens: 7 } }), prompt("third")];

describe.each(serverSizes)("telemetry that is too old ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let ada: Person;
  let boss: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    const people = await invitePeople(server);
    ada = await people.join();
    boss = await people.join("super_admin");
    await send("PUT /admin/settings/data.retention_days", { token: boss.token, body: { value: 10 } });
  });
  afterAll(() => server.close());

  const count = async (table: string, where = "1"): Promise<number> => {
    const sql = `SELECT count() AS found FROM ${table} WHERE ${where}`;
    const [row] = await server.platform.analytical.query<{ found: number }>(sql);
    return row?.found ?? 0;
  };
  const rowOf = async (sessionId: string): Promise<{ id: string; revision: string }> => {
    const sql = "SELECT id, revision FROM session WHERE session_id = $1";
    const { rows } = await runSql(server.platform.relational, sql, [sessionId]);
    return rows[0] as { id: string; revision: string };
  };

  /** What the job does last is to remove interactions: this one is too old in any case. */
  const runJob = async (): Promise<void> => {
    const marker = randomUUID();
    const old = `now64(3) - INTERVAL 11 DAY, '${marker}'`;
    await server.platform.analytical.command(
      `INSERT INTO agent_interaction_event (received_at, agent_id) SELECT ${old}`,
    );
    await server.platform.jobs.enqueue(removeOldTelemetry, {});
    const isGone = async (): Promise<void> =>
      expect(await count("agent_interaction_event", `agent_id = '${marker}'`)).toBe(0);
    await eventually(isGone);
  };

  const runJobInDays = async (days: number): Promise<void> => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
    try {
      await runJob();
    } finally {
      vi.useRealTimers();
    }
  };

  const report = async (): Promise<void> => {
    await send("POST /telemetry/hooks", { token: ada.token, body: { hook_event_name: "Stop" } });
    const body = { tool_calls: [{ mcp_server_id: "m", tool_name: "t" }], agent_interactions: [{ agent_id: "a" }] };
    await send("POST /telemetry/events", { token: ada.token, body });
  };
  const checkpointOf = async (id: string): Promise<object> =>
    (await telemetry.get(ada, `/ingest/session/checkpoint?session_id=${id}`)).json();

  test("is removed after the days that the setting says, and the sessions' summaries stay", async () => {
    const id = await telemetry.store(ada, [...LINES, prompt("surplus")], { end_byte_offsets: [10, 20, 30, 40] });
    await telemetry.ingest(ada, { session_id: id, lines: [], final: true, total_line_count: 3 });
    await report();
    await runJobInDays(9);
    expect(await telemetry.events(ada, id)).toHaveLength(3);
    expect(await Promise.all(["hook_event", "tool_call_event"].map((table) => count(table)))).toEqual([1, 1]);
    const before = (await telemetry.get(ada, `/sessions/${id}`)).json();
    const figures = async (): Promise<object> =>
      (await telemetry.get(ada, `/dashboard/summary?from=${before.started_at}&to=${before.last_event_at}`)).json();
    expect(await figures()).toMatchObject({ sessions: 1, prompts: 2, tokens: { total: 7 }, sessions_purged: 0 });

    await runJobInDays(11);
    const events = await telemetry.get(ada, `/sessions/${id}/events`);
    expect([events.json(), events.headers["x-total-count"]]).toEqual([[], "0"]);
    expect((await telemetry.get(ada, `/sessions/${id}/lines`)).json()).toEqual([]);
    expect((await telemetry.get(ada, `/sessions/${id}/lines?superseded=true`)).json()).toEqual([]);
    expect(await telemetry.list(ada, "?search=first")).toEqual([]);
    // The sums stay, and nothing that anybody has said or that tells of single minutes.
    const gone = { first_prompt: null, active_ms: null, activity: [] };
    expect((await telemetry.get(ada, `/sessions/${id}`)).json()).toEqual({ ...before, ...gone });
    expect(await figures()).toMatchObject({ sessions: 0, prompts: 0, tokens: { total: 0 }, sessions_purged: 1 });
    expect(before).toMatchObject({ line_count: 3, prompts: 2, tokens: { total: 7 }, first_prompt: "first" });
    expect(await checkpointOf(id)).toMatchObject({ acknowledged_line: 2, acknowledged_offset: 30, purged_below: 3 });
    const tables = ["session_line", "superseded_line", "hook_event", "tool_call_event", "agent_interaction_event"];
    expect(await Promise.all(tables.map((table) => count(table)))).toEqual([0, 0, 0, 0, 0]);
  });

  test("is skipped when it is sent again, needs no audit, and the session goes on after it", async () => {
    const id = await telemetry.store(ada, LINES);
    await runJobInDays(11);
    const say = (body: object) => telemetry.ingest(ada, { session_id: id, ...body });
    expect(await say({ lines: [prompt("not the same"), ...LINES.slice(1)] })).toMatchObject({
      ingested: 0,
      skipped: 3,
      replaced: 0,
      acknowledged_line: 2,
    });
    const claim = { final: true, total_line_count: 3, session_hash: "0".repeat(64), hashed_line_count: 3 };
    expect(await say({ lines: [], ...claim })).toMatchObject({
      integrity_ok: null,
      server_hash: null,
      repair_from_line: null,
      acknowledged_line: 2,
    });
    expect(await say({ lines: [prompt("fourth")], start_offset: 3 })).toMatchObject({
      ingested: 1,
      acknowledged_line: 3,
    });
    const events = await telemetry.get(ada, `/sessions/${id}/events`);
    expect(events.json()).toMatchObject([{ line: 3, text: "fourth" }]);
    expect(events.headers["x-total-count"]).toBe("1");
    expect((await telemetry.get(ada, `/sessions/${id}/lines`)).json()).toMatchObject([{ line: 3 }]);
    // A line that becomes another has all of them counted anew.
    await say({ lines: [prompt("sixth")], start_offset: 5 });
    expect(await say({ lines: [prompt("another sixth")], start_offset: 5 })).toMatchObject({ replaced: 1 });
    expect((await telemetry.get(ada, `/sessions/${id}`)).json()).toMatchObject({
      line_count: 5,
      prompts: 4,
      tokens: { total: 7 },
    });
  });

  test("is kept for the days of its project, where that has its own; a dry run tells before", async () => {
    const set = (value: string) =>
      send("PUT /admin/settings/data.project_retention_days", { token: boss.token, body: { value } });
    expect((await set("brief=0")).statusCode).toBe(422);
    expect((await set("brief=2, long=30")).json()).toMatchObject({ value: "brief=2,long=30" });
    const store = (project: string) => telemetry.store(ada, LINES, { project });
    const [brief, plain, long] = [await store("brief"), await store("plain"), await store("long")];
    const projects = [
      { project: "brief", days: 2 },
      { project: "long", days: 30 },
    ];
    const dueInDays = (days: number) =>
      countForgottenSessions(
        server.platform.relational,
        retentionPolicy({ days: 10, projects }, new Date(Date.now() + days * DAY_MS)),
      );
    expect(await dueInDays(3)).toEqual([{ project: "brief", sessions: 1, lines: 3 }]);
    await runJobInDays(3);
    expect(await dueInDays(3)).toEqual([]);
    const left = async () =>
      Promise.all([brief, plain, long].map(async (id) => (await telemetry.events(ada, id)).length));
    expect(await left()).toEqual([0, 3, 3]);
    await runJobInDays(11);
    expect(await left()).toEqual([0, 0, 3]);
    const told = await send("GET /admin/telemetry/retention", { token: boss.token });
    expect([told.statusCode, told.json()]).toMatchObject([200, { days: 10, projects, due: { sessions: 0 } }]);
    await set("");
  });

  test("counts as confirmed where lines had not come", async () => {
    const id = await telemetry.store(ada, LINES.slice(0, 1));
    await telemetry.ingest(ada, { session_id: id, lines: LINES.slice(2), start_offset: 2, end_byte_offsets: [30] });
    expect(await checkpointOf(id)).toMatchObject({ acknowledged_line: 0, purged_below: 0 });
    await runJobInDays(11);
    expect(await checkpointOf(id)).toMatchObject({ acknowledged_line: 2, acknowledged_offset: 30, purged_below: 3 });
  });

  test("is removed by the next run where one was cut off in the middle, and nothing that came after", async () => {
    const session_id = await telemetry.store(ada, LINES);
    const { id, revision } = await rowOf(session_id);
    await telemetry.ingest(ada, { session_id, lines: [prompt("fourth")], start_offset: 3 });
    const sql = "INSERT INTO session_purge (session, revision) VALUES ($1, $2)";
    await runSql(server.platform.relational, sql, [id, revision]);
    await runJob();
    expect(await count("session_line", `session = '${id}'`)).toBe(1);
    expect((await telemetry.get(ada, `/sessions/${session_id}/lines`)).json()).toMatchObject([{ line: 3 }]);
    expect((await runSql(server.platform.relational, "SELECT session FROM session_purge", [])).rows).toEqual([]);
  });
});
