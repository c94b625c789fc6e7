import type { McpServerList, McpServerResponse } from "@tackroom/contract";
import { REGISTRY_META } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

const nameOf = ({ qualified_name: name }: Shown): string => `local.tackroom/${name.replace("/", ".")}`;
const stateOf = ({ server, _meta }: McpServerResponse) => {
  const { status, isLatest } = _meta[REGISTRY_META];
  return [server.name, server.version, status, isLatest];
};

describe.each(largestSize)("the MCP registry protocol ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let ada: Person;
  let feed: string;
  let [first, second, third]: Shown[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    ada = await people.join();
    first = await shelf.publish("mcps", ada, { name: "alpha-server", description: "Finds 100% of _all_ tickets" });
    second = await shelf.publish("mcps", ada, { name: "beta-server" });
    third = await shelf.publish("mcps", ada, { name: "gamma-server" });
    await shelf.release("mcps", second.id, ada, {
      version: "1.1.0",
      description: "Newer",
      command: "npx",
      args: ["x"],
    });
    const made = await send("POST /feeds", { token: ada.token, body: { name: "Editor", content: "visible" } });
    feed = `/c/${made.json<{ secret: string }>().secret}`;
  });
  afterAll(() => server.close());

  const list = async (query = "", at = feed): Promise<McpServerList> =>
    (await send(`GET ${at}/v0.1/servers${query}`)).json();
  const get = (url: string, headers = {}) => server.app.inject({ url: feed + url, headers });

  test("lists all versions, by name and newest first, or the latest, or one number", async () => {
    const [a, b, c] = [first, second, third].map((shown) => nameOf(shown as Shown));
    const all = await list();
    expect(all.servers.map(stateOf)).toEqual([
      [a, "1.0.0", "active", true],
      [b, "1.1.0", "active", true],
      [b, "1.0.0", "active", false],
      [c, "1.0.0", "active", true],
    ]);
    expect(all.metadata).toEqual({ count: 4 });
    expect((await list("?version=latest")).servers.map(({ server: { version } }) => version)).toEqual([
      "1.0.0",
      "1.1.0",
      "1.0.0",
    ]);
    expect((await list("?version=1.1.0")).servers.map(stateOf)).toEqual([[b, "1.1.0", "active", true]]);
    expect(Object.keys(all.servers[0]?.["_meta"] ?? {})).toEqual([REGISTRY_META]);
  });

  test.each(["", "&version=latest", "&search=server", "&include_deleted=true"])(
    "is paged with a cursor that has the question with it and needs no escaping (%s)",
    async (question) => {
      const whole = (await list(`?limit=100${question}`)).servers.map(stateOf);
      const seen: unknown[] = [];
      let page = await list(`?limit=1${question}`);
      for (let count = 0; count < 10; count++) {
        expect(page.servers.length).toBeLessThanOrEqual(1);
        seen.push(...page.servers.map(stateOf));
        const { nextCursor } = page.metadata;
        if (nextCursor === undefined) break;
        expect(nextCursor).toMatch(/^[\w-]+$/);
        // As some clients do, without the rest of the question.
        page = await list(`?limit=1&cursor=${nextCursor}`);
      }
      expect(seen).toEqual(whole);
    },
  );

  test("searches names and descriptions, in any case, and takes nothing for a wildcard", async () => {
    const found = async (search: string): Promise<string[]> =>
      (await list(`?search=${encodeURIComponent(search)}`)).servers.map(({ server: { name } }) => name);
    expect(await found("ALPHA")).toEqual([nameOf(first as Shown)]);
    expect(await found("100% of _all_")).toEqual([nameOf(first as Shown)]);
    expect(await found("100_ of")).toEqual([]);
    expect(await found(nameOf(third as Shown))).toEqual([nameOf(third as Shown)]);
    expect(await found("nothing like it")).toEqual([]);
  });

  test("has versions in the order of semantic versions, of which the highest release is the latest", async () => {
    const item = await shelf.publish("mcps", ada);
    for (const version of ["2.0.0-rc.2", "1.10.0", "2.0.0-rc.10", "1.9.0"]) {
      await shelf.release("mcps", item.id, ada, { version, description: version });
    }
    const versions = async () =>
      (await get(`/v0.1/servers/${encodeURIComponent(nameOf(item))}/versions`)).json<McpServerList>().servers;
    const expected = ["2.0.0-rc.10", "2.0.0-rc.2", "1.10.0", "1.9.0", "1.0.0"];
    expect((await versions()).map(({ server: { version } }) => version)).toEqual(expected);
    const latest = async () =>
      (await versions()).filter(({ _meta }) => _meta[REGISTRY_META].isLatest).map(({ server: { version } }) => version);
    expect(await latest()).toEqual(["1.10.0"]);
    expect((await list(`?search=${nameOf(item)}`)).servers.map(({ server: { version } }) => version)).toEqual(expected);
    await send(`PATCH /mcps/${item.id}/archive`, { token: ada.token });
    expect(await latest()).toEqual(["1.10.0"]);
    await send(`DELETE /mcps/${item.id}`, { token: people.admin.token });
  });

  test("gives one server, with its name escaped, and tells what is not there in its own words", async () => {
    const name = encodeURIComponent(nameOf(second as Shown));
    expect((await get(`/v0.1/servers/${name}/versions`)).json<McpServerList>().servers.map(stateOf)).toMatchObject([
      [nameOf(second as Shown), "1.1.0", "active", true],
      [nameOf(second as Shown), "1.0.0", "active", false],
    ]);
    for (const [number, version] of [
      ["latest", "1.1.0"],
      ["1.0.0", "1.0.0"],
    ]) {
      const answer = await get(`/v0/servers/${name}/versions/${number}`);
      expect(answer.json<McpServerResponse>().server.version).toBe(version);
    }
    for (const path of [`${name}/versions/9.9.9`, "com.other%2Fx.y/versions", "local.tackroom%2Fx.y/versions/latest"]) {
      const answer = await get(`/v0.1/servers/${path}`);
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: "Server not found" }]);
    }
  });

  test.each(["2026-02-30T00:00:00.0Z", "2026-99-01T00:00:00.0Z", "0000-01-01T00:00:00.0Z", "2026-01-01T24:00:00.0Z"])(
    "refuses a cursor with the time %s",
    async (place) => {
      const written = ["", "", true, null, place, "00000000-0000-4000-8000-000000000000", null];
      const cursor = Buffer.from(JSON.stringify(written)).toString("base64url");
      expect((await send(`GET ${feed}/v0.1/servers?cursor=${cursor}`)).statusCode).toBe(400);
    },
  );

  test.each([
    "cursor=%%%",
    "cursor=e30",
    "cursor=WzEsMl0",
    "updated_since=yesterday",
    "updated_since=2026-02-30T12:00:00Z",
    "limit=101",
    "limit=0",
  ])("answers 400 to %s", async (query) => {
    const answer = await get(`/v0.1/servers?${query}`);
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, ["error"]]);
  });

  test("is open to pages of any origin, also where it refuses", async () => {
    for (const url of ["/v0.1/servers?limit=1", "/v0.1/servers/none/versions", "/v0.1/nothing"]) {
      const { headers } = await get(url, { origin: "https://github.com" });
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, OPTIONS",
        "access-control-allow-headers": "Authorization, Content-Type",
      });
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
    const preflight = await server.app.inject({
      method: "OPTIONS",
      url: `${feed}/v0.1/servers`,
      headers: { origin: "https://github.com", "access-control-request-method": "GET" },
    });
    expect(preflight.statusCode).toBeLessThan(300);
    expect(preflight.headers["access-control-allow-origin"]).toBe("*");
    const own = await server.app.inject({ url: "/api/v1/healthz", headers: { origin: "https://github.com" } });
    expect(own.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("answers at addresses with a slash too many", async () => {
    for (const url of ["//v0.1/servers", "/v0.1/servers/", "/v0.1//servers/?limit=1"]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    }
  });

  test("tells in its own words of a path that cannot be read", async () => {
    const answer = await get("/v0.1/servers/%ff/versions");
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: "The path has invalid percent-encoding." }]);
  });

  test("takes no writes", async () => {
    const writes = [
      ["POST", "/v0.1/publish"],
      ["PUT", "/v0.1/servers/a%2Fb/versions/1.0.0"],
      ["DELETE", "/v0.1/servers/a%2Fb/versions/1.0.0"],
    ] as const;
    for (const [method, url] of writes) {
      for (const at of ["", feed]) {
        expect((await server.app.inject({ method, url: at + url, payload: {} })).statusCode).toBe(501);
      }
    }
  });

  test("at the root is closed, or shows what everybody may see, or what the caller may", async () => {
    const own = await shelf.publish("mcps", ada, { visibility: "owner" });
    const names = async (options: object = {}): Promise<string[] | number> => {
      const answer = await send("GET /v0.1/servers?version=latest&limit=100", options);
      if (answer.statusCode !== 200) return answer.statusCode;
      return answer.json<McpServerList>().servers.map(({ server: { name } }) => name);
    };
    expect(await names()).toBe(404);
    expect(await names({ token: ada.token })).toContain(nameOf(own));
    expect(await names({ token: (await people.join()).token })).not.toContain(nameOf(own));
    const setting = "/admin/settings/deployment.public_registry_enabled";
    await send(`PUT ${setting}`, { token: people.admin.token, body: { value: true } });
    const open = await names();
    expect(open).toContain(nameOf(first as Shown));
    expect(open).not.toContain(nameOf(own));
    await send(`DELETE ${setting}`, { token: people.admin.token });
    expect(await names()).toBe(404);
  });

  test("tells of what was yanked, deprecated and archived since a time", async () => {
    const [yanked, deprecated, archived] = [
      await shelf.publish("mcps", ada),
      await shelf.publish("mcps", ada),
      await shelf.publish("mcps", ada),
    ];
    const since = new Date().toISOString();
    const { token } = ada;
    const mark = ({ id }: Shown, body: object) => send(`PATCH /mcps/${id}/versions/1.0.0`, { token, body });
    await mark(yanked, { yanked: true, reason: "Leaks" });
    await mark(deprecated, { deprecated: "Use another" });
    await send(`PATCH /mcps/${archived?.id}/archive`, { token });
    const statuses = async (query: string) =>
      new Map((await list(query)).servers.map((each) => [each.server.name, each["_meta"][REGISTRY_META]]));
    const changed = await statuses(`?limit=100&updated_since=${encodeURIComponent(since)}`);
    expect(changed.get(nameOf(yanked))).toMatchObject({ status: "deprecated", statusMessage: "Leaks" });
    expect(changed.get(nameOf(deprecated))).toMatchObject({
      status: "deprecated",
      statusMessage: "Use another",
    });
    expect(changed.get(nameOf(archived))).toMatchObject({ status: "deleted" });
    expect(changed.has(nameOf(first as Shown))).toBe(false);
    const usual = await statuses("?limit=100");
    expect(usual.has(nameOf(archived))).toBe(false);
    expect((await statuses("?limit=100&include_deleted=true")).has(nameOf(archived))).toBe(true);
    expect(usual.get(nameOf(deprecated))).toMatchObject({ status: "deprecated" });
    await send(`DELETE /mcps/${archived?.id}`, { token: people.admin.token });
    const deleted = await list(`?limit=100&updated_since=${encodeURIComponent(since)}`);
    const gone = deleted.servers.find(({ server: { name } }) => name === nameOf(archived));
    expect(gone).toMatchObject({ _meta: { [REGISTRY_META]: { status: "deleted" } } });
    expect(gone?.server.packages).toBeUndefined();
  });
});
