import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, codesOf, listenForSockets, type Answer } from "../../test/graphql.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("a GraphQL request ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const asks = (by: Person, query: string): Promise<Answer> => ask(send, by.token, query);

  test("takes no U+0000, not even as an escape", async () => {
    for (const query of [
      '{ session(id: "a\\u0000b") { harness } }',
      '{ session(id: "a", project: "a\\u0000b") { harness } }',
      '{ sessions(filter: { model: "a\\u0000b" }) { totalCount } }',
    ]) {
      expect([query, codesOf(await asks(ada, query))]).toEqual([query, ["BAD_USER_INPUT"]]);
    }
  });

  test("tells errors beside what could be answered, each with its code", async () => {
    const answer = await asks(ada, '{ health session(id: "") { harness } }');
    expect(answer).toMatchObject({ data: { health: "ok", session: null } });
    expect(codesOf(answer)).toEqual(["BAD_USER_INPUT"]);
    expect(codesOf(await asks(ada, "{ nonsense }"))).toEqual(["GRAPHQL_VALIDATION_FAILED"]);
    const deep = "{ sessions(first: 200) { edges { node { events(first: 200) { edges { cursor } } } } } }";
    expect(codesOf(await asks(ada, deep))).toEqual(["COMPLEXITY_LIMIT"]);
    expect(codesOf(await asks(ada, "subscription { sessionUpdated { harness } }"))).toEqual(["BAD_USER_INPUT"]);
  });

  test("runs the operation that is named", async () => {
    const query = "query a { first: health } query b { second: health }";
    const named = await send("POST /graphql", {
      token: ada.token,
      body: { query, operationName: "b", variables: null },
    });
    expect(named.json()).toEqual({ data: { second: "ok" } });
  });

  test("is for people who are signed in, with any credentials but a hooks token", async () => {
    const body = { query: "{ health }" };
    expect(verdict(await send("POST /graphql", { body }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await send("POST /graphql", { body, token: "nonsense" }))).toEqual([401, "unauthenticated"]);
    const hooks = (await send("POST /auth/hooks-token", { token: ada.token })).json().access_token;
    expect(verdict(await send("POST /graphql", { body, token: hooks }))).toEqual([403, "forbidden"]);
    const { key } = (await send("POST /keys", { token: ada.token, body: { name: "ci" } })).json();
    expect((await send("POST /graphql", { body, key })).json()).toEqual({ data: { health: "ok" } });
    const gone = await people.join();
    const goneKey = (await send("POST /keys", { token: gone.token, body: { name: "ci" } })).json().key;
    await send(`PUT /admin/users/${gone.user.id}/active`, { token: people.admin.token, body: { active: false } });
    expect(verdict(await send("POST /graphql", { body, key: goneKey }))).toEqual([403, "account_deactivated"]);
  });

  test("reads JSON whatever its content type, and refuses what is none", async () => {
    const post = (payload: string, type: string) =>
      send("POST /graphql", { token: ada.token, body: payload, headers: { "content-type": type } });
    for (const type of ["text/plain", "application/graphql+json", "application/x-www-form-urlencoded"]) {
      expect((await post('{"query":"{ health }"}', type)).json()).toEqual({ data: { health: "ok" } });
    }
    expect(verdict(await post('{"query":', "application/json"))).toEqual([400, "malformed_json"]);
    expect(verdict(await post("{}", "application/json"))).toEqual([422, "validation_failed"]);
    expect(verdict(await post('{"query":1}', "application/json"))).toEqual([422, "validation_failed"]);
    const long = JSON.stringify({ query: "#".repeat(20_001) });
    expect(verdict(await post(long, "application/json"))).toEqual([422, "validation_failed"]);
    expect(verdict(await send("GET /graphql", { token: ada.token }))).toEqual([405, "method_not_allowed"]);
  });

  test("leaves requests alone that wish for another protocol, or for a socket elsewhere", async () => {
    const url = await listenForSockets(server);
    const fetchFrom = (
      path: string,
      method: string,
      headers: Record<string, string>,
      body?: string,
    ): Promise<[number?, string?]> =>
      new Promise((resolve, reject) => {
        const sent = request(new URL(path, url.replace("ws:", "http:")), { method, headers }, (answer) => {
          let text = "";
          answer.on("data", (chunk) => (text += String(chunk)));
          answer.on("end", () => resolve([answer.statusCode ?? 0, text]));
        });
        sent.on("error", reject);
        sent.on("upgrade", () => reject(new Error("upgraded")));
        sent.end(body);
      });
    const h2c = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA" };
    expect(await fetchFrom("/healthz", "GET", h2c)).toEqual([200, '{"status":"alive"}']);
    const body = JSON.stringify({ query: `{ health } #${"x".repeat(10_000)}` });
    const posted = await fetchFrom(
      "/api/v1/graphql",
      "POST",
      { ...h2c, authorization: `Bearer ${ada.token}`, "content-length": String(body.length) },
      body,
    );
    expect(posted).toEqual([200, '{"data":{"health":"ok"}}']);
    const elsewhere = { connection: "Upgrade", upgrade: "websocket" };
    expect((await fetchFrom("/api/v1/nowhere", "GET", elsewhere))[0]).toBe(404);
  });
});
