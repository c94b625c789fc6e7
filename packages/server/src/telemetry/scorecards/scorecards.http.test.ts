import type { ItemMetrics, Scorecard, ScorecardDimension, ScorecardSession } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { stockShelf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";
import { countRepeatedCalls } from "../jobs.js";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Some days ago, at noon: a session of one moment lies on one day. */
const daysAgo = (days: number): string =>
  `${new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)}T12:00:00.000Z`;

interface Call {
  readonly tool?: string;
  readonly input?: object;
  readonly failed?: boolean;
}

/** Lines of a session that calls these tools, one after another. */
function calling(calls: readonly Call[], timestamp = daysAgo(1)): string[] {
  return [
    prompt("hello", timestamp),
    ...calls.flatMap(({ tool = "Read", input = {}, failed = false }, at) => [
      assistant([toolCall(`t${at}`, tool, input)], { timestamp, id: `m${at}` }),
      toolResult(`t${at}`, "output", { timestamp, isError: failed }),
    ]),
  ];
}

describe.each(largestSize)("scorecards ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let owner: Person;
  let user: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    [owner, user] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const agent = (more: object = {}): Promise<Shown> => shelf.publish("agents", owner, { ...more });
  const card = async ({ id }: Shown, query = "", by = owner): Promise<Scorecard> => {
    const answer = await telemetry.get(by, `/agents/${id}/scorecard${query}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const dimension = ({ dimensions }: Scorecard, name: string): ScorecardDimension | undefined =>
    dimensions.find((each) => each.dimension === name);
  const sessionsOf = async ({ id }: Shown, query = "", by = owner): Promise<ScorecardSession[]> =>
    (await telemetry.get(by, `/agents/${id}/scorecard/sessions${query}`)).json();
  const run = ({ id }: Shown, lines: readonly string[], more: object = {}): Promise<string> =>
    telemetry.store(user, lines, { agent_id: id, ...more });
  const rate = async (session: string, name: string, score: number, by = user): Promise<void> => {
    const body = { dimension: name, score };
    const { statusCode } = await send(`POST /sessions/${session}/ratings`, { token: by.token, body });
    expect(statusCode).toBe(201);
  };

  test("invent nothing for an agent without sessions", async () => {
    const shown = await card(await agent());
    expect([shown.sessions, shown.total, shown.versions, shown.series]).toEqual([0, null, [], []]);
    for (const each of shown.dimensions) {
      expect([each.score, each.evidence_count]).toEqual([null, 0]);
      expect(each.reason).toMatch(/No session of this agent was recorded in the last 30 days/);
    }
  });

  test("count failures and repeated calls of each session for itself", async () => {
    const it = await agent();
    const same = { input: { path: "a.ts", deep: { list: [1, "ü"] } } };
    await run(it, calling([same, same, { ...same, failed: true }, { tool: "Write", ...same }, {}, {}]));
    await run(it, calling([same, { input: { path: "b.ts" } }]));
    const shown = await card(it);
    // Of 8 calls one failed; in the first session two repeat the first, and one the empty input.
    expect([shown.sessions, dimension(shown, "tool_failures")]).toEqual([
      2,
      { dimension: "tool_failures", weight: 0.13, score: 87.5, evidence_count: 8, reason: null },
    ]);
    expect(dimension(shown, "tool_efficiency")).toMatchObject({ score: 62.5, evidence_count: 8 });
    // (62.5 · 0.18 + 87.5 · 0.13) / 0.31
    expect(shown.total).toBe(72.98);
    expect(dimension(shown, "goal_completion")?.reason).toMatch(/rated for goal completion in the last 30 days/);
    expect(dimension(shown, "adversarial_robustness")?.reason).toMatch(/met a canary/);
  });

  test("count anew what a session adds, and agree with its events", async () => {
    const it = await agent();
    const calls = Array.from({ length: 60 }, (_, at): Call => ({
      tool: `T${at % 3}`,
      input: { n: at % 7, text: "x".repeat(at % 2) },
    }));
    const lines = calling(calls);
    const session_id = await run(it, lines.slice(0, 31));
    const first = dimension(await card(it), "tool_efficiency");
    await telemetry.ingest(user, { session_id, lines: lines.slice(31), start_offset: 31 });
    const events = (await telemetry.events(user, session_id, "?kinds=tool_call&limit=200")).map(
      ({ tool_name, tool_input }) => `${tool_name} ${tool_input}`,
    );
    const repeats = events.length - new Set(events).size;
    expect([events.length, repeats > 0]).toEqual([60, true]);
    expect(first?.evidence_count).toBe(15);
    expect(dimension(await card(it), "tool_efficiency")).toMatchObject({
      evidence_count: 60,
      score: Math.round((1 - repeats / 60) * 10_000) / 100,
    });
    expect(await sessionsOf(it)).toMatchObject([{ session_id, tool_calls: 60, repeated_calls: repeats }]);
  });

  test("find the count of recent sessions made by a job", async () => {
    const it = await agent();
    const session_id = await run(it, calling([{}, {}, {}]));
    const counts = async (): Promise<unknown[]> => {
      const sql =
        "SELECT calls, repeats FROM session_repeats JOIN session ON session.id = session_repeats.session WHERE session_id = $1";
      return (await runSql(server.platform.relational, sql, [session_id])).rows;
    };
    expect(await counts()).toEqual([]);
    await server.platform.jobs.enqueue(countRepeatedCalls, {});
    await eventually(async () => expect(await counts()).toEqual([{ calls: 3, repeats: 2 }]));
    expect(dimension(await card(it), "tool_efficiency")).toMatchObject({ score: 33.33, evidence_count: 3 });
  });

  test("average ratings, and weigh what has a score", async () => {
    const it = await agent();
    const [one, other] = [await run(it, calling([{}])), await run(it, [prompt("hello", daysAgo(1))])];
    await rate(one, "goal_completion", 100);
    await rate(other, "goal_completion", 25);
    await rate(other, "goal_completion", 25, people.admin);
    await rate(one, "thought_process", 0);
    const shown = await card(it);
    expect(dimension(shown, "goal_completion")).toMatchObject({ score: 50, evidence_count: 3 });
    expect(dimension(shown, "thought_process")).toMatchObject({ score: 0, evidence_count: 1 });
    expect(dimension(shown, "factual_grounding")).toMatchObject({ score: null, evidence_count: 0 });
    // (50 · 0.28 + 100 · 0.18 + 100 · 0.13 + 0 · 0.13) / 0.72
    expect(shown.total).toBe(62.5);
    expect((await sessionsOf(it)).find(({ session_id }) => session_id === other)?.ratings).toEqual({
      goal_completion: 25,
    });
  });

  test("are told by version and by day, and narrowed to either", async () => {
    const it = await agent();
    const fine = await run(it, calling([{}], daysAgo(3)), { agent_version: "1.0.0" });
    const bad = await run(it, calling([{ failed: true }], daysAgo(1)), { agent_version: "1.1.0" });
    const old = await run(it, calling([{ failed: true }], daysAgo(40)), { agent_version: "0.9.0" });
    const shown = await card(it);
    expect(shown.versions.map(({ version, sessions, scores }) => [version, sessions, scores.tool_failures])).toEqual([
      ["1.1.0", 1, 0],
      ["1.0.0", 1, 100],
    ]);
    expect(shown.series.map(({ time, scores }) => [time, scores.tool_failures])).toEqual([
      [daysAgo(3).replace("12:", "00:"), 100],
      [daysAgo(1).replace("12:", "00:"), 0],
    ]);
    expect(dimension(await card(it, "?version=1.0.0"), "tool_failures")).toMatchObject({
      score: 100,
      evidence_count: 1,
    });
    expect((await card(it, "?days=60")).sessions).toBe(3);
    expect((await sessionsOf(it)).map(({ session_id }) => session_id)).toEqual([bad, fine]);
    expect((await sessionsOf(it, "?version=1.0.0")).map(({ session_id }) => session_id)).toEqual([fine]);
    expect(
      (await sessionsOf(it, `?days=60&day=${daysAgo(40).slice(0, 10)}`)).map(({ session_id }) => session_id),
    ).toEqual([old]);
    const second = await telemetry.get(owner, `/agents/${it.id}/scorecard/sessions?limit=1&offset=1`);
    expect([
      second.json<ScorecardSession[]>().map(({ session_id }) => session_id),
      second.headers["x-total-count"],
    ]).toEqual([[fine], "2"]);
    const wrong = await telemetry.get(owner, `/agents/${it.id}/scorecard/sessions?day=yesterday`);
    expect(verdict(wrong)).toEqual([422, "validation_failed"]);
  });

  test("leave the repeats of purged sessions out, which nobody can count any more", async () => {
    const it = await agent();
    const session_id = await run(it, calling([{}, {}]));
    expect(dimension(await card(it), "tool_efficiency")).toMatchObject({ score: 50, evidence_count: 2 });
    const boss = await people.join("super_admin");
    await send("POST /admin/telemetry/purge", { token: boss.token, body: { session_id } });
    const shown = await card(it);
    expect(dimension(shown, "tool_failures")).toMatchObject({ score: 100, evidence_count: 2 });
    expect(dimension(shown, "tool_efficiency")).toMatchObject({ score: null, evidence_count: 0 });
    expect(dimension(shown, "tool_efficiency")?.reason).toMatch(/purged/);
    expect(await sessionsOf(it)).toMatchObject([{ tool_calls: 2, repeated_calls: null }]);
  });

  test("are for owners and admins, and only admins see whose sessions they are", async () => {
    const [open, hidden] = [await agent(), await agent({ visibility: "owner" })];
    await run(open, [prompt("hello", daysAgo(1)), assistant([text("hi")], { timestamp: daysAgo(1) })]);
    await telemetry.store(owner, [prompt("mine", daysAgo(2))], { agent_id: open.id });
    for (const path of ["scorecard", "scorecard/sessions"]) {
      expect(verdict(await telemetry.get(user, `/agents/${open.id}/${path}`))).toEqual([403, "forbidden"]);
      expect(verdict(await telemetry.get(user, `/agents/${hidden.id}/${path}`))).toEqual([404, "not_found"]);
    }
    expect((await sessionsOf(open)).map(({ user_id }) => user_id)).toEqual([null, owner.user.id]);
    expect((await sessionsOf(open, "", people.admin)).map(({ user_id }) => user_id)).toEqual([
      user.user.id,
      owner.user.id,
    ]);
    expect((await card(open, "", people.admin)).sessions).toBe(2);
  });

  test("are summed up in the metrics of the agent, for owners", async () => {
    const it = await agent();
    await run(it, calling([{}, { input: { n: 1 } }], daysAgo(20)));
    const metrics = async (
      by: Person,
    ): Promise<Pick<ItemMetrics, "dimension_averages" | "weakest_dimension" | "drift_alert">> => {
      const { dimension_averages, weakest_dimension, drift_alert } = (
        await telemetry.get(by, `/agents/${it.id}/metrics`)
      ).json<ItemMetrics>();
      return { dimension_averages, weakest_dimension, drift_alert } as ItemMetrics;
    };
    expect(await metrics(owner)).toEqual({
      dimension_averages: { tool_efficiency: 100, tool_failures: 100 },
      weakest_dimension: "tool_efficiency",
      drift_alert: null,
    });
    await run(it, calling([{ failed: true }, { input: { n: 1 }, failed: true }], daysAgo(1)));
    expect(await metrics(owner)).toEqual({
      dimension_averages: { tool_efficiency: 100, tool_failures: 50 },
      weakest_dimension: "tool_failures",
      drift_alert: true,
    });
    expect(await metrics(user)).toEqual({ dimension_averages: null, weakest_dimension: null, drift_alert: null });
  });
});
