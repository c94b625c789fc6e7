import { randomUUID } from "node:crypto";
import type { ItemType } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { publishItem } from "../../../test/registry.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const NO_CALLS = {
  total_calls: null,
  error_count: null,
  error_rate: null,
  avg_latency_ms: null,
  p50_latency_ms: null,
  p90_latency_ms: null,
  p99_latency_ms: null,
};
const NO_INTERACTIONS = {
  total_interactions: null,
  acceptance_rate: null,
  avg_tool_calls: null,
  avg_latency_ms: null,
  dimension_averages: null,
  weakest_dimension: null,
  drift_alert: null,
};

describe.each(largestSize)("the metrics of an item ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const install = async (type: ItemType, id: string, by: Person, harness: string): Promise<void> => {
    const answer = await send(`POST /${type}/${id}/install`, { token: by.token, body: { harness } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const metrics = (type: ItemType, id: string, by: Person, query = ""): Promise<LightMyRequestResponse> =>
    send(`GET /${type}/${id}/metrics${query}`, { token: by.token });

  /** As if someone had installed it then. */
  const installedAt = async (itemId: string, time: number, eventId = randomUUID()): Promise<void> => {
    const event = {
      event_id: eventId,
      item_id: itemId,
      version_id: randomUUID(),
      kind: "prompt",
      version: "1.0.0",
      harness: "codex",
      user_id: bob.user.id,
      agent_id: null,
      installed_at: new Date(time).toISOString(),
    };
    const sql = "INSERT INTO install_outbox (event_id, event) VALUES ($1, $2)";
    await runSql(server.platform.relational, sql, [eventId, JSON.stringify(event)]);
  };

  test("count every install at once, by harness, version and day", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const before = Date.now();
    await install("prompts", id, bob, "codex");
    await install("prompts", id, bob, "claude-code");
    await install("prompts", id, ada, "codex");
    const after = Date.now();
    const answer = await metrics("prompts", id, bob);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        listing_id: id,
        total_downloads: 3,
        unique_users: 2,
        last_downloaded_at: expect.stringMatching(MOMENT),
        by_harness: { codex: 2, "claude-code": 1 },
        by_version: { "1.0.0": 3 },
        series: expect.any(Array),
      },
    ]);
    const { last_downloaded_at, series } = answer.json();
    expect(Date.parse(last_downloaded_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(last_downloaded_at)).toBeLessThanOrEqual(after);
    // The days of the installs: two if midnight has just passed.
    expect([dateOf(before), dateOf(after)]).toEqual(
      expect.arrayContaining(series.map(({ date }: { date: string }) => date)),
    );
    expect(series.reduce((sum: number, { downloads }: { downloads: number }) => sum + downloads, 0)).toBe(3);
  });

  test("do not count a dry run, which answers what an install does", async () => {
    const prompt = await publishItem(server, "prompts", ada);
    const components = [{ component_type: "prompt", component_id: prompt.id, version: "1.0.0" }];
    const agent = await publishItem(server, "agents", ada, { components });
    const path = `POST /agents/${agent.id}/install` as const;
    const dryRun = await send(path, { token: bob.token, body: { harness: "claude-code", dry_run: true } });
    const downloads = async (): Promise<number[]> => [
      (await metrics("agents", agent.id, bob)).json().total_downloads,
      (await metrics("prompts", prompt.id, bob)).json().total_downloads,
    ];
    expect([dryRun.statusCode, await downloads()]).toEqual([200, [0, 0]]);
    const installed = await send(path, { token: bob.token, body: { harness: "claude-code" } });
    expect(dryRun.json()).toEqual(installed.json());
    expect(await downloads()).toEqual([1, 1]);
  });

  test("name the users to owners only, most downloads first, and none whose account is gone", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const leaving = await people.join();
    await install("prompts", id, leaving, "codex");
    await install("prompts", id, bob, "codex");
    await install("prompts", id, bob, "codex");
    await runSql(server.platform.relational, "DELETE FROM user_account WHERE id = $1", [leaving.user.id]);
    const users = [
      { user_id: bob.user.id, username: bob.user.username, downloads: 2 },
      { user_id: leaving.user.id, username: null, downloads: 1 },
    ];
    expect((await metrics("prompts", id, ada)).json()).toMatchObject({ unique_users: 2, users });
    expect((await metrics("prompts", id, people.admin)).json()).toMatchObject({ users });
    expect((await metrics("prompts", id, bob)).json()).not.toHaveProperty("users");
  });

  test("tell of the last days only", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const now = Date.now();
    const [yesterday, longAgo, longer] = [now - DAY_MS - 1000, now - 40 * DAY_MS, now - 364 * DAY_MS];
    for (const time of [longer, longAgo, yesterday]) await installedAt(id, time);
    expect((await metrics("prompts", id, bob, "?days=1")).json()).toMatchObject({
      total_downloads: 0,
      unique_users: 0,
      last_downloaded_at: null,
      by_harness: {},
      by_version: {},
      series: [],
    });
    expect((await metrics("prompts", id, bob)).json()).toMatchObject({
      total_downloads: 1,
      last_downloaded_at: new Date(yesterday).toISOString(),
      series: [{ date: dateOf(yesterday), downloads: 1 }],
    });
    expect((await metrics("prompts", id, bob, "?days=365")).json()).toMatchObject({
      total_downloads: 3,
      by_version: { "1.0.0": 3 },
      series: [longer, longAgo, yesterday].map((time) => ({ date: dateOf(time), downloads: 1 })),
    });
    expect(verdict(await metrics("prompts", id, bob, "?days=366"))).toEqual([422, "validation_failed"]);
  });

  test("count an event once that was handed on twice", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const [eventId, time] = [randomUUID(), Date.now() - 60_000];
    await installedAt(id, time, eventId);
    expect((await metrics("prompts", id, ada)).json()).toMatchObject({ total_downloads: 1 });
    await installedAt(id, time, eventId);
    expect((await metrics("prompts", id, ada)).json()).toMatchObject({
      total_downloads: 1,
      by_harness: { codex: 1 },
      series: [{ downloads: 1 }],
      users: [{ downloads: 1 }],
    });
  });

  test("of an MCP server and of an agent leave open what no session has told, and count what came with the agent", async () => {
    const tools = await publishItem(server, "mcps", ada);
    const components = [{ component_type: "mcp", component_id: tools.id }];
    const agent = await publishItem(server, "agents", ada, { components });
    await install("agents", agent.id, bob, "codex");
    const counted = {
      total_downloads: 1,
      by_harness: { codex: 1 },
      by_version: { "1.0.0": 1 },
      series: expect.any(Array),
    };
    expect((await metrics("mcps", tools.id, bob)).json()).toEqual({
      listing_id: tools.id,
      ...NO_CALLS,
      ...counted,
    });
    expect((await metrics("agents", agent.id, bob)).json()).toEqual({
      agent_id: agent.id,
      ...NO_INTERACTIONS,
      ...counted,
    });
  });

  const report = async (body: object, by = bob): Promise<void> => {
    const answer = await send("POST /telemetry/events", { token: by.token, body });
    if (answer.statusCode !== 200 || answer.json().errors > 0) throw new Error(answer.body);
  };

  test("of an MCP server count the calls that were reported under its id or its name", async () => {
    const [tools, other] = [await publishItem(server, "mcps", ada), await publishItem(server, "mcps", ada)];
    const latencies = [10, 20, 30, 40, 50, 60];
    const tool_calls = latencies.map((latency_ms, at) => ({
      mcp_server_id: at % 2 === 0 ? tools.id : tools.qualified_name,
      tool_name: "look",
      latency_ms,
      ...(at === 0 ? { status: "error" } : {}),
    }));
    await report({ tool_calls });
    await report({ tool_calls: [{ mcp_server_id: other.id, tool_name: "look", latency_ms: 0 }] }, ada);
    expect((await metrics("mcps", tools.id, bob)).json()).toMatchObject({
      total_calls: 6,
      error_count: 1,
      error_rate: 0.1667,
      avg_latency_ms: 35,
      p50_latency_ms: 40,
      p90_latency_ms: 60,
      p99_latency_ms: 60,
    });
    expect((await metrics("mcps", other.id, bob)).json()).toMatchObject({
      total_calls: 1,
      error_count: 0,
      error_rate: 0,
      avg_latency_ms: 0,
    });
  });

  test("of an agent tell how it was received; what was neither accepted nor refused does not count for that", async () => {
    const [agent, idle] = [await publishItem(server, "agents", ada), await publishItem(server, "agents", ada)];
    const actions = ["accepted", "accept", "rejected", "edited", undefined];
    const agent_interactions = actions.map((user_action, at) => ({
      agent_id: at === 0 ? agent.qualified_name : agent.id,
      tool_calls: at,
      latency_ms: 100,
      user_action,
    }));
    await report({ agent_interactions });
    await report({ agent_interactions: [{ agent_id: idle.id }] });
    const unrated = { dimension_averages: null, weakest_dimension: null, drift_alert: null };
    expect((await metrics("agents", agent.id, bob)).json()).toMatchObject({
      total_interactions: 5,
      acceptance_rate: 0.6667,
      avg_tool_calls: 2,
      avg_latency_ms: 100,
      ...unrated,
    });
    expect((await metrics("agents", idle.id, bob)).json()).toMatchObject({
      total_interactions: 1,
      acceptance_rate: null,
      avg_tool_calls: 0,
      avg_latency_ms: 0,
      ...unrated,
    });
  });

  test("of an MCP server do not tell of calls from before", async () => {
    const { id } = await publishItem(server, "mcps", ada);
    const sql = `INSERT INTO tool_call_event (received_at, mcp_server_id, status) VALUES (now64(3) - INTERVAL 31 DAY, '${id}', 'ok')`;
    await server.platform.analytical.command(sql);
    expect((await metrics("mcps", id, bob)).json()).toMatchObject(NO_CALLS);
    expect((await metrics("mcps", id, bob, "?days=40")).json()).toMatchObject({ total_calls: 1 });
  });

  test("are hidden with the item", async () => {
    const hidden = await publishItem(server, "prompts", ada, { visibility: "owner" });
    const absent = randomUUID();
    expect((await metrics("prompts", hidden.id, ada)).statusCode).toBe(200);
    const [refused, unknown] = [await metrics("prompts", hidden.id, bob), await metrics("prompts", absent, bob)];
    expect([verdict(refused), verdict(unknown)]).toEqual([
      [404, "not_found"],
      [404, "not_found"],
    ]);
    expect(refused.json().detail.replace(hidden.id, absent)).toBe(unknown.json().detail);
  });

  test("are not to be had while the analytical store is away, and installs go on", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const refusal = (): Error =>
      Object.assign(new Error("connect ECONNREFUSED 10.0.0.9:8123"), { code: "ECONNREFUSED" });
    const query = vi.spyOn(server.platform.analytical, "query").mockRejectedValue(refusal());
    try {
      await install("prompts", id, bob, "codex");
      expect(verdict(await metrics("prompts", id, bob))).toEqual([503, "unavailable"]);
    } finally {
      query.mockRestore();
    }
    expect((await metrics("prompts", id, bob)).json()).toMatchObject({ total_downloads: 1 });
  });
});
