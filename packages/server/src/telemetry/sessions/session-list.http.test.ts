import type { Session, SessionCounts } from "@tackroom/contract";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, at, prompt, toolCall, toolResult } from "../../../test/transcripts.js";

/** A call at a second of the session, and its result at the same. */
const step = (n: number, second: number, { fails = false, tool = "Bash" } = {}): string[] => [
  assistant([toolCall(`t${n}`, tool, {})], { id: `m${n}`, timestamp: at(second) }),
  toolResult(`t${n}`, "out", { isError: fails, timestamp: at(second) }),
];

const dayOf = ({ last_event_at }: Session): string => last_event_at?.slice(0, 10) ?? "";

describe.each(largestSize)("the list of sessions ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  const ids = { parent: "", child: "", recording: "", final: "", bobs: "" };
  let team = "";
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
    const { id: agent_id } = await stockShelf(send, people.admin).publish("agents", ada);
    ids.parent = await telemetry.store(
      ada,
      [...step(1, 0), ...step(2, 60, { fails: true }), ...step(3, 61, { tool: "mcp__GitHub__search" })],
      { agent_id },
    );
    ids.child = await telemetry.store(ada, step(1, 30), { parent_session_id: ids.parent });
    ids.recording = await telemetry.store(ada, [prompt("=HYPERLINK(1)", new Date().toISOString())]);
    ids.final = await telemetry.store(ada, [...step(1, 86_400, { fails: true }), ...step(2, 86_410, { fails: true })], {
      final: true,
    });
    ids.bobs = await telemetry.store(bob, [...step(1, 10), ...step(2, 11)]);
    const body = { name: "Tack", handle: "tack-team", visibility: "private" };
    const made = await send("POST /teams", { token: ada.token, body });
    team = made.json<{ id: string }>().id;
  });
  afterAll(() => server.close());

  const counted = async (by: Person, query = ""): Promise<SessionCounts> =>
    (await telemetry.get(by, `/telemetry/sessions/count${query}`)).json();
  const listed = async (by: Person, query = ""): Promise<Session[]> =>
    (await telemetry.get(by, `/sessions${query}`)).json();

  test.each<[string, (keyof typeof ids)[]]>([
    ["top_level=true", ["recording", "final", "parent"]],
    ["top_level=false", ["child"]],
    ["state=recording", ["recording"]],
    ["state=unfinished", ["parent", "child"]],
    ["state=final", ["final"]],
    ["mcp_server=github", ["parent"]],
    ["mcp_server=gitlab", []],
    ["mcp_server=%20", []],
    ["my_teams=true", ["recording", "final", "parent", "child"]],
    ["my_teams=false&state=final", ["final"]],
    ["sort=last_event", ["recording", "final", "parent", "child"]],
    ["sort=started", ["recording", "final", "child", "parent"]],
    ["sort=failures&top_level=true&to=2026-09-01", ["final", "parent"]],
    ["sort=calls&to=2026-09-01", ["parent", "final", "child"]],
    ["has_errors=true&sort=calls", ["parent", "final"]],
  ])("is narrowed and ordered by %s, and counted alike", async (query, expected) => {
    const sessions = await listed(ada, `?${query}`);
    expect(sessions.map(({ session_id }) => session_id)).toEqual(expected.map((name) => ids[name]));
    const { total, tool_failures, by_day } = await counted(ada, `?${query.replace(/sort=\w+&?/, "")}`);
    const failures = (some: readonly Session[]): number => some.reduce((sum, each) => sum + each.tool_failures, 0);
    expect([total, tool_failures]).toEqual([sessions.length, failures(sessions)]);
    const days = [...new Set(sessions.map(dayOf))].toSorted().toReversed();
    const ofDays = days.map((day) => sessions.filter((each) => dayOf(each) === day));
    expect(by_day).toEqual(
      ofDays.map((some, n) => ({ day: days[n], sessions: some.length, tool_failures: failures(some) })),
    );
  });

  test("has the sessions of a team's members for admins, and for everyone else their own at most", async () => {
    const lists = async (by: Person): Promise<string[]> => telemetry.list(by, `?team_id=${team}`);
    const own = [ids.recording, ids.final, ids.parent, ids.child];
    expect(await lists(people.admin)).toEqual(own);
    expect(await lists(ada)).toEqual(own);
    expect(await lists(bob)).toEqual([]);
    expect(await counted(bob, `?team_id=${team}`)).toEqual({ total: 0, tool_failures: 0, by_day: [] });
    expect(await telemetry.list(people.admin, "?my_teams=true")).toEqual([]);
    expect(await telemetry.list(people.admin, `?team_id=${team}&user_id=${bob.user.id}`)).toEqual([]);
    expect(await counted(people.admin)).toMatchObject({ total: 5, tool_failures: 3 });
    expect(await counted(bob)).toMatchObject({ total: 1, tool_failures: 0 });
  });

  test("names people and agents, and says how many subagents a session started", async () => {
    const [parent] = await listed(ada, "?state=unfinished&top_level=true");
    expect(parent).toMatchObject({ user_name: ada.user.username, subagents: 1, active_ms: 61_000 });
    expect(parent?.agent_name).toEqual(expect.any(String));
    expect(parent?.activity).toEqual([
      { calls: 1, failures: 0 },
      { calls: 2, failures: 1 },
    ]);
    expect((await telemetry.get(ada, `/sessions/${ids.parent}`)).json()).toEqual(parent);
    const [child] = await listed(ada, "?top_level=false");
    expect(child).toMatchObject({ subagents: 0, agent_name: null });
  });

  test("counts by the days of a time zone", async () => {
    const days = async (zone: string): Promise<string[]> =>
      (await counted(ada, `?to=2026-09-01&time_zone=${zone}`)).by_day.map(({ day }) => day);
    expect(await days("UTC")).toEqual(["2026-08-21", "2026-08-20"]);
    expect(await days("Pacific/Honolulu")).toEqual(["2026-08-20", "2026-08-19"]);
    const bobs = async (zone: string): Promise<unknown> =>
      (await counted(bob, `?from=2026-08-25&to=2026-08-26&time_zone=${zone}`)).by_day;
    await telemetry.store(bob, [prompt("late", "2026-08-25T12:00:00.000Z")], { parent_session_id: ids.bobs });
    expect(await bobs("Europe/Vienna")).toEqual([{ day: "2026-08-25", sessions: 1, tool_failures: 0 }]);
    expect(await bobs("Pacific/Kiritimati")).toEqual([{ day: "2026-08-26", sessions: 1, tool_failures: 0 }]);
    for (const zone of ["%2B02:00", "Middle/Earth", "'"]) {
      const answer = await telemetry.get(ada, `/telemetry/sessions/count?time_zone=${zone}`);
      expect([zone, ...verdict(answer)]).toEqual([zone, 422, "validation_failed"]);
    }
  });

  test("is exported as it is shown, in both formats", async () => {
    for (const query of ["?sort=calls", "?has_errors=true", "?state=recording", "?project=nothing"]) {
      const shown = await listed(ada, query);
      const exported = (format: string) => telemetry.get(ada, `/telemetry/sessions/export${query}&format=${format}`);
      const jsonl = await exported("jsonl");
      expect(jsonl.headers).toMatchObject({
        "content-type": "application/x-ndjson",
        "content-disposition": 'attachment; filename="sessions.jsonl"',
        "x-total-count": String(shown.length),
      });
      const lines = jsonl.body.split("\n").filter((line) => line !== "");
      expect(lines.map((line) => JSON.parse(line) as Session)).toEqual(shown);
      const csv = await exported("csv");
      expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
      const rows = parse<Record<string, string>>(csv.body, { columns: true });
      expect(rows.map((row) => [row["session_id"], row["tool_calls"], row["cost_usd"]])).toEqual(
        shown.map((each) => [each.session_id, String(each.tool_calls), String(each.cost_usd ?? "")]),
      );
    }
  });

  test("exports nothing that a spreadsheet would run, and nothing of other people", async () => {
    const { body } = await telemetry.get(ada, "/telemetry/sessions/export?state=recording");
    expect(parse<Record<string, string>>(body, { columns: true })).toMatchObject([{ title: "'=HYPERLINK(1)" }]);
    expect((await telemetry.get(bob, "/telemetry/sessions/export")).body).not.toContain(ids.parent);
    expect((await telemetry.get(people.admin, "/telemetry/sessions/export")).body).toContain(ids.parent);
  });

  test("leaves a record when an admin exports, or counts what one person or a word has", async () => {
    const boss = await people.join("admin");
    const actions = async (): Promise<unknown[]> => {
      const log = await send(`GET /admin/audit-log?actor=${boss.user.id}`, { token: people.admin.token });
      const records = log.json<{ action: string; resource_type: string }[]>();
      return records.flatMap(({ action, resource_type }) => (resource_type === "session" ? action : []));
    };
    await telemetry.get(boss, "/telemetry/sessions/count");
    await telemetry.get(boss, `/telemetry/sessions/count?user_id=${boss.user.id}`);
    await telemetry.get(boss, `/telemetry/sessions/export?user_id=${boss.user.id}`);
    expect(await actions()).toEqual([]);
    await telemetry.get(boss, "/telemetry/sessions/count?search=hello");
    expect(await actions()).toEqual(["session.list"]);
    await telemetry.get(boss, "/telemetry/sessions/export");
    expect(await actions()).toEqual(["session.export", "session.list"]);
  });

  test("measures active time and slices as a recount of the minutes does", async () => {
    const owner = await people.join();
    // Some close together, some with a pause between them.
    const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 300, max: 9000 })), {
      minLength: 1,
      maxLength: 60,
    });
    const fails = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(gaps, fails, async (between, failing) => {
        let second = 0;
        const seconds = between.map((gap) => (second += gap));
        const lines = seconds.flatMap((when, n) => step(n, when, { fails: failing[n] ?? false }));
        const id = await telemetry.store(owner, lines);
        const { active_ms, activity } = (await telemetry.get(owner, `/sessions/${id}`)).json<Session>();
        expect({ active_ms, activity }).toEqual(recount(seconds, failing));
      }),
      { numRuns: 25 },
    );
  });
});

/** Walks through the minutes one by one, as a person with a pencil would. */
function recount(seconds: readonly number[], failing: readonly boolean[]): Pick<Session, "active_ms" | "activity"> {
  const minutes = [...new Set(seconds.map((second) => Math.floor(second / 60)))];
  const places = new Map<number, number>();
  let [place, pauses] = [0, 0];
  for (const [n, minute] of minutes.entries()) {
    const gap = minute - (minutes[n - 1] ?? minute);
    place += gap > 5 ? 1 : gap;
    pauses += gap > 5 ? 1 : 0;
    places.set(minute, place);
  }
  const length = Math.min(place + 1, 24);
  const activity = Array.from({ length }, () => ({ calls: 0, failures: 0 }));
  for (const [n, second] of seconds.entries()) {
    const slice = activity[Math.floor(((places.get(Math.floor(second / 60)) ?? 0) * length) / (place + 1))];
    if (!slice) continue;
    slice.calls += 1;
    slice.failures += failing[n] ? 1 : 0;
  }
  const [first = 0, last = 0] = [seconds[0], seconds.at(-1)];
  const active = (place + 1 - pauses) * 60 - (first % 60) - (60 - (last % 60));
  return { active_ms: Math.max(0, active) * 1000, activity };
}
