import { randomUUID } from "node:crypto";
import type { ArdList, ArdManifest, ExploreReply, SearchReply } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryProblems } from "../../test/ard/ard-schema.js";
import { stageDiscovery, type DiscoveryStage } from "../../test/discovery.js";
import { EVERY_TYPE, type Shown } from "../../test/items.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("search and list ($size)", (on) => {
  let stage: DiscoveryStage;
  let server: DiscoveryStage["server"];
  let send: DiscoveryStage["send"];
  let ard: DiscoveryStage["ard"];
  let people: DiscoveryStage["people"];
  let ada: DiscoveryStage["ada"];
  let shelf: DiscoveryStage["shelf"];
  let set: DiscoveryStage["set"];
  /** One of each kind, all about the same. */
  const items: Shown[] = [];
  beforeAll(async () => {
    stage = await stageDiscovery({ on });
    ({ server, send, ard, people, ada, shelf, set } = stage);
    for (const { type } of EVERY_TYPE) {
      items.push(await shelf.publish(type, ada, { description: "Forecasts of avalanches" }));
    }
  });
  afterAll(() => stage.server.close());

  const search = (body: object, token?: string) => send("POST /ard/search", { token, body });
  const list = (query: Record<string, string>, token?: string) =>
    send(`GET /ard/agents?${new URLSearchParams(query).toString()}`, { token });

  test("finds what is asked for in other words and other forms, the best first", async () => {
    const mail = await shelf.publish("mcps", ada, {
      name: `Postbox ${randomUUID().slice(0, 6)}`,
      description: "Reads, sorts and answers email in your inbox. Summarises unread messages.",
      category: "communication",
    });
    const results = await ard.search("give me a digest of the new mail from my boss", ada.token);
    expect(results[0]?.displayName).toBe(mail.name);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const result of results) {
      expect(entryProblems(result)).toEqual([]);
      expect(result).not.toHaveProperty("representativeQueries");
      expect(result).not.toHaveProperty("trustManifest");
    }
  });

  test("an exact name has the score 100, in any spelling, and nonsense finds nothing", async () => {
    const item = await shelf.publish("skills", ada, { name: `Tidy Helper ${randomUUID().slice(0, 6)}` });
    for (const text of [
      item.name,
      item.name.toUpperCase(),
      item.slug,
      item.qualified_name,
      `${item.qualified_name}@1.0.0`,
    ]) {
      const [first] = await ard.search(text, ada.token);
      expect([text, first?.displayName, first?.score]).toEqual([text, item.name, 100]);
    }
    expect(await ard.search("qwxzv jjkqq", ada.token)).toEqual([]);
  });

  test("filters by kind, and by harness, where an item that lists none fits all", async () => {
    const kinds = await Promise.all(
      EVERY_TYPE.map(async ({ kind }) =>
        (await ard.search("avalanches", ada.token, { kind })).map((it) => it["obs:kind"]),
      ),
    );
    expect(kinds).toEqual(EVERY_TYPE.map(({ kind }) => [kind]));
    const body = { query: { text: "avalanches", filter: { "obs:harness": "codex", "obs:kind": "skill" } } };
    const [found] = (await search(body, ada.token)).json<SearchReply>().results;
    expect(found).toMatchObject({ "obs:availability": "now", "obs:supportedHarnesses": [] });
  });

  test.each([
    [{}, "query: is required"],
    [{ query: {} }, "query.text: is required"],
    [{ query: { text: "" } }, "query.text: must NOT have fewer than 1 characters"],
    [{ query: { text: "x".repeat(2001) } }, "query.text"],
    [{ query: { text: "x", filter: { colour: "red" } } }, "query.filter.colour: is an unknown filter term"],
    [{ query: { text: "x", filter: { tags: [] } } }, "query.filter.tags: must not be empty"],
    [{ query: { text: "x", filter: { tags: { a: 1 } } } }, "query.filter.tags"],
    [{ query: { text: "x" }, federation: "all" }, "federation: must be one of auto, none, referrals"],
    [{ query: { text: "x" }, pageSize: 0 }, "pageSize"],
    [{ query: { text: "x" }, pageSize: 101 }, "pageSize"],
    [{ query: { text: "x" }, pageSize: "10" }, "pageSize"],
    [{ query: { text: "x" }, pageToken: "nonsense" }, "pageToken: belongs to a different query"],
    [{ query: { text: "x" }, pageToken: "x".repeat(513) }, "pageToken"],
  ])("refuses the search %j", async (body, message) => {
    for (const token of [ada.token, undefined]) {
      const answer = await search(body, token);
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ["errorCode", "message"]]);
      expect(answer.json()).toMatchObject({
        errorCode: "INVALID_ARGUMENT",
        message: expect.stringContaining(message) as string,
      });
    }
  });

  test.each([
    [{ filter: "kind" }, "filter: has a syntax error"],
    [{ filter: "x".repeat(1001) }, "filter"],
    [{ orderBy: "colour" }, "orderBy: must be one of displayName"],
    [{ kind: "mcp" }, "kind: is an unknown field"],
    [{ pageSize: "0" }, "pageSize"],
    [{ pageSize: "many" }, "pageSize"],
    [{ pageToken: "nonsense" }, "pageToken: belongs to a different query"],
  ])("refuses the list %j", async (query, message) => {
    const answer = await list(query, ada.token);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      errorCode: "INVALID_ARGUMENT",
      message: expect.stringContaining(message) as string,
    });
  });

  test("bad credentials are refused, none are not", async () => {
    for (const answer of [await search({ query: { text: "x" } }, "rubbish"), await list({}, "rubbish")]) {
      expect([answer.statusCode, answer.json<{ errorCode: string }>().errorCode]).toEqual([401, "UNAUTHENTICATED"]);
    }
    expect((await search({ query: { text: "x" } })).json()).toEqual({ results: [] });
  });

  test("a page token is good for its own question and caller only", async () => {
    const first = (await search({ query: { text: "avalanches" }, pageSize: 2 }, ada.token)).json<SearchReply>();
    const { pageToken = "" } = first;
    expect(first.results).toHaveLength(2);
    const other = await people.join();
    const asked = async (body: object, token: string | undefined) =>
      (await search({ query: { text: "avalanches" }, pageToken, ...body }, token)).statusCode;
    expect(await asked({}, ada.token)).toBe(200);
    expect(await asked({ pageSize: 50 }, ada.token)).toBe(200);
    expect(await asked({}, other.token)).toBe(400);
    expect(await asked({}, undefined)).toBe(400);
    expect(await asked({ query: { text: "avalanche" } }, ada.token)).toBe(400);
    expect(await asked({ query: { text: "avalanches", filter: { kind: "mcp" } } }, ada.token)).toBe(400);
    const page = (await list({ pageSize: "2" }, ada.token)).json<ArdList>();
    const again = async (query: Record<string, string>, token: string) =>
      (await list({ pageSize: "2", pageToken: page.pageToken ?? "", ...query }, token)).statusCode;
    expect(await again({}, ada.token)).toBe(200);
    expect(await again({}, other.token)).toBe(400);
    expect(await again({ orderBy: "version" }, ada.token)).toBe(400);
    expect(await again({ filter: "kind = mcp" }, ada.token)).toBe(400);
    expect((await search({ query: { text: "avalanches" }, pageToken: page.pageToken }, ada.token)).statusCode).toBe(
      400,
    );
  });

  test("pages have no repeat and no gap while items are added", async () => {
    const there: string[] = [];
    const add = async () => (await shelf.publish("prompts", ada, { description: "Glacier crevasse rescue" })).name;
    for (let count = 0; count < 24; count += 1) there.push(await add());
    for (const ask of [
      async (pageToken?: string) => {
        const body = { query: { text: "glacier crevasse rescue" }, pageSize: 5, pageToken };
        const { results, pageToken: next } = (await search(body, ada.token)).json<SearchReply>();
        return { names: results.map(({ displayName }) => displayName), next };
      },
      async (pageToken?: string) => {
        const query = { pageSize: "5", filter: "kind = prompt", ...(pageToken ? { pageToken } : {}) };
        const { items: page, pageToken: next } = (await list(query, ada.token)).json<ArdList>();
        return { names: page.map(({ displayName }) => displayName), next };
      },
    ]) {
      const seen: string[] = [];
      let next: string | undefined;
      do {
        const page = await ask(next);
        seen.push(...page.names);
        ({ next } = page);
        await add();
      } while (next !== undefined && seen.length < 1000);
      expect(new Set(seen).size).toBe(seen.length);
      expect(there.filter((name) => !seen.includes(name))).toEqual([]);
    }
  });

  test("lists are in the order asked for, with their total", async () => {
    const filter = "displayName = '-' AND updatedAfter > 2020-01-01";
    const read = async (orderBy: string) => {
      const page = (await list({ filter, orderBy, pageSize: "100" }, ada.token)).json<ArdList>();
      expect(page.total).toBe(page.items.length);
      return page.items;
    };
    const byName = (await read("name")).map(({ displayName }) => displayName.toLowerCase());
    expect(byName).toEqual(byName.toSorted());
    const newest = (await read("updatedAt DESC")).map(({ updatedAt }) => updatedAt);
    expect(newest).toEqual(newest.toSorted().toReversed());
    expect((await list({ filter, pageSize: "1" }, ada.token)).json<ArdList>().total).toBe(byName.length);
  });

  test("a closed registry is empty to strangers, and an open one shows what is public", async () => {
    const [item] = items as [Shown];
    const hidden = await shelf.publish("mcps", ada, { description: "Forecasts of avalanches", visibility: "owner" });
    const asStranger = async () => ({
      search: (await ard.search("avalanches")).map(({ displayName }) => displayName),
      list: (await list({ filter: "kind = mcp", pageSize: "100" })).json<ArdList>(),
      entry: await ard.entry(`urn:air:tackroom.local:mcp:${item.id}`),
      hidden: await ard.entry(`urn:air:tackroom.local:mcp:${hidden.id}`),
    });
    expect(await asStranger()).toEqual({
      search: [],
      list: { items: [], total: 0 },
      entry: undefined,
      hidden: undefined,
    });
    await set("deployment.public_registry_enabled", true);
    const open = await asStranger();
    expect(open.search).toContain(item.name);
    expect(open.search).not.toContain(hidden.name);
    expect(open.list.total).toBe(open.list.items.length);
    expect(open.list.items.map(({ displayName }) => displayName)).not.toContain(hidden.name);
    expect([open.entry?.displayName, open.hidden]).toEqual([item.name, undefined]);
    await set("deployment.public_registry_enabled", false);
  });

  test("explore is off unless it is switched on; then it counts what the caller may find", async () => {
    const explore = (body: unknown, token?: string) => send("POST /ard/explore", { token, body });
    for (const body of [{}, { resultType: { facets: [{ field: "type" }] } }]) {
      const answer = await explore(body, ada.token);
      expect([answer.statusCode, answer.json<{ errorCode: string }>().errorCode]).toEqual([501, "NOT_IMPLEMENTED"]);
    }
    await set("discovery.explore_enabled", true);
    const query = { text: "avalanches", filter: { kind: ["skill", "hook", "sandbox"] } };
    const facets = [{ field: "obs:kind" }, { field: "tags", limit: 1 }];
    const counted = (await explore({ query, resultType: { facets } }, ada.token)).json<ExploreReply>();
    expect(counted.facets["obs:kind"]).toEqual({
      buckets: ["hook", "sandbox", "skill"].map((value) => ({ value, count: 1 })),
      otherCount: 0,
    });
    expect(counted.facets["tags"]?.buckets).toHaveLength(1);
    const all = (await explore({ resultType: { facets: [{ field: "type" }] } }, ada.token)).json<ExploreReply>();
    expect(all.facets["type"]?.buckets.length).toBe(6);
    expect(
      (await explore({ resultType: { facets: [{ field: "type" }] } })).json<ExploreReply>().facets["type"]?.buckets,
    ).toEqual([]);
    for (const body of [
      {},
      { resultType: {} },
      { resultType: { facets: [{ field: "colour" }] } },
      { query: { filter: { x: 1 } }, resultType: { facets: [{ field: "type" }] } },
    ]) {
      expect((await explore(body, ada.token)).statusCode).toBe(400);
    }
    await set("discovery.explore_enabled", false);
  });

  test("what is not there, or not done so, is told in ARD's words", async () => {
    const answers = await Promise.all([
      send("GET /ard/search"),
      send("GET /ard/nothing"),
      send("POST /ard/agents", { body: {} }),
      server.app.inject({ method: "POST", url: "/.well-known/ard.json" }),
      server.app.inject({
        method: "POST",
        url: "/api/v1/ard/search",
        headers: { "content-type": "application/json" },
        payload: "{",
      }),
      server.app.inject({
        method: "POST",
        url: "/api/v1/ard/search",
        headers: { "content-type": "text/plain" },
        payload: "x",
      }),
    ]);
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ errorCode: string }>().errorCode])).toEqual([
      [405, "METHOD_NOT_ALLOWED"],
      [404, "NOT_FOUND"],
      [405, "METHOD_NOT_ALLOWED"],
      [405, "METHOD_NOT_ALLOWED"],
      [400, "INVALID_ARGUMENT"],
      [415, "INVALID_ARGUMENT"],
    ]);
    const unreadable = ["/ard/entries/%ff", "/ard/%ff", `/ard/entries/${"x".repeat(2000)}`, "/artifacts/mcp/%ff/1.0.0"];
    for (const path of unreadable) {
      const answer = await send(`GET ${path}`);
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ["errorCode", "message"]]);
      expect(answer.json()).toMatchObject({ errorCode: "INVALID_ARGUMENT" });
      expect(answer.headers["x-request-id"]).toBeDefined();
    }
    const page = await server.app.inject("/");
    expect(page.headers["link"]).toBe('</.well-known/ard.json>; rel="ard"');
    expect((await server.app.inject("/.well-known/ard.json")).json<ArdManifest>().entries).toHaveLength(1);
  });
});
