import type { AuditEvent } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "../test/endpoints.js";
import { eventually } from "../test/eventually.js";
import { makeForeignData, questionOf, type ForeignData, type Question } from "../test/foreign-data.js";
import { submissionOf } from "../test/items.js";
import { ask, listenForSockets, openSocket } from "../test/graphql.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../test/people.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";
import { createTelemetry } from "../test/telemetry.js";
import { prompt } from "../test/transcripts.js";

const READING = ENDPOINTS.filter(({ endpoint }) => endpoint.readsOthers);

describe.each(largestSize)("reads of other people's data ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let data: ForeignData;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    data = await makeForeignData(send, await people.join("super_admin"), people.admin);
  });
  afterAll(() => server.close());

  const asking = (by: Person, { line, body, headers = {}, isRoot }: Question): Promise<LightMyRequestResponse> => {
    if (!isRoot) return send(line, { token: by.token, body });
    const [method, url] = line.split(" ");
    const authorization = `Bearer ${by.token}`;
    return server.app.inject({
      method: method as "POST",
      url: String(url),
      headers: { ...headers, authorization },
      ...(body && { payload: body }),
    });
  };
  const readsBy = async ({ user }: Person): Promise<AuditEvent[]> => {
    const log = await send(`GET /admin/audit-log?actor=${user.id}&limit=500`, { token: people.admin.token });
    return log.json<AuditEvent[]>().filter(({ action }) => action !== "auth.login");
  };

  test.each(READING)("$name leaves one record when an admin asks, however often", async (named) => {
    const reader = await people.join("super_admin");
    const question = questionOf(named, data);
    for (let time = 0; time < 2; time++) {
      const answer = await asking(reader, question);
      expect([question.line, answer.statusCode, answer.body]).toEqual([question.line, 200, answer.body]);
    }
    const records = await readsBy(reader);
    const { action, sensitivity } = named.endpoint.readsOthers as { action: string; sensitivity: string };
    expect(records.map((each) => each.action)).toEqual([action]);
    expect(records).toMatchObject([{ outcome: "success", sensitivity, actor_role: "super_admin" }]);
  });

  test("leave no record when they are one's own, however high one's role", async () => {
    for (const named of READING) {
      const question = questionOf(named, data);
      const answer = await asking(data.owner, question);
      expect([question.line, answer.statusCode]).toEqual([question.line, 200]);
    }
    const actions = (await readsBy(data.owner)).map(({ action }) => action);
    expect(actions.filter((action) => /\.(read|list|read_lines)$/.test(action))).toEqual([]);
  });

  test("leave no record when anybody may read them", async () => {
    const [reader, author] = [await people.join("admin"), await people.join()];
    const shown = await send("POST /skills", {
      token: author.token,
      body: submissionOf("skills"),
    });
    const { id } = shown.json<{ id: string }>();
    await send(`POST /review/${id}/approve`, { token: people.admin.token, body: {} });
    for (const path of [`/skills/${id}`, `/skills/${id}/versions`, `/artifacts/skill/${id}/1.0.0`, "/teams"]) {
      expect((await send(`GET ${path}`, { token: reader.token })).statusCode).toBe(200);
    }
    expect(await readsBy(reader)).toEqual([]);
    // Only owners are told who has installed it.
    await send(`GET /skills/${id}/metrics`, { token: reader.token });
    expect(await readsBy(reader)).toMatchObject([{ action: "item.read", detail: expect.stringContaining("users") }]);
  });

  test("say whose and which, what was searched for, and hold no secret", async () => {
    const reader = await people.join("admin");
    await send(`GET /sessions/${data.session}`, { token: reader.token });
    await send("GET /sessions?search=aardvark", { token: reader.token });
    await send(`GET /skills/${data.items.skills.id}`, { token: reader.token });
    const [item, search, session] = await readsBy(reader);
    expect(session).toMatchObject({ resource_type: "session", resource_id: data.session });
    expect(JSON.parse(String(session?.detail))).toEqual({ user_id: data.owner.user.id });
    expect(JSON.parse(String(search?.detail))).toEqual({ user_id: "everyone", search: "aardvark" });
    expect(item).toMatchObject({ resource_type: "skill", resource_name: data.items.skills.qualified_name });
  });

  test("are recorded for each search, and for lists once", async () => {
    const reader = await people.join("admin");
    for (const query of ["", "?limit=1", "?search=aardvark", "?search=word"]) {
      await send(`GET /sessions${query}`, { token: reader.token });
    }
    expect((await readsBy(reader)).map(({ action }) => action)).toEqual([
      "session.list",
      "session.list",
      "session.list",
    ]);
  });

  test("are recorded when GraphQL lists them, and not when it is refused", async () => {
    const reader = await people.join("admin");
    await ask(
      send,
      reader.token,
      `{ sessions(filter: { search: "aardvark" }) { totalCount edges { node { sessionId } } } }`,
    );
    expect(await readsBy(reader)).toMatchObject([
      { action: "session.read", detail: expect.stringContaining("aardvark") },
    ]);
    const admin = await people.join("admin");
    expect((await send(`GET /sessions/${data.session}/lines`, { token: admin.token })).statusCode).toBe(403);
    expect(await readsBy(admin)).toMatchObject([{ action: "session.read_lines", outcome: "denied" }]);
  });

  test("are recorded for a comparison of users, and not for sums over everyone", async () => {
    const reader = await people.join("admin");
    await send("GET /dashboard/summary", { token: reader.token });
    await send("GET /dashboard/series?metric=sessions&group_by=harness", { token: reader.token });
    expect(await readsBy(reader)).toEqual([]);
    await send("GET /dashboard/series?metric=sessions&group_by=user", { token: reader.token });
    expect(await readsBy(reader)).toMatchObject([{ action: "usage.read", resource_type: "user", resource_id: null }]);
  });

  test("are recorded when a subscription brings them, before it does", async () => {
    const [reader, author] = [await people.join("admin"), await people.join()];
    const url = await listenForSockets(server);
    const socket = await openSocket(url, "graphql-transport-ws", { authorization: `Bearer ${reader.token}` });
    socket.say({ type: "connection_init" });
    await socket.heard({ type: "connection_ack" });
    const query = "subscription { sessionUpdated { sessionId } }";
    socket.say({ id: "1", type: "subscribe", payload: { query } });
    const telemetry = createTelemetry(send);
    let session = "";
    await eventually(async () => {
      session = await telemetry.store(author, [prompt("hello")]);
      await eventually(() => expect(JSON.stringify(socket.received)).toContain(session), 5000);
    });
    const records = (await readsBy(reader)).filter(({ resource_id: id }) => id === session);
    expect(records).toMatchObject([{ action: "session.read", http_path: "/api/v1/graphql", status_code: 101 }]);
    socket.socket.close();
  });
});
