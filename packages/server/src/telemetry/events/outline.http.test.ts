import type { Session, SessionOutline } from "@tackroom/contract";
import { HARNESS_IDS } from "@tackroom/harness";
import { SEEDS } from "@tackroom/harness/testing/transcript-lines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, at, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";

const SECRET = "AKIAIOSFODNN7EXAMPLE";
const USAGE = { input_tokens: 1000, output_tokens: 100 };

describe.each(largestSize)("the outline of a session ($size)", (on) => {
  let server: TestServer;
  let telemetry: Telemetry;
  let people: People;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    telemetry = createTelemetry(createSend(server));
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const outlineOf = async (id: string, query = ""): Promise<SessionOutline> =>
    (await telemetry.get(ada, `/sessions/${id}/outline${query}`)).json();

  test("answers what was asked, what failed, what was changed and what it cost, without secrets", async () => {
    const edit = { file_path: "a.ts", old_string: "one", new_string: `two\n${SECRET}` };
    const id = await telemetry.store(ada, [
      prompt(`Use ${SECRET} ${"word ".repeat(100)}`, at(0)),
      assistant([text("Looking")], { id: "m1", timestamp: at(1), usage: USAGE }),
      assistant([toolCall("t1", "Edit", edit)], { id: "m1", timestamp: at(2), usage: USAGE }),
      toolResult("t1", "done", { timestamp: at(3) }),
      assistant([toolCall("t2", "Bash", { command: `echo ${SECRET}` })], { id: "m2", timestamp: at(4), usage: USAGE }),
      toolResult("t2", `error: no ${SECRET}`, { timestamp: at(5), isError: true }),
    ]);
    const outline = await outlineOf(id);
    expect(JSON.stringify(outline)).not.toContain(SECRET);
    expect(outline).toMatchObject({
      turns: [{ line: 0, offset: 0, steps: 3, tool_calls: 2, failures: 1, duration_ms: 5000, cost_usd: 0.009 }],
      failures: [{ line: 4, offset: 4, tool_name: "Bash", summary: "Bash echo **REDACTED**: error: no **REDACTED**" }],
      files: [{ path: "a.ts", added: 2, removed: 1, line: 2, offset: 2 }],
      cost_by_tool: [
        { name: "Edit", calls: 1, cost_usd: 0.0045 },
        { name: "Bash", calls: 1, cost_usd: 0.0045 },
        { name: "answer", calls: 1, cost_usd: null },
      ],
      totals: { events: 6, steps: 3, prompts: 1, failures: 1, kinds: { prompt: 1, answer: 1, edit: 1, command: 1 } },
    });
    expect(outline.turns[0]?.text).toHaveLength(200);
  });

  test.each(HARNESS_IDS)("adds up to the summary in tokens and cost, with lines of %s", async (harness) => {
    const lines = SEEDS[harness].map((line) => JSON.stringify(line));
    const id = await telemetry.store(ada, [...lines, ...lines], { harness });
    const session = (await telemetry.get(ada, `/sessions/${id}`)).json<Session>();
    const { turns, totals, cost_by_tool, strip } = await outlineOf(id);
    const sum = (costs: readonly { cost_usd: number | null }[]): number =>
      costs.reduce((total, { cost_usd }) => total + (cost_usd ?? 0), 0);
    expect(totals.events).toBe(session.events);
    expect(totals.cost_usd).toBe(session.cost_usd);
    for (const part of [turns, cost_by_tool, strip]) expect(sum(part)).toBeCloseTo(session.cost_usd ?? 0, 5);
    if (session.tokens !== null) expect(totals.tokens).toEqual(session.tokens);
    expect(turns.reduce((total, { tokens }) => total + tokens.total, 0)).toBe(totals.tokens.total);
    expect(turns.reduce((total, turn) => total + turn.tool_calls, 0)).toBe(session.tool_calls);
  });

  test("grows with the session", async () => {
    const id = await telemetry.store(ada, [prompt("One")]);
    expect((await outlineOf(id)).totals.prompts).toBe(1);
    await telemetry.ingest(ada, { session_id: id, lines: [prompt("Two")], start_offset: 1 });
    expect((await outlineOf(id)).turns.map((turn) => turn.text)).toEqual(["One", "Two"]);
  });

  test("is for whose session it is, and for admins", async () => {
    const id = await telemetry.store(ada, [prompt("Mine")]);
    const [bob, admin] = [await people.join(), await people.join("admin")];
    expect(verdict(await telemetry.get(bob, `/sessions/${id}/outline`))).toEqual([404, "not_found"]);
    const seen = await telemetry.get(admin, `/sessions/${id}/outline`);
    expect(seen.json()).toMatchObject({ turns: [{ text: "Mine" }] });
  });

  test("reads a session of many pieces, with nothing left out", async () => {
    const id = await telemetry.store(ada, [prompt("One")]);
    const lines = Array.from({ length: 1000 }, (_, n) => assistant([text(`${n}`)], { id: `m${n}`, usage: USAGE }));
    for (const start_offset of [1, 1001, 2001, 3001, 4001]) {
      const batch = lines.map((line) => line.replace(/"id":"m/, `"id":"m${start_offset}-`));
      await telemetry.ingest(ada, { session_id: id, lines: batch, start_offset });
    }
    const session = (await telemetry.get(ada, `/sessions/${id}`)).json<Session>();
    const { turns, totals, strip } = await outlineOf(id);
    expect(turns).toMatchObject([{ steps: 5000, tokens: session.tokens, cost_usd: session.cost_usd }]);
    expect([totals.events, strip.length]).toEqual([5001, 240]);
  });

  test("skips a gap, however long it is", async () => {
    const id = await telemetry.store(ada, [prompt("first")]);
    await telemetry.ingest(ada, { session_id: id, lines: [prompt("last")], start_offset: 9_999_999 });
    const { turns, totals } = await outlineOf(id);
    expect(turns.map(({ line, text: asked }) => [line, asked])).toEqual([
      [0, "first"],
      [9_999_999, "last"],
    ]);
    expect(totals.events).toBe(2);
  });
});
