import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, at, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";

describe.each(largestSize)("sessions ($size)", (on) => {
  let server: TestServer;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    telemetry = createTelemetry(createSend(server));
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  describe("of a person", () => {
    let ada: Person;
    const AGENT = randomUUID();
    const ids = { plain: "", failed: "", codex: "", latest: "" };
    beforeAll(async () => {
      ada = await people.join();
      // Stored in another order than they happened in.
      ids.latest = await telemetry.store(ada, [prompt("latest of all", at(900))], { project: "site", final: true });
      ids.plain = await telemetry.store(ada, [prompt("Hello, Wörld", at(0)), assistant([text("Good day")])]);
      ids.failed = await telemetry.store(
        ada,
        [
          prompt("Run it", at(300)),
          assistant([toolCall("t1", "Bash", { command: "make\nall" })], {
            timestamp: at(301),
            model: "claude-opus-4-1",
          }),
          toolResult("t1", "no such target", { isError: true, timestamp: at(302) }),
        ],
        { agent_id: AGENT, agent_version: "2.0.0", parent_session_id: ids.plain },
      );
      const codex = { timestamp: at(600), type: "event_msg", payload: { type: "user_message", message: "Fix it" } };
      ids.codex = await telemetry.store(ada, [JSON.stringify(codex)], { harness: "codex" });
    });

    test("are listed with the latest event first, in pages that lead to each other", async () => {
      const order = [ids.latest, ids.codex, ids.failed, ids.plain];
      expect(await telemetry.list(ada)).toEqual(order);
      const page = await telemetry.get(ada, "/sessions?limit=1&offset=1&project=default");
      expect(page.json()).toMatchObject([{ session_id: ids.failed }]);
      expect(page.headers["x-total-count"]).toBe("3");
      const to = (offset: number, rel: string): string =>
        `</api/v1/sessions?limit=1&offset=${offset}&project=default>; rel="${rel}"`;
      expect(page.headers["link"]).toBe([to(0, "first"), to(0, "prev"), to(2, "next"), to(2, "last")].join(", "));
    });

    test.each<[string, (keyof typeof ids)[]]>([
      ["harness=codex", ["codex"]],
      ["project=site", ["latest"]],
      [`agent_id=${AGENT}`, ["failed"]],
      [`agent_id=${randomUUID()}`, []],
      ["model=claude-opus-4-1", ["failed"]],
      ["has_errors=true", ["failed"]],
      ["has_errors=false", ["latest", "codex", "plain"]],
      [`from=${at(600)}`, ["latest", "codex"]],
      [`to=${at(301)}`, ["failed", "plain"]],
      [`from=${at(301)}&to=${at(600)}`, ["codex", "failed"]],
      ["search=WÖRLD", []],
      ["search=WöRLD", ["plain"]],
      ["search=hello+good", ["plain"]],
      ["search=hello+target", []],
      ["search=all", ["latest", "failed"]],
      ["search=all&has_errors=true", ["failed"]],
      ["search=make", ["failed"]],
      ["search=hell", []],
      ["search=timestamp", []],
      ["search=null", []],
      ["search=user", []],
      ["search=%21%21", ["latest", "codex", "failed", "plain"]],
    ])("are found by %s", async (query, expected) => {
      expect(await telemetry.list(ada, `?${query}`)).toEqual(expected.map((name) => ids[name]));
    });

    test("are described by what their lines and their exporter say", async () => {
      const shown = await telemetry.get(ada, `/sessions/${ids.failed}`);
      expect(shown.json()).toEqual({
        session_id: ids.failed,
        harness: "claude-code",
        project: "default",
        project_name: "default",
        title: null,
        first_prompt: expect.any(String),
        cwd: null,
        git_branch: null,
        user_id: ada.user.id,
        user_name: ada.user.username,
        agent_id: AGENT,
        agent_name: null,
        agent_version: "2.0.0",
        parent_session_id: ids.plain,
        subagents: 0,
        started_at: at(300),
        last_event_at: at(302),
        active_ms: 2000,
        activity: [{ calls: 1, failures: 1 }],
        final: false,
        line_count: 3,
        acknowledged_line: 2,
        acknowledged_offset: 0,
        generation: 0,
        events: 3,
        prompts: 1,
        tool_calls: 1,
        tool_failures: 1,
        unreadable_lines: 0,
        models: ["claude-opus-4-1"],
        total_credits: null,
        cost_usd: null,
        stated_cost_usd: null,
        unpriced_models: [],
        tokens: { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0, total: 0 },
        integrity: { ok: null, server_hash: null, repair_from_line: null, checked_at: null },
      });
      expect((await telemetry.get(ada, `/sessions/${ids.latest}`)).json()).toMatchObject({ final: true });
    });

    test("are nobody else's business, but for admins", async () => {
      const bob = await people.join();
      const own = await telemetry.store(bob, [prompt("Hello from Bob", at(50))]);
      expect(await telemetry.list(bob)).toEqual([own]);
      expect(await telemetry.list(bob, "?search=hello")).toEqual([own]);
      expect(await telemetry.list(bob, `?user_id=${bob.user.id.toUpperCase()}`)).toEqual([own]);
      expect(verdict(await telemetry.get(bob, `/sessions?user_id=${ada.user.id}`))).toEqual([403, "forbidden"]);
      for (const path of ["", "/events", "/lines", `?user_id=${ada.user.id}`]) {
        const answer = await telemetry.get(bob, `/sessions/${ids.plain}${path}`);
        expect([path, ...verdict(answer)]).toEqual([path, 404, "not_found"]);
      }
      const admin = await people.join("admin");
      expect(await telemetry.list(admin, `?user_id=${ada.user.id}`)).toHaveLength(4);
      expect(await telemetry.list(admin, "?search=hello")).toEqual([own, ids.plain]);
      expect(await telemetry.list(await people.join("reviewer"))).toEqual([]);
      expect((await telemetry.get(admin, `/sessions/${ids.plain}`)).json()).toMatchObject({ user_id: ada.user.id });
    });
  });

  test("of one id are told apart by harness, project and user", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const session_id = randomUUID();
    for (const project of ["one", "two"]) {
      await telemetry.ingest(ada, { session_id, project, lines: [prompt(project, at(project === "two" ? 1 : 0))] });
    }
    await telemetry.ingest(bob, { session_id, project: "two", lines: [prompt("Bob's")] });
    const refused = await telemetry.get(ada, `/sessions/${session_id}`);
    const ofAda = { session_id, harness: "claude-code", user_id: ada.user.id };
    expect(verdict(refused)).toEqual([409, "ambiguous_name"]);
    expect(refused.json().candidates).toEqual([
      { ...ofAda, project: "two" },
      { ...ofAda, project: "one" },
    ]);
    expect((await telemetry.get(ada, `/sessions/${session_id}?project=one`)).json()).toMatchObject({ project: "one" });
    expect((await telemetry.get(bob, `/sessions/${session_id}`)).json()).toMatchObject({ user_id: bob.user.id });
    const byAdmin = (query: string) => telemetry.get(people.admin, `/sessions/${session_id}?${query}`);
    expect((await byAdmin("project=two")).json().candidates).toHaveLength(2);
    expect((await byAdmin(`project=two&user_id=${ada.user.id}`)).json()).toMatchObject(ofAda);
    expect(verdict(await byAdmin("harness=codex"))).toEqual([404, "not_found"]);
    expect(verdict(await byAdmin("harness=notepad"))).toEqual([422, "validation_failed"]);
  });

  test("are not found by what was cut off or replaced", async () => {
    const ada = await people.join();
    const lines = [prompt("stays"), prompt("vanishes")];
    const session_id = await telemetry.store(ada, lines);
    expect(await telemetry.list(ada, "?search=vanishes")).toEqual([session_id]);
    await telemetry.ingest(ada, { session_id, lines: [], final: true, total_line_count: 1 });
    expect(await telemetry.list(ada, "?search=vanishes")).toEqual([]);
    await telemetry.ingest(ada, { session_id, lines: [prompt("another")], start_offset: 5 });
    await telemetry.ingest(ada, { session_id, lines: [prompt("third")], start_offset: 5 });
    expect(await telemetry.list(ada, "?search=another")).toEqual([]);
    expect(await telemetry.list(ada, "?search=third")).toEqual([session_id]);
  });

  test("of texts that no store takes as they are, are stored all the same", async () => {
    const ada = await people.join();
    const spoilt = (model: string): string => assistant([text("fine")], { model: "m" }).replace('"m"', `"${model}"`);
    const half = String.fromCharCode(0xd800);
    const id = await telemetry.store(ada, [spoilt("a\\u0000"), spoilt("b\\ud800"), prompt(`lone ${half} half`)], {
      agent_version: `v${half}`,
    });
    const shown = await telemetry.get(ada, `/sessions/${id}`);
    expect(shown.json()).toMatchObject({ line_count: 3, models: ["a\ufffd", "b\ufffd"], agent_version: "v\ufffd" });
    expect(await telemetry.events(ada, id)).toMatchObject([
      { text: "fine" },
      { text: "fine" },
      { text: "lone \ufffd half" },
    ]);
  });
});
