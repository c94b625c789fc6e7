import { randomUUID } from "node:crypto";
import type { AuditEvent, SessionRating } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { prompt } from "../../../test/transcripts.js";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LINES = [prompt("hello")];
const RATING = { dimension: "goal_completion", score: 80 };

describe.each(largestSize)("ratings of sessions ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let ada: Person;
  let bob: Person;
  let reviewer: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    [ada, bob, reviewer] = [await people.join(), await people.join(), await people.join("reviewer")];
  });
  afterAll(() => server.close());

  const rate = (by: Person, id: string, more: object = {}): Promise<LightMyRequestResponse> =>
    send(`POST /sessions/${id}/ratings`, { token: by.token, body: { ...RATING, ...more } });
  const read = (by: Person, id: string): Promise<LightMyRequestResponse> =>
    telemetry.get(by, `/sessions/${id}/ratings`);
  const listed = async (by: Person, id: string): Promise<SessionRating[]> => (await read(by, id)).json();
  const recordsOf = async ({ user }: Person): Promise<AuditEvent[]> => {
    const log = await send(`GET /admin/audit-log?actor=${user.id}&limit=500`, { token: people.admin.token });
    return log.json<AuditEvent[]>().filter(({ action }) => action.startsWith("session."));
  };
  const bothVerdicts = async (by: Person, id: string): Promise<unknown[]> => [
    verdict(await rate(by, id)),
    verdict(await read(by, id)),
  ];
  const MISSING = [
    [404, "not_found"],
    [404, "not_found"],
  ];
  const OPEN = [
    [201, undefined],
    [200, undefined],
  ];

  test("are one per person and dimension, and a new one replaces the old", async () => {
    const id = await telemetry.store(ada, LINES);
    const given = await rate(ada, id, { note: "Done,\n\tand well" });
    expect([given.statusCode, given.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        dimension: "goal_completion",
        score: 80,
        note: "Done,\n\tand well",
        user_id: ada.user.id,
        created_at: expect.stringMatching(MOMENT),
        updated_at: expect.stringMatching(MOMENT),
      },
    ]);
    const again = await rate(ada, id, { score: 0, note: null });
    expect([again.statusCode, again.json()]).toEqual([
      200,
      { ...given.json(), score: 0, note: null, updated_at: expect.stringMatching(MOMENT) },
    ]);
    expect(again.json().updated_at > given.json().updated_at).toBe(true);
    expect((await rate(ada, id, { dimension: "thought_process", score: 100 })).statusCode).toBe(201);
    expect((await rate(people.admin, id)).statusCode).toBe(201);
    expect((await listed(ada, id)).map(({ user_id, dimension, score }) => [user_id, dimension, score])).toEqual([
      [people.admin.user.id, "goal_completion", 80],
      [ada.user.id, "thought_process", 100],
      [ada.user.id, "goal_completion", 0],
    ]);
    const second = await telemetry.get(ada, `/sessions/${id}/ratings?limit=1&offset=1`);
    expect(second.json()).toMatchObject([{ dimension: "thought_process" }]);
    expect([second.headers["x-total-count"], second.headers["link"]]).toEqual([
      "3",
      expect.stringContaining('rel="next"'),
    ]);
  });

  test("leave one row when two come at the same moment", async () => {
    const id = await telemetry.store(ada, LINES);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((score) => rate(ada, id, { score })));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await listed(ada, id)).toHaveLength(1);
  });

  test("are for the session's user and for admins; to others the session does not exist", async () => {
    const id = await telemetry.store(ada, LINES);
    const boss = await people.join("super_admin");
    for (const other of [bob, reviewer]) expect(await bothVerdicts(other, id)).toEqual(MISSING);
    for (const one of [ada, people.admin, boss]) expect(await bothVerdicts(one, id)).toEqual(OPEN);
    const absent = (await read(bob, randomUUID())).json<{ detail: string }>();
    const hidden = (await read(bob, id)).json<{ detail: string }>();
    expect(hidden.detail.replace(id, "x")).toBe(absent.detail.replace(/Session \S+ not found/, "Session x not found"));
    expect(await listed(ada, id)).toHaveLength(3);
  });

  test("are for reviewers in whose scope the session's agent is", async () => {
    const name = `Team ${randomUUID().slice(0, 6)}`;
    const team = (await send("POST /teams", { token: ada.token, body: { name, visibility: "private" } })).json();
    const insider = await people.join("reviewer");
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: insider.user.id } });
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: bob.user.id } });
    const [open, ofTeam, own] = [
      await shelf.publish("agents", ada),
      await shelf.publish("agents", ada, { team_id: team.id, visibility: "team" }),
      await shelf.publish("agents", ada, { visibility: "owner" }),
    ];
    const sessionOf = (agent_id: string): Promise<string> => telemetry.store(ada, LINES, { agent_id });
    expect(await bothVerdicts(reviewer, await sessionOf(open.id))).toEqual(OPEN);
    expect(await bothVerdicts(insider, await sessionOf(ofTeam.id))).toEqual(OPEN);
    expect(await bothVerdicts(reviewer, await sessionOf(ofTeam.id))).toEqual(MISSING);
    for (const each of [reviewer, insider]) expect(await bothVerdicts(each, await sessionOf(own.id))).toEqual(MISSING);
    // Whoever sees the agent without being a reviewer does not see other people's sessions of it.
    expect(await bothVerdicts(bob, await sessionOf(ofTeam.id))).toEqual(MISSING);
    expect(await bothVerdicts(reviewer, await sessionOf(randomUUID()))).toEqual(MISSING);
    const skill = await shelf.publish("skills", ada);
    expect(await bothVerdicts(reviewer, await sessionOf(skill.id))).toEqual(MISSING);
    // The session itself stays closed to reviewers.
    const id = await sessionOf(open.id);
    expect(verdict(await telemetry.get(reviewer, `/sessions/${id}`))).toEqual([404, "not_found"]);
    expect(verdict(await telemetry.get(reviewer, `/sessions/${id}/events`))).toEqual([404, "not_found"]);
  });

  test("ask which session is meant where an id is that of several, and name only those that one may rate", async () => {
    const { id: agent_id } = await shelf.publish("agents", ada);
    const session_id = randomUUID();
    for (const project of ["one", "two"]) await telemetry.ingest(ada, { session_id, lines: LINES, project, agent_id });
    await telemetry.ingest(bob, { session_id, lines: LINES });
    await telemetry.ingest(reviewer, { session_id, lines: LINES });
    const candidatesFor = async (by: Person): Promise<string[]> => {
      const refused = await rate(by, session_id);
      expect(verdict(refused)).toEqual([409, "ambiguous_name"]);
      const { candidates } = refused.json<{ candidates: { project: string; user_id: string }[] }>();
      return candidates.map(({ project, user_id }) => `${user_id} ${project}`).toSorted();
    };
    const adas = [`${ada.user.id} one`, `${ada.user.id} two`];
    const reviewers = `${reviewer.user.id} default`;
    expect(await candidatesFor(ada)).toEqual(adas);
    expect(await candidatesFor(reviewer)).toEqual([...adas, reviewers].toSorted());
    expect(await candidatesFor(people.admin)).toEqual([...adas, reviewers, `${bob.user.id} default`].toSorted());
    expect((await rate(bob, session_id)).statusCode).toBe(201);
    const narrowed = (query: string): Promise<LightMyRequestResponse> =>
      send(`POST /sessions/${session_id}/ratings?${query}`, { token: reviewer.token, body: RATING });
    expect((await narrowed(`user_id=${reviewer.user.id}`)).statusCode).toBe(201);
    expect((await narrowed(`user_id=${ada.user.id}&project=two&harness=claude-code`)).statusCode).toBe(201);
    expect(verdict(await narrowed(`user_id=${ada.user.id}&harness=codex`))).toEqual([404, "not_found"]);
    expect(verdict(await narrowed(`user_id=${bob.user.id}`))).toEqual([404, "not_found"]);
    expect(verdict(await narrowed("harness=notepad"))).toEqual([422, "validation_failed"]);
  });

  test.each([
    ["no dimension", { dimension: undefined }],
    ["an unknown dimension", { dimension: "tool_failures" }],
    ["no score", { score: undefined }],
    ["a score below 0", { score: -1 }],
    ["a score above 100", { score: 101 }],
    ["a score in text", { score: "80" }],
    ["a fraction", { score: 79.5 }],
    ["a note that is too long", { note: "a".repeat(2001) }],
    ["a control character", { note: "a\u0007b" }],
    ["text that turns what follows", { note: "a\u202eb" }],
  ])("are refused with %s", async (_what, more) => {
    const id = await telemetry.store(ada, LINES);
    expect(verdict(await rate(ada, id, more))).toEqual([422, "validation_failed"]);
    expect(await listed(ada, id)).toEqual([]);
    expect((await rate(ada, id, { note: "a".repeat(2000) })).statusCode).toBe(201);
  });

  test("of others' sessions are in the audit log, and so is who has read them", async () => {
    const { id: agent_id } = await shelf.publish("agents", ada);
    const id = await telemetry.store(ada, LINES, { agent_id });
    const [user, judge] = [await people.join(), await people.join("reviewer")];
    await rate(judge, id, { note: "Private words" });
    await rate(judge, id, { score: 10 });
    await listed(judge, id);
    await listed(ada, id);
    const own = await telemetry.store(user, LINES);
    await rate(user, own);
    await listed(user, own);
    expect([await recordsOf(ada), await recordsOf(user)]).toEqual([[], []]);
    const records = await recordsOf(judge);
    expect(records).toMatchObject([
      { action: "session.read", resource_type: "session", resource_id: id },
      { action: "session.rate", resource_type: "session", resource_id: id, status_code: 200 },
      { action: "session.rate", resource_type: "session", resource_id: id, status_code: 201 },
    ]);
    const said = { user_id: ada.user.id, harness: "claude-code", dimension: "goal_completion" };
    expect(records.slice(1).map(({ detail }) => JSON.parse(String(detail)) as object)).toEqual([
      { ...said, score: 10, noted: false, replaced: true },
      { ...said, score: 80, noted: true, replaced: false },
    ]);
  });

  test("leave with the account of whoever gave them, and stay when the session's lines are purged", async () => {
    const [leaving, boss] = [await people.join("admin"), await people.join("super_admin")];
    const id = await telemetry.store(ada, LINES);
    await rate(leaving, id);
    await rate(ada, id);
    await send("POST /admin/telemetry/purge", { token: boss.token, body: { session_id: id } });
    expect(await listed(ada, id)).toHaveLength(2);
    expect((await send(`DELETE /admin/users/${leaving.user.id}`, { token: boss.token })).statusCode).toBe(204);
    expect(await listed(ada, id)).toMatchObject([{ user_id: ada.user.id }]);
  });
});
