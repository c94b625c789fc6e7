import type { AuditEvent } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, at, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";

const SECRET = "AKIAIOSFODNN7EXAMPLE";
const USAGE = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 1 };

describe.each(largestSize)("what is in a session ($size)", (on) => {
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

  describe("as events", () => {
    const lines = [
      prompt(`Use ${SECRET}`, at(0)),
      assistant([text("I will")], { timestamp: at(1), usage: USAGE }),
      assistant([toolCall("t1", "Bash", { command: `echo ${SECRET}` })], { timestamp: at(2), usage: USAGE }),
      toolResult("t1", `it said ${SECRET}`, { timestamp: at(4) }),
      "not JSON",
    ];
    const NOTHING = {
      text: null,
      tool_name: null,
      tool_use_id: null,
      tool_input: null,
      tool_output: null,
      is_error: false,
      latency_ms: null,
      model: null,
      tokens: null,
      cost_usd: null,
      stated_cost_usd: null,
    };

    test("is shown in order, without secrets, with the results' tools and times, and tokens and cost once per message", async () => {
      const id = await telemetry.store(ada, lines);
      const answer = await telemetry.get(ada, `/sessions/${id}/events`);
      const model = "claude-sonnet-4-5";
      const tokens = { input: 10, output: 5, cache_read: 100, cache_write: 1, cache_write_1h: 0, total: 116 };
      // 10 at 3, 5 at 15, 100 at 0.3 and 1 at 3.75 dollars the million.
      const cost_usd = 0.000139;
      expect(answer.json()).toEqual([
        { ...NOTHING, line: 0, timestamp: at(0), kind: "user", text: "Use **REDACTED**" },
        { ...NOTHING, line: 1, timestamp: at(1), kind: "assistant", text: "I will", model, tokens, cost_usd },
        {
          ...NOTHING,
          line: 2,
          timestamp: at(2),
          kind: "tool_call",
          tool_name: "Bash",
          tool_use_id: "t1",
          tool_input: '{"command":"echo **REDACTED**"}',
          model,
        },
        {
          ...NOTHING,
          line: 3,
          timestamp: at(4),
          kind: "tool_result",
          tool_name: "Bash",
          tool_use_id: "t1",
          tool_output: "it said **REDACTED**",
          latency_ms: 2000,
        },
      ]);
      expect(answer.headers["x-total-count"]).toBe("4");
      expect((await telemetry.get(ada, `/sessions/${id}`)).json()).toMatchObject({
        tokens,
        cost_usd,
        unreadable_lines: 1,
      });
      expect(await telemetry.list(ada, `?search=${SECRET.toLowerCase()}`)).toEqual([]);
    });

    test("is shown by kinds, which are counted by themselves", async () => {
      const id = await telemetry.store(ada, lines);
      const answer = await telemetry.get(ada, `/sessions/${id}/events?kinds=tool_result,user&limit=1&offset=1`);
      expect(answer.json()).toMatchObject([{ line: 3, kind: "tool_result" }]);
      expect(answer.headers["x-total-count"]).toBe("2");
      expect(await telemetry.events(ada, id, "?kinds=thinking")).toEqual([]);
      expect(verdict(await telemetry.get(ada, `/sessions/${id}/events?kinds=user,nonsense`))).toEqual([
        422,
        "validation_failed",
      ]);
    });

    test("comes in pages that stay what they are while lines are added, within lines too", async () => {
      const of = (n: number): string =>
        assistant(
          [1, 2, 3].map((part) => text(`${n}.${part}`)),
          { id: `m${n}` },
        );
      const id = await telemetry.store(ada, [of(0), of(1)]);
      const textsOf = async (query: string): Promise<(string | null)[]> =>
        (await telemetry.events(ada, id, query)).map((event) => event.text);
      expect(await textsOf("?limit=2&offset=2")).toEqual(["0.3", "1.1"]);
      await telemetry.ingest(ada, { session_id: id, lines: [of(2)], start_offset: 2 });
      expect(await textsOf("?limit=2&offset=2")).toEqual(["0.3", "1.1"]);
      expect(await textsOf("?limit=4&offset=4&kinds=assistant")).toEqual(["1.2", "1.3", "2.1", "2.2"]);
      expect(await textsOf("?offset=8")).toEqual(["2.3"]);
      expect(await textsOf("?offset=9")).toEqual([]);
    });

    test("is looked through for failures and for words, both ways, by place among the kinds that are shown", async () => {
      const failed = (n: number): string => toolResult(`t${n}`, `went wrong ${n}`, { isError: n % 2 === 1 });
      const turn = (n: number): string[] => [
        prompt(`Question ${n}`),
        assistant([text("Let me see"), toolCall(`t${n}`, "Bash", { command: `cat cart-${n}` })]),
        failed(n),
      ];
      const id = await telemetry.store(ada, [0, 1, 2, 3].flatMap(turn));
      const found = async (query: string): Promise<object> =>
        (await telemetry.get(ada, `/sessions/${id}/events/next?${query}`)).json();
      const next = async (query: string): Promise<unknown> => {
        const { index, total, ...place } = (await found(query)) as Record<string, unknown>;
        expect([index, total]).toEqual([null, null]);
        return place;
      };
      expect(await next("failed=true")).toEqual({ offset: 7 });
      expect(await next("failed=true&from=8")).toEqual({ offset: 15 });
      expect(await next("failed=true&from=16")).toEqual({ offset: null });
      expect(await next("failed=true&from=14&backwards=true")).toEqual({ offset: 7 });
      expect(await next("failed=true&from=6&backwards=true")).toEqual({ offset: null });
      expect(await next("failed=true&kinds=tool_result")).toEqual({ offset: 1 });
      expect(await next("text=CART-2")).toEqual({ offset: 10 });
      expect(await next("text=bash&from=4")).toEqual({ offset: 6 });
      expect(await next("text=let+me&from=10&backwards=true")).toEqual({ offset: 9 });
      expect(await next("text=question&backwards=true&from=9999")).toEqual({ offset: 12 });
      // Neither what a line is kept as nor what was redacted.
      expect(await next("text=is_error")).toEqual({ offset: null });
      // From a line instead of an offset.
      expect(await next("from_line=4")).toEqual({ offset: 5 });
      expect(await next("from_line=5&failed=true")).toEqual({ offset: 7 });
      expect(await next("from_line=5&kinds=user")).toEqual({ offset: 2 });
      expect(await next("from_line=99")).toEqual({ offset: null });
      // With its place among all that match.
      expect(await found("text=went+wrong&from=4&counted=true")).toEqual({ offset: 7, index: 1, total: 4 });
      expect(await found("text=went+wrong&from=14&backwards=true&counted=true")).toEqual({
        offset: 11,
        index: 2,
        total: 4,
      });
      expect(await found("text=nowhere&counted=true")).toEqual({ offset: null, index: null, total: 0 });
    });

    test("has the beginning of long texts", async () => {
      const long = "word ".repeat(100_000);
      const id = await telemetry.store(ada, [prompt(`${long}end`)]);
      const [event] = await telemetry.events(ada, id);
      expect(event?.text).toBe(`${long.slice(0, 16 * 1024)}…`);
    });
  });

  describe("as lines", () => {
    const lines = [prompt(`Use ${SECRET}`), prompt("two"), "not JSON"];
    const raw = lines.map((line, index) => ({ line: index, end_byte: (index + 1) * 10, raw: line }));
    const store = (): Promise<string> => telemetry.store(ada, lines, { end_byte_offsets: [10, 20, 30] });
    const recordsOf = async ({ headers }: { headers: Record<string, unknown> }): Promise<AuditEvent[]> => {
      const log = await send("GET /admin/audit-log?limit=500", { token: people.admin.token });
      return log.json<AuditEvent[]>().filter(({ request_id }) => request_id === headers["x-request-id"]);
    };

    test("is what was sent, for whom it is from", async () => {
      const id = await store();
      const answer = await telemetry.get(ada, `/sessions/${id}/lines`);
      expect(answer.json()).toEqual(raw);
      expect(await recordsOf(answer)).toEqual([]);
      expect((await telemetry.get(ada, `/sessions/${id}/lines?from=1&limit=1`)).json()).toEqual([raw[1]]);
      expect((await telemetry.get(ada, `/sessions/${id}/lines?from=3`)).json()).toEqual([]);
    });

    test("is read page by page, also where lines are missing", async () => {
      const id = await store();
      const page = async (query: string): Promise<[unknown, unknown, unknown]> => {
        const { headers, ...answer } = await telemetry.get(ada, `/sessions/${id}/lines?${query}`);
        const found = JSON.parse(answer.body) as { line: number }[];
        return [found.map(({ line }) => line), headers["x-total-count"], /rel="next"/.test(String(headers["link"]))];
      };
      expect(await page("limit=2")).toEqual([[0, 1], "3", true]);
      expect(await page("limit=2&offset=2")).toEqual([[2], "3", false]);
      expect(await page("limit=2&offset=3")).toEqual([[], "3", false]);
      expect(await page("from=1&limit=1&offset=1")).toEqual([[2], "2", false]);
      await telemetry.ingest(ada, { session_id: id, start_offset: 9, lines: [prompt("later"), prompt("still later")] });
      expect(await page("limit=2&offset=2")).toEqual([[2, 9], "5", true]);
      expect(await page("from=3&offset=1")).toEqual([[10], "2", false]);
      await telemetry.ingest(ada, { session_id: id, lines: [], final: true, total_line_count: 1 });
      expect(await page("superseded=true&limit=1&offset=1")).toEqual([[2], "4", true]);
    });

    test("is not for admins, and for super admins on the record", async () => {
      const id = await store();
      const admin = await people.join("admin");
      const refused = await telemetry.get(admin, `/sessions/${id}/lines`);
      expect(verdict(refused)).toEqual([403, "forbidden"]);
      const about = { action: "session.read_lines", resource_type: "session", resource_id: id, sensitivity: "high" };
      expect(await recordsOf(refused)).toMatchObject([{ ...about, outcome: "denied" }]);
      const boss = await people.join("super_admin");
      const shown = await telemetry.get(boss, `/sessions/${id}/lines`);
      expect(shown.json()).toEqual(raw);
      expect(await recordsOf(shown)).toMatchObject([
        { ...about, outcome: "success", actor_id: boss.user.id, detail: expect.stringContaining(ada.user.id) },
      ]);
    });

    test("has what was cut off or replaced apart from it, and that is recorded", async () => {
      const id = await store();
      const repaired = await send("POST /ingest/session", {
        token: ada.token,
        body: { session_id: id, lines: [], final: true, total_line_count: 1 },
      });
      expect(repaired.json()).toMatchObject({ repair_from_line: 1, acknowledged_line: 0, generation: 1 });
      expect(await recordsOf(repaired)).toMatchObject([{ action: "session.supersede_lines", resource_id: id }]);
      expect((await telemetry.get(ada, `/sessions/${id}/lines`)).json()).toEqual(raw.slice(0, 1));
      expect((await telemetry.get(ada, `/sessions/${id}/lines?superseded=true`)).json()).toEqual(raw.slice(1));
      expect((await telemetry.get(ada, `/sessions/${id}/lines?superseded=true&from=2`)).json()).toEqual(raw.slice(2));
      expect(await telemetry.events(ada, id)).toHaveLength(1);
      expect((await telemetry.get(ada, `/sessions/${id}`)).json()).toMatchObject({ events: 1, line_count: 1 });
    });
  });
});
