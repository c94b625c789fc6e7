import { randomUUID } from "node:crypto";
import type { Session } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, at, prompt, text } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";
import { nameOldSessions } from "../jobs.js";
import { sessionKey } from "../ingest/session-identity.js";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const LINES = [
  JSON.stringify({
    type: "user",
    timestamp: at(0),
    cwd: "/home/ada/work/Web-Shop",
    gitBranch: "main",
    message: { role: "user", content: `Why does\n checkout fail with ${TOKEN}?` },
  }),
  JSON.stringify({ type: "ai-title", aiTitle: `Checkout fails with ${TOKEN}` }),
  JSON.stringify({
    type: "user",
    timestamp: at(1),
    cwd: "/home/ada",
    gitBranch: "fix/cart-42",
    message: { role: "user", content: "Go on" },
  }),
];
const NAMES = {
  project: "default",
  project_name: "Web-Shop",
  title: "Checkout fails with **REDACTED**",
  first_prompt: "Why does checkout fail with **REDACTED**?",
  cwd: "/home/ada/work/Web-Shop",
  git_branch: "fix/cart-42",
};

describe.each(largestSize)("what a session is called ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let telemetry: Telemetry;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    telemetry = createTelemetry(send);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const shown = async (id: string, by = ada): Promise<Session> => (await telemetry.get(by, `/sessions/${id}`)).json();

  test("is what its lines say, without secrets, however they were sent", async () => {
    const whole = await telemetry.store(ada, LINES);
    expect(await shown(whole)).toMatchObject(NAMES);
    const session_id = randomUUID();
    for (const [start_offset, line] of [...LINES.entries()].toReversed()) {
      await telemetry.ingest(ada, { session_id, start_offset, lines: [line] });
    }
    expect(await shown(session_id)).toMatchObject(NAMES);
    // Cut off to one line, the session is counted anew.
    await telemetry.ingest(ada, { session_id: whole, lines: [], final: true, total_line_count: 1 });
    expect(await shown(whole)).toMatchObject({ ...NAMES, title: null, git_branch: "main" });
  });

  test("is found by every part of it, by whoever may see the session", async () => {
    const [bob, other] = [await people.join(), await people.join()];
    const id = await telemetry.store(bob, LINES);
    for (const words of ["web+shop", "CHECKOUT", "cart", "fix+42", "fails+checkout"]) {
      expect([words, await telemetry.list(bob, `?search=${words}`)]).toEqual([words, [id]]);
    }
    expect(await telemetry.list(bob, "?project=Web-Shop")).toEqual([id]);
    expect(await telemetry.list(bob, "?project=default")).toEqual([id]);
    expect(await telemetry.list(bob, "?project=shop")).toEqual([]);
    expect(await telemetry.list(bob, "?search=invoice")).toEqual([]);
    expect(await telemetry.list(other, "?search=checkout")).toEqual([]);
    expect(await telemetry.list(people.admin, `?search=cart&user_id=${bob.user.id}`)).toEqual([id]);
    const answer = await send("POST /graphql", {
      token: bob.token,
      body: {
        query: `{ session(id: "${id}") { title firstPrompt cwd gitBranch projectName tokens { cacheWrite1h } } }`,
      },
    });
    expect(answer.json().data.session).toEqual({
      title: NAMES.title,
      firstPrompt: NAMES.first_prompt,
      cwd: NAMES.cwd,
      gitBranch: NAMES.git_branch,
      projectName: NAMES.project_name,
      tokens: { cacheWrite1h: 0 },
    });
  });

  /** A copy of a session as a release would have left it that kept no names. */
  const copyWithoutNames = async (of: string): Promise<string> => {
    const sessionId = randomUUID();
    const owner = { userId: ada.user.id, project: "default", harness: "claude-code" } as const;
    const [from, to] = [sessionKey({ ...owner, sessionId: of }), sessionKey({ ...owner, sessionId })];
    const changes = { id: to, session_id: sessionId, names: {}, names_read: false, project_name: "default" };
    await runSql(
      server.platform.relational,
      "INSERT INTO session SELECT (jsonb_populate_record(session, $1::jsonb)).* FROM session WHERE id = $2",
      [JSON.stringify(changes), from],
    );
    await server.platform.analytical.command(
      `INSERT INTO session_line SELECT * REPLACE ('${to}' AS session, map() AS names)
      FROM (SELECT * FROM session_line WHERE session = '${from}')`,
    );
    return sessionId;
  };

  test("is read from the lines of sessions that were stored before it was kept", async () => {
    const id = await copyWithoutNames(await telemetry.store(ada, LINES));
    expect(await shown(id)).toMatchObject({ title: null, first_prompt: null, cwd: null, git_branch: null });
    await server.platform.jobs.enqueue(nameOldSessions, {});
    await eventually(async () => expect(await shown(id)).toMatchObject(NAMES));
    expect(await telemetry.list(ada, "?search=cart+42")).toContain(id);
    // Counted anew, it comes to the same.
    await telemetry.ingest(ada, { session_id: id, start_offset: 3, lines: [prompt("More"), prompt("And more")] });
    await telemetry.ingest(ada, { session_id: id, lines: [], final: true, total_line_count: 4 });
    expect(await shown(id)).toMatchObject({ ...NAMES, line_count: 4 });
  });

  test("stands beside a cost that tells one-hour cache writes and stated costs apart", async () => {
    const usage = {
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 1000,
      cache_creation: { ephemeral_1h_input_tokens: 400 },
    } as unknown as Record<string, number>;
    const computed = assistant([text("Hi")], { model: "claude-opus-5", usage, id: "m1" });
    const stated = JSON.stringify({ ...JSON.parse(assistant([text("Ho")], { usage, id: "m2" })), costUSD: 0.5 });
    const id = await telemetry.store(ada, [computed, stated, prompt("Bye")]);
    const cost = (600 * 6.25 + 400 * 10) / 1_000_000;
    const expected = {
      cost_usd: 0.5 + cost,
      stated_cost_usd: 0.5,
      unpriced_models: [],
      tokens: { input: 0, output: 0, cache_read: 0, cache_write: 2000, cache_write_1h: 800, total: 2000 },
    };
    expect(await shown(id)).toMatchObject(expected);
    expect(await telemetry.events(ada, id, "?limit=2")).toMatchObject([
      { cost_usd: cost, stated_cost_usd: null },
      { cost_usd: 0.5, stated_cost_usd: 0.5 },
    ]);
    await telemetry.ingest(ada, { session_id: id, lines: [], final: true, total_line_count: 2 });
    expect(await shown(id)).toMatchObject(expected);
  });
});
