import { randomUUID } from "node:crypto";
import type { DashboardFailure, DashboardRow, DashboardSummary, Session, SessionCounts } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, toolCall, toolResult } from "../../../test/transcripts.js";
import * as month from "../../../test/made-up-month.js";
import { runSql } from "../../platform/relational/index.js";
import { sessionKey } from "../ingest/session-identity.js";
import { countOlderActivity } from "../jobs.js";

const { CALLS, count, costOf, DAY_MS, distinct, FIRST, isNow, KEYS, linesOf, PERIOD, sum } = month;
type Call = month.Call;

describe.each(largestSize)("what a period is made of ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let telemetry: Telemetry;
  let users: Person[];
  let ids: string[];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    users = [await people.join(), await people.join(), await people.join()];
    telemetry = createTelemetry(send);
    ids = [];
    for (let session = 0; session < 90; session++) {
      const calls = CALLS.filter((call) => call.session === session);
      ids.push(await telemetry.store(users[calls[0]?.who ?? 0] as Person, linesOf(calls)));
    }
  });
  afterAll(() => server.close());

  const get = async <T>(by: Person, path: string): Promise<T> => {
    const answer = await telemetry.get(by, path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const failures = (by: Person, query: string): Promise<DashboardFailure[]> =>
    get(by, `/dashboard/failures?${PERIOD}&${query}`);
  const breakdown = (by: Person, query: string): Promise<DashboardRow[]> =>
    get(by, `/dashboard/breakdown?${PERIOD}&${query}`);

  /** The rows that the calls come to, without the texts. */
  function recount(calls: readonly Call[], keyOf: (call: Call) => string | null): object[] {
    const keys = [...new Set(calls.map(keyOf))].filter((key) => key !== null);
    return keys
      .map((key) => {
        const [own, before] = [true, false].map((now) =>
          calls.filter((call) => keyOf(call) === key && isNow(call) === now),
        );
        const failed = (own ?? []).filter(({ error }) => error !== null);
        return {
          key,
          calls: own?.length,
          calls_before: before?.length,
          failed: failed.length,
          before: count(before ?? [], ({ error }) => error !== null),
          sessions: distinct(failed, ({ session }) => session),
        };
      })
      .filter(({ failed }) => failed > 0)
      .toSorted((one, other) => other.failed - one.failed || (one.key < other.key ? -1 : 1));
  }

  const counted = (rows: readonly DashboardFailure[]): object[] =>
    rows.map(({ name: _name, reason: _reason, examples: _examples, ...rest }) => rest);
  const serverOf = ({ tool }: Call): string | null => /^mcp__(\w+?)__/.exec(tool)?.[1] ?? null;
  const keyOfError = ({ error }: Call): string | null => (error === null ? null : (KEYS[error] ?? null));

  test("failures are those of the calls, by tool, server and error, with the period before", async () => {
    expect(counted(await failures(people.admin, "by=tool"))).toEqual(recount(CALLS, ({ tool }) => tool));
    expect(counted(await failures(people.admin, "by=mcp_server"))).toEqual(recount(CALLS, serverOf));
    const uncounted = recount(CALLS, keyOfError).map((row) => ({ ...row, calls: null, calls_before: null }));
    expect(counted(await failures(people.admin, "by=error"))).toEqual(uncounted);
    const [none, ...more] = await failures(people.admin, "by=agent");
    expect(more).toEqual([]);
    expect(none).toMatchObject({
      key: null,
      calls: count(CALLS, isNow),
      failed: count(CALLS, (call) => isNow(call) && call.error !== null),
    });
    expect(await failures(people.admin, "by=tool&limit=2")).toHaveLength(2);
  });

  test("the reason is the most frequent error, and the examples are the last sessions that had it", async () => {
    for (const { key, reason, examples } of await failures(people.admin, "by=tool")) {
      const failed = CALLS.filter((call) => isNow(call) && call.tool === key && call.error !== null);
      const times = (error: string | null): number => count(failed, (call) => keyOfError(call) === error);
      expect(times(reason)).toBe(Math.max(...failed.map((call) => times(keyOfError(call)))));
      const having = failed.filter((call) => keyOfError(call) === reason);
      expect(examples).toHaveLength(
        Math.min(
          3,
          distinct(having, ({ session }) => session),
        ),
      );
      for (const { session_id, title, user_name } of examples) {
        expect(having.map(({ session }) => ids[session])).toContain(session_id);
        expect([title, user_name]).toEqual(["go on", expect.stringMatching(/^user-/)]);
      }
    }
  });

  test("each number of failures is that of the list behind it", async () => {
    const total = async (query: string): Promise<number> =>
      (await get<SessionCounts>(people.admin, `/telemetry/sessions/count?${PERIOD}&${query}`)).total;
    for (const by of ["tool", "mcp_server"]) {
      for (const { key, sessions } of await failures(people.admin, `by=${by}`))
        expect(await total(`${by}=${key}&tool_failed=true`)).toBe(sessions);
    }
    for (const { key, sessions } of await failures(people.admin, "by=error"))
      expect(await total(`error=${encodeURIComponent(key ?? "")}`)).toBe(sessions);
    const calling = CALLS.filter((call) => isNow(call) && call.tool === "Bash");
    expect(await total("tool=Bash")).toBe(distinct(calling, ({ session }) => session));
    const [row] = await failures(people.admin, "by=agent");
    expect(await total("tool_failed=true")).toBe(row?.sessions);
  });

  test("people see what is theirs and can open every example", async () => {
    const [ann] = users as [Person];
    const own = CALLS.filter(({ who }) => who === 0);
    const rows = await failures(ann, "by=tool");
    expect(counted(rows)).toEqual(recount(own, ({ tool }) => tool));
    for (const { examples } of rows) {
      for (const { session_id, harness, project, user_id } of examples) {
        expect(user_id).toBe(ann.user.id);
        await get<Session>(ann, `/sessions/${session_id}?harness=${harness}&project=${project}&user_id=${user_id}`);
      }
    }
    const made = await send("POST /teams", { token: ann.token, body: { name: "Payments" } });
    const refused = [
      `failures?user_id=${users[1]?.user.id}`,
      `failures?team_id=${made.json().id}`,
      `failures/export?user_id=${users[1]?.user.id}`,
      "breakdown?by=user",
      "breakdown?by=team",
      "breakdown/export?by=team",
      `breakdown?by=day&user_id=${users[1]?.user.id}`,
    ];
    const reviewer = await people.join("reviewer");
    for (const path of refused) {
      for (const by of [ann, reviewer])
        expect((await telemetry.get(by, `/dashboard/${path}`)).statusCode, path).toBe(403);
    }
    expect(await failures(reviewer, "by=tool")).toEqual([]);
    const ofOne = await failures(people.admin, `by=tool&user_id=${ann.user.id}`);
    expect(ofOne).toEqual(rows);
    expect(await failures(people.admin, `by=tool&team_id=${made.json().id}`)).toEqual(rows);
  });

  const totalsOf = (calls: readonly Call[]): object => ({
    sessions: distinct(calls, ({ session }) => session),
    active_users: distinct(calls, ({ who }) => who),
    tool_calls: calls.length,
    tool_failures: count(calls, ({ error }) => error !== null),
    tokens: 1100 * calls.length,
    cost_usd: expect.closeTo(sum(calls, costOf), 6),
    sessions_without_price: distinct(
      calls.filter(({ model }) => model === "mystery"),
      ({ session }) => session,
    ),
    tokens_without_price: 1100 * count(calls, ({ model }) => model === "mystery"),
  });

  test("totals are those of the calls, by day, person, model and server", async () => {
    const now = CALLS.filter(isNow);
    const byKey = (rows: readonly DashboardRow[]): Map<string | null, DashboardRow> =>
      new Map(rows.map((row) => [row.key, row]));
    const summary = await get<DashboardSummary>(people.admin, `/dashboard/summary?${PERIOD}`);
    const { members: _none, ...wanted } = { ...totalsOf(now), members: null } as Record<string, unknown>;
    expect(summary).toMatchObject({ ...wanted, tokens: expect.objectContaining({ total: wanted["tokens"] }) });
    expect(summary.members).toBeGreaterThanOrEqual(4);
    expect((await get<DashboardSummary>(users[0] as Person, `/dashboard/summary?${PERIOD}`)).members).toBeNull();

    const byUser = byKey(await breakdown(people.admin, "by=user"));
    for (const [who, { user }] of users.entries()) {
      const expected = totalsOf(now.filter((call) => call.who === who));
      expect(byUser.get(user.id)).toEqual({ key: user.id, name: user.username, members: null, ...expected });
    }
    const byModel = byKey(await breakdown(people.admin, "by=model"));
    expect(byModel.get("mystery")).toMatchObject({
      ...totalsOf(now.filter(({ model }) => model === "mystery")),
      cost_usd: 0,
    });
    const days = await breakdown(people.admin, "by=day");
    expect(days).toEqual(days.toSorted((one, other) => ((one.key ?? "") < (other.key ?? "") ? -1 : 1)));
    for (const { key, ...row } of days) {
      const day = Math.round((Date.parse(`${key}T00:00:00Z`) - FIRST) / DAY_MS);
      expect(row).toMatchObject(totalsOf(now.filter((call) => call.day === day)));
    }
    const github = byKey(await breakdown(people.admin, "by=mcp_server")).get("github");
    const own = now.filter((call) => serverOf(call) === "github");
    const sessions = new Set(own.map(({ session }) => session));
    // Tokens belong to no call: what counts is what the sessions used that called it.
    const around = totalsOf(now.filter(({ session }) => sessions.has(session)));
    expect(github).toMatchObject({
      ...around,
      tool_calls: own.length,
      tool_failures: count(own, ({ error }) => error !== null),
    });
  });

  test("a team has the totals of its members, and says how many it has", async () => {
    const [ann, bob] = users as [Person, Person];
    const team = (await send("POST /teams", { token: ann.token, body: { name: "Platform" } })).json().id;
    await send(`POST /teams/${team}/members`, { token: ann.token, body: { email: bob.user.email } });
    const rows = await breakdown(people.admin, "by=team");
    const both = CALLS.filter((call) => isNow(call) && call.who < 2);
    expect(rows.find(({ key }) => key === team)).toEqual({
      key: team,
      name: "Platform",
      members: 2,
      ...totalsOf(both),
    });
    expect(rows.find(({ key }) => key === null)).toMatchObject(
      totalsOf(CALLS.filter((call) => isNow(call) && call.who === 2)),
    );
    const path = `/dashboard/summary?${PERIOD}&team_id=${team}`;
    expect(await get<DashboardSummary>(people.admin, path)).toMatchObject({ members: 2, active_users: 2 });
  });

  test("files have the same rows, and nothing in them is a formula", async () => {
    const [ann] = users as [Person];
    const project = "formulas";
    const at = "2026-05-05T10:00:00.000Z";
    const call = assistant([toolCall("f", "=HYPERLINK()", {})], { timestamp: at });
    await telemetry.store(ann, [prompt("go", at), call, toolResult("f", "=1+1", { isError: true, timestamp: at })], {
      project,
    });
    const file = await telemetry.get(ann, `/dashboard/failures/export?from=2026-05-05&project=${project}&by=tool`);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="failures-by-tool.csv"');
    const [header, row] = file.body.split("\n");
    expect(header).toBe("tool,name,calls,calls_before,failed,failed_before,sessions,reason,example_session_ids");
    expect(row).toMatch(/^'=HYPERLINK\(\),,1,0,1,0,1,'=#\+#,/);
    const days = await telemetry.get(ann, `/dashboard/breakdown/export?${PERIOD}&by=day`);
    expect(days.body.trim().split("\n")).toHaveLength(1 + (await breakdown(ann, "by=day&limit=500")).length);
  });

  test("sessions from before failures were kept are counted once the job has been there", async () => {
    const [ann] = users as [Person];
    const { relational, analytical, jobs } = server.platform;
    const owner = { userId: ann.user.id, project: "older", harness: "claude-code" } as const;
    const calls = CALLS.filter(({ session }) => session === CALLS.find(isNow)?.session);
    const sessionId = await telemetry.store(
      ann,
      [...linesOf(calls), ...month.failingTwice("2026-04-02T10:00:00.000Z")],
      {
        project: "older",
      },
    );
    const [from, to] = [sessionId, randomUUID()].map((id) => sessionKey({ ...owner, sessionId: id }));
    await runSql(
      relational,
      "INSERT INTO session SELECT (jsonb_populate_record(session, $1::jsonb)).* FROM session WHERE id = $2",
      [JSON.stringify({ id: to, session_id: randomUUID(), activity_counted: false }), from],
    );
    await analytical.command(
      `INSERT INTO session_line SELECT * REPLACE ('${to}' AS session) FROM (SELECT * FROM session_line WHERE session = '${from}')`,
    );
    const once = await failures(ann, "by=error&project=older");
    expect(once).toContainEqual(expect.objectContaining({ key: "disk full: # bytes left", failed: 2, sessions: 1 }));
    await jobs.enqueue(countOlderActivity, {});
    const twice = once.map(({ key, failed, sessions }) => ({ key, failed: 2 * failed, sessions: 2 * sessions }));
    await eventually(async () => {
      const now = await failures(ann, "by=error&project=older");
      expect(now.map(({ key, failed, sessions }) => ({ key, failed, sessions }))).toEqual(twice);
    });
  });

  test("secrets are redacted before an error is kept, and purged sessions have none", async () => {
    const [ann] = users as [Person];
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const at = "2026-06-01T10:00:00.000Z";
    const call = assistant([toolCall("s", "Bash", {})], { timestamp: at });
    const id = await telemetry.store(
      ann,
      [call, toolResult("s", `bad token ${secret}`, { isError: true, timestamp: at })],
      {
        project: randomUUID(),
      },
    );
    const rows = await get<DashboardFailure[]>(ann, "/dashboard/failures?from=2026-06-01&by=error");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.key).toMatch(/^bad token /);
    expect(JSON.stringify(rows)).not.toContain("a1B2");
    const purged = await send("POST /admin/telemetry/purge", {
      token: (await people.join("super_admin")).token,
      body: { session_id: id },
    });
    expect(purged.statusCode, purged.body).toBeLessThan(300);
    expect(await get(ann, "/dashboard/failures?from=2026-06-01&by=error")).toEqual([]);
  });
});
