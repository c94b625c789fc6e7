import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { connect, listen, listenForSockets, openSocket, promptLine, type RawSocket } from "../../test/graphql.js";
import { createMcpClients } from "../../test/mcp-clients.js";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

const MODERN = "graphql-transport-ws";
const LEGACY = "graphql-ws";
const INIT = { type: "connection_init" };

describe.each(largestSize)("GraphQL over a WebSocket ($size)", (on) => {
  let server: TestServer;
  let url: string;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
    url = await listenForSockets(server);
  });
  afterAll(() => server.close());

  const bearer = ({ token }: Pick<Person, "token">): { authorization: string } => ({
    authorization: `Bearer ${token}`,
  });
  const keyOf = async (person: Person): Promise<{ key: string; id: string }> =>
    (await send("POST /keys", { token: person.token, body: { name: "ci" } })).json();
  /** Let in already. */
  const entered = async (protocol: string, by: Person): Promise<RawSocket> => {
    const socket = await openSocket(url, protocol, bearer(by));
    socket.say(INIT);
    await socket.heard({ type: "connection_ack" });
    return socket;
  };
  const ingest = async (session_id: string, by: Person, line = 0): Promise<void> => {
    const body = { session_id, lines: [promptLine(`line ${line}`)], start_offset: line };
    expect((await send("POST /ingest/session", { token: by.token, body })).statusCode).toBe(200);
  };

  test("answers queries of the official client, and tells what is wrong with them", async () => {
    const client = connect(url, bearer(ada));
    const fine = listen(client, "{ health }");
    await eventually(() => expect(fine.isDone()).toBe(true));
    expect(fine.results).toEqual([{ data: { health: "ok" } }]);
    const [bad, costly, refused] = [
      listen(client, "{ nonsense }"),
      listen(client, "{ sessions(first: 200) { edges { node { events { edges { cursor } } } } } }"),
      listen(client, "{ sessions(first: 0) { totalCount } }"),
    ];
    const code = (value: string): object => [[expect.objectContaining({ extensions: { code: value } })]];
    await eventually(() => expect(bad.failures).toEqual(code("GRAPHQL_VALIDATION_FAILED")));
    await eventually(() => expect(costly.failures).toEqual(code("COMPLEXITY_LIMIT")));
    await eventually(() => expect(refused.results[0]?.errors?.[0]?.extensions?.["code"]).toBe("BAD_USER_INPUT"));
    await client.dispose();
  });

  test("takes credentials from a header of the request or from connection_init, in all their forms", async () => {
    const { key } = await keyOf(ada);
    const headers = [bearer(ada), { authorization: `Bearer ${key}` }, { "x-api-key": key }];
    const payloads = [...headers, { Authorization: `Bearer ${ada.token}` }, { "X-API-Key": key }];
    for (const protocol of [MODERN, LEGACY]) {
      for (const header of headers) {
        const socket = await openSocket(url, protocol, header);
        socket.say(INIT);
        await socket.heard({ type: "connection_ack" });
        socket.socket.close();
      }
      for (const payload of payloads) {
        const socket = await openSocket(url, protocol);
        socket.say({ ...INIT, payload });
        await socket.heard({ type: "connection_ack" });
        socket.socket.close();
      }
    }
  });

  test.each([MODERN, LEGACY])(
    "closes %s to strangers with 4401, and to those who may not come in with 4403",
    async (protocol) => {
      const [gone, resetOne] = [await people.join(), await people.join()];
      const { key } = await keyOf(gone);
      await send(`PUT /admin/users/${gone.user.id}/active`, { token: people.admin.token, body: { active: false } });
      const { token } = people.admin;
      await send(`PUT /admin/users/${resetOne.user.id}/password`, { token, body: { new_password: `${PASSWORD}x` } });
      const login = { email: resetOne.user.email, password: `${PASSWORD}x` };
      const pending = (await send("POST /auth/login", { body: login })).json();
      expect(pending.must_change_password).toBe(true);
      const hooks = (await send("POST /auth/hooks-token", { token: ada.token })).json().access_token;
      const { access_token: mcp } = await createMcpClients(server, send).connect(ada);
      const cases: [number, object | undefined][] = [
        [4401, undefined],
        [4401, {}],
        [4401, { authorization: "Bearer nonsense" }],
        [4401, { authorization: ada.token }],
        [4401, { "x-api-key": "nonsense" }],
        [4401, { cookie: `tack_refresh=${ada.refreshToken}` }],
        [4403, { "x-api-key": key }],
        [4403, { authorization: `Bearer ${pending.access_token}` }],
        [4403, { authorization: `Bearer ${hooks}` }],
        [4403, { authorization: `Bearer ${mcp}` }],
      ];
      for (const [code, payload] of cases) {
        const socket = await openSocket(url, protocol, { cookie: `tack_refresh=${ada.refreshToken}` });
        socket.say({ ...INIT, payload });
        expect([payload, await socket.closed()]).toEqual([payload, { code, reason: expect.stringMatching(/\w+/) }]);
        const told = protocol === LEGACY ? ["connection_error"] : [];
        expect(socket.received.map(({ type }) => type)).toEqual(told);
      }
    },
  );

  test("closes with 4408 when nothing is said for ten seconds", async () => {
    const silent = await Promise.all([MODERN, LEGACY].map((protocol) => openSocket(url, protocol, bearer(ada))));
    for (const socket of silent) expect((await socket.closed()).code).toBe(4408);
  });

  test.each([
    [4429, MODERN, [INIT]],
    [4429, LEGACY, [INIT]],
    [4400, MODERN, ["{"]],
    [4400, LEGACY, ["{"]],
    [4400, MODERN, [{ type: "nonsense" }]],
    [4400, LEGACY, [{ type: "subscribe", id: "1", payload: { query: "{ health }" } }]],
    [4400, MODERN, [{ type: "next", id: "1", payload: {} }]],
    [4400, MODERN, [{ type: "subscribe", id: "1" }]],
    [4400, LEGACY, [{ type: "start", payload: { query: 1 } }]],
    [
      4409,
      MODERN,
      [1, 2].map(() => ({
        type: "subscribe",
        id: "1",
        payload: { query: "subscription { sessionUpdated { harness } }" },
      })),
    ],
    [1000, LEGACY, [{ type: "connection_terminate" }]],
  ])("closes with %d when %s is not kept to: %j", async (code, protocol, messages) => {
    const socket = await entered(protocol, ada);
    for (const message of messages) socket.say(message);
    expect((await socket.closed()).code).toBe(code);
  });

  test("closes with 4400 what is nested too deeply to be translated, and has no use for it otherwise", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const start = (type: string): string =>
      `{"type":"${type}","id":"1","payload":{"query":"{ health }","variables":{"a":${deep}}}}`;
    const [modern, legacy] = [await entered(MODERN, ada), await entered(LEGACY, ada)];
    legacy.say(start("start"));
    expect((await legacy.closed()).code).toBe(4400);
    modern.say(start("subscribe"));
    await modern.heard({ id: "1", type: "complete" });
    modern.socket.close();
  });

  test.each([
    [MODERN, "subscribe"],
    [LEGACY, "start"],
  ])("closes %s with 4401 when someone asks before they have said who they are", async (protocol, type) => {
    const socket = await openSocket(url, protocol, bearer(ada));
    socket.say({ type, id: "1", payload: { query: "{ health }" } });
    expect((await socket.closed()).code).toBe(4401);
  });

  test.each([["nonsense"], [["nonsense", "other"]], [[]]])(
    "closes with 4406 where only %j is spoken",
    async (protocol) => {
      expect((await (await openSocket(url, protocol)).closed()).code).toBe(4406);
    },
  );

  test("prefers the modern protocol, and answers its pings", async () => {
    const socket = await openSocket(url, [LEGACY, MODERN], bearer(ada));
    expect(socket.socket.protocol).toBe(MODERN);
    socket.say({ type: "ping" });
    await socket.heard({ type: "pong" });
    socket.socket.close();
  });

  test("speaks the older protocol, also to clients that do not wait to be let in", async () => {
    const id = "legacy-session";
    const socket = await openSocket(url, LEGACY);
    socket.say({ ...INIT, payload: bearer(ada) });
    socket.say({ type: "start", id: "1", payload: { query: "{ health }", variables: {}, operationName: null } });
    socket.say({ type: "start", id: "2", payload: { query: "{ nonsense }" } });
    socket.say({
      type: "start",
      id: "3",
      payload: { query: "subscription { sessionUpdated { sessionId eventName } }" },
    });
    await socket.heard({ type: "connection_ack" });
    await socket.heard({ type: "ka" });
    expect(await socket.heard({ id: "1", type: "data" })).toEqual({
      id: "1",
      type: "data",
      payload: { data: { health: "ok" } },
    });
    await socket.heard({ id: "1", type: "complete" });
    expect(await socket.heard({ id: "2", type: "error" })).toMatchObject({
      payload: { message: expect.stringContaining("nonsense"), extensions: { code: "GRAPHQL_VALIDATION_FAILED" } },
    });
    let line = 0;
    const told = await eventually(async () => {
      await ingest(id, ada, line++);
      expect(socket.received.some((message) => message["id"] === "3")).toBe(true);
      return socket.heard({ id: "3", type: "data" });
    });
    expect(told).toEqual({
      id: "3",
      type: "data",
      payload: { data: { sessionUpdated: { sessionId: id, eventName: "session_push" } } },
    });
    socket.say({ type: "stop", id: "3" });
    socket.say({ type: "start", id: "4", payload: { query: "{ health }" } });
    await socket.heard({ id: "4", type: "complete" });
    const before = socket.received.length;
    await ingest(id, ada, line++);
    socket.say({ type: "start", id: "5", payload: { query: "{ health }" } });
    await socket.heard({ id: "5", type: "complete" });
    expect(socket.received.slice(before).filter((message) => message["id"] === "3")).toEqual([]);
    socket.socket.close();
  });

  test("runs a hundred operations on a socket, and not one more", async () => {
    const socket = await entered(MODERN, ada);
    const query = "subscription { sessionUpdated { harness } }";
    for (let id = 1; id <= 101; id++) socket.say({ type: "subscribe", id: String(id), payload: { query } });
    expect(await socket.heard({ type: "error" })).toMatchObject({
      id: "101",
      payload: [{ extensions: { code: "TOO_MANY_OPERATIONS" } }],
    });
    socket.socket.close();
  });

  const ENDS: readonly [string, number, (person: Person, keyId: string) => Promise<unknown>][] = [
    ["the key is revoked", 4401, (person, id) => send(`DELETE /keys/${id}`, { token: person.token })],
    [
      "the account is deactivated",
      4403,
      ({ user }) => send(`PUT /admin/users/${user.id}/active`, { token: people.admin.token, body: { active: false } }),
    ],
    [
      "the role changes",
      4403,
      ({ user }) => send(`PUT /admin/users/${user.id}/role`, { token: people.admin.token, body: { role: "reviewer" } }),
    ],
  ];
  test.each(ENDS)("delivers no more when %s, but closes with %d", async (_, code, end) => {
    const person = await people.join();
    const { key, id } = await keyOf(person);
    const socket = await openSocket(url, MODERN, { "x-api-key": key });
    socket.say(INIT);
    await socket.heard({ type: "connection_ack" });
    const query = "subscription { sessionUpdated { acknowledgedLine } }";
    socket.say({ type: "subscribe", id: "1", payload: { query } });
    // Told to the bus itself, because the person cannot send anything any more.
    const update = { key: "k", userId: person.user.id, sessionId: "s", harness: "codex", eventName: "session_push" };
    const publish = (acknowledgedLine: number): void =>
      server.platform.bus.publish(`telemetry.sessions.${person.user.id}`, { ...update, acknowledgedLine });
    await eventually(() => {
      publish(1);
      expect(socket.received.some(({ type }) => type === "next")).toBe(true);
    });
    await end(person, id);
    await eventually(() => {
      publish(2);
      expect(socket.socket.readyState).toBe(socket.socket.CLOSED);
    });
    expect((await socket.closed()).code).toBe(code);
  });
});
