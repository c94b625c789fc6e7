import type { TelemetryStatus } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { prompt } from "../../../test/transcripts.js";

const SECRET = "AKIAIOSFODNN7EXAMPLE";

describe.each(largestSize)("reports ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const rowsOf = (table: string, by: Person): Promise<Record<string, unknown>[]> =>
    server.platform.analytical.query(`SELECT * FROM ${table} WHERE user_id = {user:UUID} ORDER BY received_at`, {
      user: by.user.id,
    });
  const hook = (body: object, { by = ada, query = "", headers = {} } = {}): ReturnType<Send> =>
    send(`POST /telemetry/hooks${query}`, { token: by.token, body, headers });
  const whileAway = async <T>(work: () => Promise<T>): Promise<T> => {
    const refusal = Object.assign(new Error("connect ECONNREFUSED 10.0.0.9:8123"), { code: "ECONNREFUSED" });
    const append = vi.spyOn(server.platform.analytical.writer, "append").mockRejectedValue(refusal);
    try {
      return await work();
    } finally {
      append.mockRestore();
    }
  };

  describe("of hooks", () => {
    test("are kept in both spellings, without secrets", async () => {
      const by = await people.join();
      const snake = {
        hook_event_name: "postToolUse",
        session_id: "k-71",
        cwd: "/w/ops",
        tool_name: "fs_read",
        tool_use_id: "t1",
        tool_input: { path: SECRET },
        tool_response: { success: false },
        service_name: "kiro",
        agent_name: "ops-helper",
        something_new: true,
      };
      const camel = {
        hookEventName: "PreToolUse",
        sessionId: "k-72",
        cwd: "/w/dev",
        toolName: "Bash",
        toolUseId: "t2",
        serviceName: "claude-code",
        agentId: "a1",
      };
      const answer = await hook(snake, { by });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { ingested: 1, session_id: "k-71", event: "PostToolUseFailure" },
      ]);
      expect((await hook(camel, { by })).json()).toEqual({ ingested: 1, session_id: "k-72", event: "PreToolUse" });
      const rows = await rowsOf("hook_event", by);
      expect(rows).toMatchObject([
        { harness: "kiro", event: "PostToolUseFailure", session_id: "k-71", tool_name: "fs_read", is_error: 1 },
        { harness: "claude-code", event: "PreToolUse", session_id: "k-72", tool_use_id: "t2", agent_id: "a1" },
      ]);
      expect(rows[0]).toMatchObject({ agent_id: "ops-helper", cwd: "/w/ops", tool_use_id: "t1" });
      expect(JSON.parse(String(rows[0]?.["detail"]))).toEqual({ ...snake, tool_input: { path: "**REDACTED**" } });
    });

    test.each([
      ["agentSpawn", "SessionStart"],
      ["promptSubmit", "UserPromptSubmit"],
      ["agentStop", "Stop"],
      ["subagentStop", "SubagentStop"],
      ["PreCompact", "PreCompact"],
      ["somethingNew", "SomethingNew"],
      ["toString", "ToString"],
      ["no name!", "Unknown"],
    ])("called %j are %s", async (hook_event_name, event) => {
      expect((await hook({ hook_event_name })).json()).toEqual({ ingested: 1, session_id: null, event });
    });

    test("may be empty, and of any type", async () => {
      const headers = { "content-type": "text/plain" };
      const plain = await hook(Buffer.from('{"hook_event_name":"Stop"}'), { headers });
      expect(plain.json()).toMatchObject({ ingested: 1, event: "Stop" });
      const empty = await send("POST /telemetry/hooks", { token: ada.token });
      expect(empty.json()).toEqual({ ingested: 1, session_id: null, event: "Unknown" });
      expect(verdict(await hook([1]))).toEqual([422, "validation_failed"]);
    });

    test("are answered with nothing that a harness could take for the hook's word, when it says so", async () => {
      const body = { hook_event_name: "Stop" };
      const quiet = { query: "?quiet=1" };
      expect((await hook(body, quiet)).body).toBe("{}");
      expect((await hook(body, { headers: { accept: "application/json; hook=quiet" } })).body).toBe("{}");
      expect((await hook(body, { query: "?quiet=0" })).json()).toMatchObject({ ingested: 1 });
      expect(verdict(await hook({ service_name: "notepad" }, quiet))).toEqual([422, "validation_failed"]);
      expect(verdict(await whileAway(() => hook(body, quiet)))).toEqual([503, "unavailable"]);
    });

    test("come with the token of a hook", async () => {
      const by = await people.join();
      const { access_token } = (await send("POST /auth/hooks-token", { token: by.token })).json();
      const withToken = { ...by, token: access_token };
      expect((await hook({ hook_event_name: "Stop", session_id: "h" }, { by: withToken })).statusCode).toBe(200);
      expect(await rowsOf("hook_event", by)).toMatchObject([{ session_id: "h" }]);
    });
  });

  describe("of calls and interactions", () => {
    test("are kept each by itself: one that cannot be read does not spoil the rest", async () => {
      const by = await people.join();
      const half = String.fromCharCode(0xd800);
      const body = {
        tool_calls: [
          { mcp_server_id: "m", tool_name: "full", input_params: { key: SECRET }, response: "ok", ide: "cursor" },
          { mcp_server_id: "m" },
          null,
          "text",
          { mcp_server_id: "m", tool_name: "t", latency_ms: -1 },
          { mcp_server_id: `m${half}`, tool_name: "spoilt", latency_ms: 1.5, status: "error", harness: "notepad" },
        ],
        agent_interactions: [
          { agent_id: "a", session_id: null, tool_calls: 3, user_action: "accepted" },
          { agent_id: 7 },
        ],
      };
      const answer = await send("POST /telemetry/events", { token: by.token, body });
      expect([answer.statusCode, answer.json()]).toEqual([200, { ingested: 3, errors: 5 }]);
      const calls = await rowsOf("tool_call_event", by);
      expect(calls.toSorted((a, b) => String(a["tool_name"]).localeCompare(String(b["tool_name"])))).toMatchObject([
        {
          tool_name: "full",
          harness: "cursor",
          status: "success",
          latency_ms: 0,
          input_params: '{"key":"**REDACTED**"}',
          response: "ok",
        },
        { tool_name: "spoilt", mcp_server_id: "m\ufffd", harness: "", status: "error", latency_ms: 1.5 },
      ]);
      expect(await rowsOf("agent_interaction_event", by)).toMatchObject([
        { agent_id: "a", session_id: "", tool_calls: 3, user_action: "accepted" },
      ]);
      expect((await send("POST /telemetry/events", { token: by.token, body: {} })).json()).toEqual({
        ingested: 0,
        errors: 0,
      });
    });

    test("are refused while the analytical store is away", async () => {
      const body = { agent_interactions: [{ agent_id: "a" }] };
      const refused = await whileAway(() => send("POST /telemetry/events", { token: ada.token, body }));
      expect(verdict(refused)).toEqual([503, "unavailable"]);
    });
  });

  describe("and the status", () => {
    const statusOf = async (by: Person): Promise<TelemetryStatus> =>
      (await send("GET /telemetry/status", { token: by.token })).json();

    test("are numbers of one's own, and of everyone's for admins", async () => {
      const by = await people.join();
      const nothing = { tool_call_events: 0, agent_interaction_events: 0, sessions_active: 0, records_last_hour: 0 };
      expect(await statusOf(by)).toMatchObject({ status: "ok", ...nothing, last_event_at: null, lag_ms: null });
      const before = await statusOf(people.admin);
      const timestamp = new Date(Date.now() - 60_000).toISOString();
      const session_id = await telemetry.store(by, [prompt("one", timestamp), prompt("two", timestamp)]);
      const own = { sessions_active: 1, records_last_hour: 2, last_event_at: timestamp };
      expect(await statusOf(by)).toMatchObject({ ...nothing, ...own });
      expect((await statusOf(by)).lag_ms).toBeGreaterThanOrEqual(60_000);
      // What is cut off no longer counts; what a repeated batch says has been counted.
      await telemetry.ingest(by, { session_id, lines: [prompt("one", timestamp)] });
      await telemetry.ingest(by, { session_id, lines: [], final: true, total_line_count: 1 });
      const tool_calls = [{ mcp_server_id: "m", tool_name: "t" }];
      const agent_interactions = [{ agent_id: "a" }, { agent_id: "b" }];
      await send("POST /telemetry/events", { token: by.token, body: { tool_calls, agent_interactions } });
      await hook({ hook_event_name: "PostToolUse" }, { by });
      await hook({ hook_event_name: "PreToolUse" }, { by });
      const shown = await statusOf(by);
      const reported = { tool_call_events: 2, agent_interaction_events: 2 };
      expect(shown).toMatchObject({ ...reported, sessions_active: 1, records_last_hour: 1, writer: { queued: 0 } });
      expect(Date.parse(shown.last_event_at ?? "")).toBeGreaterThan(Date.parse(timestamp));
      const after = await statusOf(people.admin);
      expect(after).toMatchObject({
        tool_call_events: before.tool_call_events + 2,
        agent_interaction_events: before.agent_interaction_events + 2,
        sessions_active: before.sessions_active + 1,
        records_last_hour: before.records_last_hour + 1,
      });
    });

    test("is degraded from a failed write to the next that succeeds; only admins see the store's own words", async () => {
      await expect(server.platform.analytical.writer.append("hook_event", [{ is_error: "no" }])).rejects.toThrow();
      const [own, everyones] = [await statusOf(ada), await statusOf(people.admin)];
      expect(own).toMatchObject({
        status: "degraded",
        writer: { last_error: "The latest rows could not be stored. An admin can see the reason." },
      });
      expect(everyones.status).toBe("degraded");
      expect(everyones.writer.last_error).toMatch(/refused rows for hook_event/);
      await hook({ hook_event_name: "Stop" });
      const mended = await statusOf(ada);
      expect(mended).toMatchObject({ status: "ok", writer: { last_error: null } });
      expect(Date.parse(mended.writer.last_flush_at ?? "")).toBeGreaterThan(0);
    });
  });
});
