import type { Session } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../test/graphql.js";
import { createSend, invitePeople, type Person } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../test/telemetry.js";
import { assistant, at, prompt, text } from "../../test/transcripts.js";

const UNTIMED = JSON.stringify({ type: "last-prompt", lastPrompt: "go on" });
const SUMMARY = JSON.stringify({ type: "summary", summary: "Fixing the cart" });

interface Asked {
  readonly sessionId: string;
  readonly harness: string;
  readonly events: { readonly totalCount: number; readonly edges: readonly unknown[] };
}

describe.each(largestSize)("transcripts as harnesses really write them ($size)", (on) => {
  let server: TestServer;
  let telemetry: Telemetry;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    telemetry = createTelemetry(createSend(server));
    ada = await (await invitePeople(server)).join();
  });
  afterAll(() => server.close());

  const sessionOf = async (id: string, as: string = "claude-code"): Promise<Session> =>
    (await telemetry.get(ada, `/sessions/${id}?harness=${as}`)).json();
  const more = (session_id: string, start_offset: number, lines: readonly string[], rest: object = {}) =>
    telemetry.ingest(ada, { session_id, start_offset, lines, ...rest });

  describe("a line without a time", () => {
    test("at the end of a session does not end it when it arrives", async () => {
      const id = await telemetry.store(ada, [prompt("hi", at(0)), assistant([text("Yes.")], { timestamp: at(5) })]);
      await more(id, 2, [UNTIMED, SUMMARY]);
      expect(await sessionOf(id)).toMatchObject({ started_at: at(0), last_event_at: at(5) });
      expect((await telemetry.events(ada, id)).at(-1)).toMatchObject({ kind: "system", timestamp: at(5) });
    });

    test("at the beginning gets the time of the first that has one, in the same batch or a later one", async () => {
      const own = { project: "untimed" };
      const id = await telemetry.store(ada, [SUMMARY, UNTIMED], own);
      await more(id, 2, [SUMMARY], own);
      await more(id, 3, [UNTIMED, prompt("hi", at(7)), UNTIMED], own);
      await more(id, 6, [prompt("and", at(9))], own);
      expect(await sessionOf(id)).toMatchObject({ started_at: at(7), last_event_at: at(9), line_count: 7, events: 4 });
      expect((await telemetry.events(ada, id)).map(({ timestamp }) => timestamp)).toEqual([at(7), at(7), at(7), at(9)]);
      const period = `from=${at(7)}&to=${at(9)}&project=untimed`;
      expect((await telemetry.get(ada, `/dashboard/summary?${period}`)).json()).toMatchObject({ prompts: 2 });
    });

    test("that filled a gap, or came before what precedes it, has the time of its neighbours", async () => {
      const id = await telemetry.store(ada, [SUMMARY], { start_offset: 4 });
      await more(id, 0, [UNTIMED, prompt("hi", at(1))]);
      await more(id, 2, [SUMMARY, prompt("and", at(3))]);
      expect(await sessionOf(id)).toMatchObject({ started_at: at(1), last_event_at: at(3) });
      const times = (await telemetry.events(ada, id)).map(({ line, timestamp }) => [line, timestamp]);
      expect(times).toEqual([
        [1, at(1)],
        [2, at(1)],
        [3, at(3)],
        [4, at(1)],
      ]);
    });

    test("that claims to be from tomorrow counts as one without", async () => {
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const id = await telemetry.store(ada, [prompt("hi", at(0)), prompt("later", tomorrow)]);
      expect(await sessionOf(id)).toMatchObject({ last_event_at: at(0) });
      expect((await telemetry.events(ada, id))[1]).toMatchObject({ text: "later", timestamp: at(0) });
    });
  });

  const line = (value: object): string => JSON.stringify(value);
  const codex = (payload: object): string => line({ timestamp: at(0), type: "event_msg", payload });
  const counted = (total: number, input: number): string =>
    codex({
      type: "token_count",
      info: {
        total_token_usage: { total_tokens: total },
        last_token_usage: { input_tokens: input, output_tokens: 1 },
      },
    });
  const opencode = (row: string, id: string, data: object): string => line({ row, id, session_id: "s", data });
  const cline = (ts: number, say: string, words: unknown): string =>
    line({
      ts: 1_787_212_800_000 + ts,
      type: "say",
      say,
      text: typeof words === "string" ? words : line({ ...(words as object) }),
    });

  test.each([
    [
      "codex",
      [
        codex({ type: "user_message", message: "hi" }),
        codex({ type: "agent_message", message: "One." }),
        counted(11, 10),
        counted(11, 10),
        codex({ type: "agent_message", message: "Two." }),
        counted(32, 20),
      ],
      [null, 11, 21],
    ],
    [
      "opencode",
      [
        opencode("message", "m1", { role: "user", time: { created: 1_787_212_800_000 } }),
        opencode("part", "p1", { type: "text", text: "hi" }),
        opencode("message", "m2", { role: "assistant", modelID: "x", tokens: { input: 7, output: 2 } }),
        opencode("part", "p2", { type: "text", text: "Yes.", time: { start: 1_787_212_801_000 } }),
        opencode("part", "p3", { type: "text", text: "Done.", time: { start: 1_787_212_802_000 } }),
        opencode("message", "m3", { role: "assistant", modelID: "y", tokens: { input: 1 } }),
      ],
      [null, 9, 1],
    ],
    [
      "cline",
      [
        cline(1, "task", "fix ci"),
        cline(2, "api_req_started", { tokensIn: 30, tokensOut: 3 }),
        cline(3, "text", "Looking."),
        cline(4, "api_req_started", { tokensIn: 5 }),
        cline(5, "completion_result", "Done."),
      ],
      [null, 33, 5],
    ],
    [
      "claude-code",
      [
        assistant([], { id: "m0", usage: { input_tokens: 4 } }),
        prompt("hi"),
        assistant([text("Yes.")], { id: "m1", usage: { input_tokens: 2 } }),
        assistant([{ type: "redacted_thinking", data: "" }], { id: "m2", usage: { input_tokens: 8 } }),
      ],
      [4, 10],
    ],
  ])("%s: what its events have used adds up to what the session has", async (harness, lines, expected) => {
    const id = await telemetry.store(ada, lines, { harness });
    const { tokens } = await sessionOf(id, harness);
    const events = await telemetry.events(ada, id, `?harness=${harness}`);
    expect(events.map((event) => event.tokens?.total ?? null)).toEqual(expected);
    expect(expected.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(tokens?.total);
    // However the events are cut into pages, each is shown with the same.
    for (const offset of expected.keys()) {
      const [only] = await telemetry.events(ada, id, `?harness=${harness}&limit=1&offset=${offset}`);
      expect(only?.tokens?.total ?? null).toBe(expected[offset]);
    }
    const answers = await telemetry.events(ada, id, `?harness=${harness}&kinds=assistant`);
    expect(answers.map((event) => event.tokens?.total ?? null)).toEqual(
      events.filter(({ kind }) => kind === "assistant").map((event) => event.tokens?.total ?? null),
    );
  });

  test("the events of sessions of every harness, asked for together, are those of each", async () => {
    // One of them has nothing to show for longer than a page is.
    await telemetry.store(ada, [...Array.from({ length: 80 }, () => UNTIMED), prompt("late"), prompt("later")]);
    const query = `query q($first: Int, $kinds: [String!]) { sessions { edges { node { sessionId harness
      events(first: $first, kinds: $kinds) { totalCount edges { node { line text tokens { total } } } } } } } }`;
    for (const [first, kinds] of [
      [1, []],
      [3, ["assistant"]],
      [50, []],
    ] as const) {
      const { data } = await ask(createSend(server), ada.token, query, { first, kinds });
      const { edges } = (data as unknown as { sessions: { edges: { node: Asked }[] } }).sessions;
      expect(new Set(edges.map(({ node }) => node.harness)).size).toBeGreaterThan(3);
      for (const { node } of edges) {
        const path = `?harness=${node.harness}&limit=${first}&kinds=${kinds.join(",")}`;
        const alone = await telemetry.events(ada, node.sessionId, path);
        const told = alone.map((event) => ({
          node: { line: event.line, text: event.text, tokens: event.tokens && { total: event.tokens.total } },
        }));
        expect([node.harness, node.events.edges]).toEqual([node.harness, told]);
      }
    }
  });

  test("the parent that a transcript names is the session's, unless the exporter says another", async () => {
    const subagent = line({
      ...(JSON.parse(prompt("look")) as object),
      isSidechain: true,
      agentId: "a1",
      sessionId: "main",
    });
    const id = await telemetry.store(ada, [subagent]);
    expect((await sessionOf(id)).parent_session_id).toBe("main");
    const told = await telemetry.store(ada, [subagent], { parent_session_id: "other" });
    expect((await sessionOf(told)).parent_session_id).toBe("other");
    await more("main", 0, [subagent]);
    expect((await sessionOf("main")).parent_session_id).toBeNull();
    const child = line({ row: "session", id: "ses_2", parent_id: "ses_1", time_created: 1_787_212_800_000 });
    const opencodes = await telemetry.store(ada, [child], { harness: "opencode" });
    expect((await sessionOf(opencodes, "opencode")).parent_session_id).toBe("ses_1");
    const meta = { id: "c", parent_thread_id: "thread-1" };
    const codexes = await telemetry.store(ada, [line({ timestamp: at(0), type: "session_meta", payload: meta })], {
      harness: "codex",
    });
    expect((await sessionOf(codexes, "codex")).parent_session_id).toBe("thread-1");
  });

  test("a Copilot CLI session that was not shut down has unknown tokens", async () => {
    const start = line({
      id: "e1",
      timestamp: at(0),
      type: "assistant.message",
      data: { content: "Hi.", outputTokens: 3 },
    });
    const usage = { inputTokens: 5, outputTokens: 3 };
    const end = line({
      id: "e2",
      timestamp: at(1),
      type: "session.shutdown",
      data: { modelMetrics: { m: { usage } } },
    });
    const id = await telemetry.store(ada, [start], { harness: "copilot-cli" });
    const unknown = { tokens: null, cost_usd: null };
    expect(await sessionOf(id, "copilot-cli")).toMatchObject({ ...unknown, total_credits: null });
    const checkpoint = (totalNanoAiu: number): string =>
      line({ id: "e3", timestamp: at(1), type: "session.usage_checkpoint", data: { totalNanoAiu } });
    // What arrives late is less than what is known.
    await more(id, 2, [checkpoint(1_847_115_000)], { harness: "copilot-cli" });
    await more(id, 1, [checkpoint(1_593_750_000)], { harness: "copilot-cli" });
    expect(await sessionOf(id, "copilot-cli")).toMatchObject({ ...unknown, total_credits: 1.847115 });
    await more(id, 3, [end], { harness: "copilot-cli" });
    expect(await sessionOf(id, "copilot-cli")).toMatchObject({ tokens: { total: 8 }, total_credits: 1.847115 });
  });
});
