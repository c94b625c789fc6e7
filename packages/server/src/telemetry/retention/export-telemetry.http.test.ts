import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSend,
  invitePeople,
  PASSWORD,
  verdict,
  type People,
  type Person,
  type Send,
} from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { prompt } from "../../../test/transcripts.js";

interface Exported {
  readonly type: string;
  readonly session_id: string;
  readonly [member: string]: unknown;
}

describe.each(largestSize)("an export of one's own telemetry ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const exported = async ({ token }: Pick<Person, "token">): Promise<Exported[]> => {
    const answer = await send("GET /telemetry/export", { token });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const lines = answer.body.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Exported);
  };

  test("has every line as it was sent, and nothing of anybody else", async () => {
    const [ada, bob] = [await people.join(), await people.join("super_admin")];
    const many = Array.from({ length: 1500 }, (_, at) => prompt(`line ${at} \u2028 {"a":1}`));
    const long = await telemetry.store(ada, many.slice(0, 1000));
    await telemetry.ingest(ada, { session_id: long, start_offset: 1000, lines: many.slice(1000) });
    const short = await telemetry.store(ada, [prompt("short")]);
    const hers = await telemetry.store(bob, [prompt("not ada's")]);
    await send(`POST /sessions/${short}/ratings`, {
      token: ada.token,
      body: { dimension: "goal_completion", score: 80, note: "fine" },
    });

    const records = await exported(ada);
    const rawOf = (id: string): unknown[] =>
      records.filter((each) => each.type === "line" && each.session_id === id).map(({ raw }) => raw);
    expect(rawOf(long)).toEqual(many);
    expect(rawOf(short)).toEqual([prompt("short")]);
    expect(records.filter(({ type }) => type === "session").map(({ session_id: id }) => id)).toHaveLength(2);
    expect(records.filter(({ type }) => type === "rating")).toMatchObject([
      { session_id: short, dimension: "goal_completion", score: 80, note: "fine" },
    ]);
    expect(JSON.stringify(records)).not.toContain("not ada's");
    expect((await exported(bob)).map(({ session_id: id }) => id)).toEqual([hers, hers]);
    expect(await exported(await people.join())).toEqual([]);
  });

  test("has every report, and lines that were replaced", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const hook = { hook_event_name: "Stop", session_id: "s1", service_name: "kiro", cwd: "/w/shop", model: "auto" };
    const call = { mcp_server_id: "ann/tools", tool_name: "find", status: "success", input_params: { q: "x" } };
    const interaction = { agent_id: "ann/helper", session_id: "s1", tool_calls: 3 };
    for (const { token } of [ada, bob]) {
      await send("POST /telemetry/hooks", { token, body: hook });
      await send("POST /telemetry/events", {
        token,
        body: { tool_calls: [call, call], agent_interactions: [interaction] },
      });
    }
    // More than are read at once, many of them of the same moment.
    for (let time = 0; time < 5; time++) {
      const body = { tool_calls: Array.from({ length: 90 }, () => call) };
      await send("POST /telemetry/events", { token: ada.token, body });
    }
    const session_id = await telemetry.store(ada, [prompt("first"), prompt("second")]);
    await telemetry.ingest(ada, { session_id, lines: [], final: true, total_line_count: 1 });
    const records = await exported(ada);
    const ofType = (wanted: string): Exported[] => records.filter(({ type }) => type === wanted);
    expect(ofType("hook_event")).toEqual([
      expect.objectContaining({ event: "Stop", session_id: "s1", harness: "kiro", cwd: "/w/shop", model: "auto" }),
    ]);
    expect(ofType("hook_event")[0]?.["detail"]).toBe(JSON.stringify(hook));
    expect(ofType("tool_call")).toHaveLength(452);
    expect(new Set(ofType("tool_call").map((each) => each["event_id"])).size).toBe(452);
    expect(ofType("tool_call")[0]).toMatchObject({ mcp_server_id: "ann/tools", input_params: '{"q":"x"}' });
    expect(ofType("agent_interaction")).toMatchObject([{ agent_id: "ann/helper", tool_calls: 3 }]);
    expect(ofType("superseded_line")).toMatchObject([{ session_id, line: 1, raw: prompt("second") }]);
    expect(ofType("line")).toMatchObject([{ session_id, line: 0, raw: prompt("first") }]);
    expect(JSON.stringify(records)).not.toContain(bob.user.id);
  });

  test("has the lines after a gap, however long it is", async () => {
    const ada = await people.join();
    const session_id = await telemetry.store(ada, [prompt("first")]);
    await telemetry.ingest(ada, { session_id, lines: [prompt("last")], start_offset: 9_999_999 });
    const lines = (await exported(ada)).filter(({ type }) => type === "line");
    expect(lines.map(({ line, raw }) => [line, raw])).toEqual([
      [0, prompt("first")],
      [9_999_999, prompt("last")],
    ]);
  });

  test("is not for a sign-in whose password an admin has set", async () => {
    const ada = await people.join();
    await telemetry.store(ada, [prompt("private")]);
    const path = `/admin/users/${ada.user.id}/password` as const;
    const given = "Another-Horse-8";
    await send(`PUT ${path}`, { token: people.admin.token, body: { new_password: given } });
    const login = async (password: string) =>
      (await send("POST /auth/login", { body: { email: ada.user.email, password } })).json<{ access_token: string }>();
    const { access_token: token } = await login(given);
    const body = { current_password: given, new_password: PASSWORD };
    expect((await send("PUT /auth/profile/password", { token, body })).statusCode).toBeLessThan(300);
    expect(verdict(await send("GET /telemetry/export", { token }))).toEqual([403, "forbidden"]);
    const { access_token: own } = await login(PASSWORD);
    expect(await exported({ token: own })).toHaveLength(2);
  });
});
