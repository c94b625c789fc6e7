import { randomUUID } from "node:crypto";
import type { DashboardSummary } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { publishItem } from "../../../test/registry.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";
import { sessionKey } from "../ingest/session-identity.js";
import { countOlderActivity } from "../jobs.js";

const USAGE = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0 };
const FIRST = "2026-03-02T09:00:00.000Z";
const SECOND = "2026-03-03T10:00:00.000Z";
const PERIOD = "from=2026-03-01&to=2026-03-31";
const ON_THE_THIRD = "from=2026-03-03&to=2026-03-03";

/** A prompt, an answer and a call that fails, all at one time. */
const turn = (timestamp: string, id: string, model = "claude-sonnet-4-5"): string[] => [
  prompt("why", timestamp),
  assistant([text("because"), toolCall(id, "Bash", { command: "ls" })], { id, model, timestamp, usage: USAGE }),
  toolResult(id, "no such file", { isError: true, timestamp }),
];

describe.each(largestSize)("dashboard ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let telemetry: Telemetry;
  let ada: Person;
  let bob: Person;
  const agent = randomUUID();
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
    telemetry = createTelemetry(send);
    await telemetry.store(ada, [...turn(FIRST, "m1"), ...turn(SECOND, "m2")], { agent_id: agent, project: "shop" });
    await telemetry.store(ada, turn(SECOND, "m3", "gpt-5-codex"));
    await telemetry.store(bob, turn(SECOND, "m4", "mystery"));
  });
  afterAll(() => server.close());

  const summary = async (by: Person, query = PERIOD): Promise<DashboardSummary> =>
    (await telemetry.get(by, `/dashboard/summary?${query}`)).json();
  const series = async (by: Person, query: string, period = PERIOD): Promise<unknown> =>
    (await telemetry.get(by, `/dashboard/series?${period}&${query}`)).json();
  const point = (time: string, group: string | null, value: number | null): object => ({ time, group, value });
  const [DAY_2, DAY_3] = ["2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z"];

  test("adds up one's own period", async () => {
    expect(await summary(ada)).toEqual({
      from: "2026-03-01T00:00:00.000Z",
      to: "2026-03-31T23:59:59.999Z",
      sessions: 2,
      active_users: 1,
      members: null,
      prompts: 3,
      tool_calls: 3,
      tool_failures: 3,
      tokens: { input: 3000, output: 300, cache_read: 0, cache_write: 0, cache_write_1h: 0, total: 3300 },
      cost_usd: (2 * (1000 * 3 + 100 * 15) + 1000 * 1.25 + 100 * 10) / 1_000_000,
      stated_cost_usd: 0,
      sessions_without_price: 0,
      tokens_without_price: 0,
      unpriced_models: [],
      downloads: 0,
      sessions_not_counted: 0,
      sessions_purged: 0,
    });
  });

  test("a session that does not tell what it used is one whose cost is unknown", async () => {
    const eve = await people.join();
    const line = JSON.stringify({ role: "user", message: { content: [{ type: "text", text: "why" }] } });
    await telemetry.store(eve, [line], { harness: "cursor" });
    const today = "from=2026-01-01";
    expect(await summary(eve, today)).toMatchObject({ sessions: 1, cost_usd: 0, sessions_without_price: 1 });
    expect((await telemetry.get(eve, `/dashboard/breakdown?by=harness&${today}`)).json()).toMatchObject([
      { key: "cursor", cost_usd: 0, sessions_without_price: 1 },
    ]);
    expect(await series(eve, "metric=sessions_without_price&group_by=harness", today)).toMatchObject([
      { group: "cursor", value: 1 },
    ]);
  });

  test("is everyone's for an admin, a person's, or a team's", async () => {
    expect(await summary(people.admin)).toMatchObject({ sessions: 3, active_users: 2, prompts: 4 });
    expect(await summary(people.admin, `${PERIOD}&user_id=${bob.user.id}`)).toMatchObject({ sessions: 1, prompts: 1 });
    const made = await send("POST /teams", { token: ada.token, body: { name: "Shop", handle: "shop" } });
    const team = made.json().id;
    expect(await summary(people.admin, `${PERIOD}&team_id=${team}`)).toMatchObject({ sessions: 2, active_users: 1 });
    expect(await series(people.admin, "metric=sessions&interval=week&group_by=team")).toEqual([
      point(DAY_2, null, 1),
      point(DAY_2, team, 2),
    ]);
  });

  test("adds up the cost that is known, and counts the sessions that have none", async () => {
    const known = {
      cost_usd: 0.01125,
      sessions_without_price: 1,
      tokens_without_price: 1100,
      unpriced_models: ["mystery"],
    };
    expect(await summary(people.admin)).toMatchObject(known);
    expect(await summary(bob)).toMatchObject({ ...known, cost_usd: 0 });
    expect(await series(people.admin, "metric=cost_usd")).toEqual([
      point(DAY_2, null, 0.0045),
      point(DAY_3, null, 0.00675),
    ]);
    expect(await series(people.admin, "metric=sessions_without_price")).toEqual([point(DAY_3, null, 1)]);
    expect(await series(people.admin, "metric=tokens_without_price")).toEqual([
      point(DAY_2, null, 0),
      point(DAY_3, null, 1100),
    ]);
    expect(await series(ada, "metric=sessions_without_price")).toEqual([]);
  });

  test("prices each day by what was in force then, and at once by another list", async () => {
    const key = "PUT /admin/settings/telemetry.model_prices";
    const put = (prices: readonly object[]) =>
      send(key, { token: people.admin.token, body: { value: JSON.stringify(prices) } });
    const price = { model: "claude-sonnet-*", input: 30, output: 150, from: "2026-03-03" };
    expect((await put([price, { model: "mystery", input: 1, output: 0 }])).statusCode).toBe(200);
    expect(await series(people.admin, "metric=cost_usd")).toEqual([
      point(DAY_2, null, 0.0045),
      point(DAY_3, null, 0.045 + 0.00225 + 0.001),
    ]);
    expect(await summary(people.admin)).toMatchObject({ cost_usd: 0.05275, sessions_without_price: 0 });
    expect((await put([])).statusCode).toBe(200);
    expect(await summary(people.admin)).toMatchObject({ cost_usd: 0.01125, sessions_without_price: 1 });
  });

  test.each([
    [ON_THE_THIRD, { sessions: 2, prompts: 2 }],
    ["from=2026-03-04&to=2026-03-05", { sessions: 0, prompts: 0, cost_usd: 0 }],
    [`${PERIOD}&harness=codex`, { sessions: 0 }],
    [`${PERIOD}&model=gpt-5-codex`, { sessions: 1, tokens: expect.objectContaining({ input: 1000 }) }],
    [`${PERIOD}&agent_id=${agent}`, { sessions: 1, prompts: 2 }],
    [`${PERIOD}&project=shop`, { sessions: 1, prompts: 2 }],
    [`${PERIOD}&has_errors=true`, { sessions: 2 }],
    [`${PERIOD}&has_errors=false`, { sessions: 0 }],
    ["", { sessions: 0 }],
  ])("counts what %s lets through", async (query, expected) => {
    expect(await summary(ada, query)).toMatchObject(expected);
  });

  test("counts a line once that was sent twice, and not at all once it is gone", async () => {
    const lines = turn(FIRST, "m9");
    const session_id = await telemetry.store(bob, lines, { project: "again" });
    await telemetry.ingest(bob, { session_id, lines, project: "again" });
    const ours = `${PERIOD}&project=again`;
    expect(await summary(bob, ours)).toMatchObject({ sessions: 1, prompts: 1, tool_failures: 1 });
    await telemetry.ingest(bob, { session_id, lines: [], project: "again", final: true, total_line_count: 1 });
    expect(await summary(bob, ours)).toMatchObject({ sessions: 1, prompts: 1, tool_calls: 0, tool_failures: 0 });
  });

  test("counts sessions from before activity was kept by minute, once the job has been there", async () => {
    const session_id = await telemetry.store(bob, turn(FIRST, "m10"), { project: "older" });
    const { relational, analytical, jobs } = server.platform;
    const owner = { userId: bob.user.id, project: "older", harness: "claude-code" } as const;
    const from = sessionKey({ ...owner, sessionId: session_id });
    const copy = { ...owner, sessionId: randomUUID() };
    const to = sessionKey(copy);
    await runSql(
      relational,
      "INSERT INTO session SELECT (jsonb_populate_record(session, $1::jsonb)).* FROM session WHERE id = $2",
      [JSON.stringify({ id: to, session_id: copy.sessionId, activity_counted: false }), from],
    );
    await analytical.command(
      `INSERT INTO session_line SELECT * REPLACE ('${to}' AS session) FROM (SELECT * FROM session_line WHERE session = '${from}')`,
    );
    const ours = `${PERIOD}&project=older`;
    expect(await summary(bob, ours)).toMatchObject({ sessions: 1, prompts: 1, sessions_not_counted: 1 });
    // Nobody is told of sessions that they may not see.
    expect(await summary(ada)).toMatchObject({ sessions_not_counted: 0 });
    await jobs.enqueue(countOlderActivity, {});
    await eventually(async () =>
      expect(await summary(bob, ours)).toMatchObject({
        sessions: 2,
        tool_calls: 2,
        tool_failures: 2,
        sessions_not_counted: 0,
      }),
    );
    // Whatever comes next is added to it.
    await telemetry.ingest(bob, {
      session_id: copy.sessionId,
      project: "older",
      start_offset: 3,
      lines: [prompt("more", FIRST)],
    });
    expect(await summary(bob, ours)).toMatchObject({ sessions: 2, prompts: 3 });
  });

  test("shows each figure over time, in parts", async () => {
    expect(await series(ada, "metric=prompts")).toEqual([point(DAY_2, null, 1), point(DAY_3, null, 2)]);
    expect(await series(ada, "metric=tokens&interval=hour")).toEqual([
      point("2026-03-02T09:00:00.000Z", null, 1100),
      point("2026-03-03T10:00:00.000Z", null, 2200),
    ]);
    expect(await series(ada, "metric=sessions&interval=week")).toEqual([point(DAY_2, null, 2)]);
    expect(await series(ada, "metric=tool_failures&group_by=model", ON_THE_THIRD)).toEqual([
      // Nobody had answered the prompt of a session that began on that day.
      point(DAY_3, null, 0),
      point(DAY_3, "claude-sonnet-4-5", 1),
      point(DAY_3, "gpt-5-codex", 1),
    ]);
    expect(await series(ada, "metric=prompts&group_by=agent")).toEqual([
      point(DAY_2, agent, 1),
      point(DAY_3, null, 1),
      point(DAY_3, agent, 1),
    ]);
    expect(await series(people.admin, "metric=cost_usd&group_by=user&project=shop", ON_THE_THIRD)).toEqual([
      point(DAY_3, ada.user.id, 0.0045),
    ]);
  });

  test("counts downloads, and calls that clients report, by component", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    await send(`POST /prompts/${id}/install`, { token: bob.token, body: { harness: "claude-code" } });
    const call = { mcp_server_id: "acme/search", tool_name: "find", status: "error" };
    await send("POST /telemetry/events", {
      token: bob.token,
      body: { tool_calls: [call, { ...call, status: "success" }] },
    });
    const today = new Date().toISOString().slice(0, 10);
    const now = (query: string): Promise<unknown> =>
      telemetry.get(bob, `/dashboard/series?${query}`).then((a) => a.json());
    await expect
      .poll(() => now("metric=downloads&group_by=component"))
      .toEqual([point(`${today}T00:00:00.000Z`, id, 1)]);
    expect((await summary(bob, "")).downloads).toBe(1);
    expect((await summary(ada, "")).downloads).toBe(0);
    expect(await now("metric=tool_calls&group_by=component")).toEqual([
      point(`${today}T00:00:00.000Z`, "acme/search", 2),
    ]);
    expect(await now("metric=tool_failures&group_by=component")).toEqual([
      point(`${today}T00:00:00.000Z`, "acme/search", 1),
    ]);
  });

  test.each([
    ["summary?user_id=USER", 403],
    [`summary?team_id=${randomUUID()}`, 403],
    ["series?metric=prompts&group_by=user", 403],
    ["series?metric=prompts&group_by=team", 403],
    ["summary?from=yesterday", 422],
    ["summary?harness=notepad", 422],
    ["series?metric=prompts&group_by=component", 422],
    ["series?metric=downloads&group_by=model", 422],
    ["series?metric=nothing", 422],
    ["series", 422],
  ])("answers GET /dashboard/%s with %d to a user", async (path, status) => {
    expect((await telemetry.get(ada, `/dashboard/${path.replace("USER", bob.user.id)}`)).statusCode).toBe(status);
  });
});
