import type { ArdSource, AuditEvent } from "@tackroom/contract";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { sendJson, startWebSite, type WebSite } from "../../test/web-site.js";
import { findExternalEntries, listExternalChanges } from "./external-entry-store.js";
import { refreshSources } from "./jobs.js";
import type { RefreshDeps } from "./refresh-source.js";

const HOST = "127.0.0.1";
const entry = (name: string, more: object = {}) => ({
  identifier: `urn:air:${HOST}:tools:${name}`,
  displayName: name,
  type: "application/mcp-server-card+json",
  url: `https://acme.example/${name}.json`,
  ...more,
});
const manifest = (...entries: unknown[]) => ({ specVersion: "1.0", host: { displayName: "Acme" }, entries });

describe.each(largestSize)("sources of external entries ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let admin: Person;
  let site: WebSite;
  /** What the site answers, by path. */
  const answers = new Map<string, (response: ServerResponse) => void>();
  beforeAll(async () => {
    site = await startWebSite(({ path }, response) => {
      const answer = answers.get(path);
      if (answer) answer(response);
      else sendJson(response, {}, 404);
    });
    const env = { OUTBOUND_ALLOWED_HOSTS: `${site.host}, localhost:${site.port}` };
    server = await startTestServer({ on, env });
    send = createSend(server);
    ({ admin } = await invitePeople(server));
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });
  beforeEach(async () => {
    for (const { id } of await list()) await send(`DELETE /admin/ard-sources/${id}`, { token: admin.token });
    answers.clear();
  });

  const list = async (): Promise<ArdSource[]> =>
    (await send("GET /admin/ard-sources", { token: admin.token })).json<ArdSource[]>();
  const add = (url: string) => send("POST /admin/ard-sources", { token: admin.token, body: { url } });
  /** Has the site answer with a manifest, and says where. */
  const publish = (path: string, body: unknown): string => {
    answers.set(path, (response) => sendJson(response, body));
    return site.url + path;
  };
  const added = async (path: string, body: unknown): Promise<ArdSource> =>
    (await add(publish(path, body))).json<ArdSource>();
  const kept = async (name: string) =>
    (await findExternalEntries(server.platform.relational, [`urn:air:${HOST}:tools:${name}`]))[0];
  const stored = async (name: string) => (await kept(name))?.description;
  const isStored = async (name: string): Promise<boolean> => (await kept(name)) !== undefined;
  const refresh = (outbound: RefreshDeps["outbound"] = server.platform.outbound): Promise<void> => {
    const { relational, log } = server.platform;
    const settings = { get: () => "" as never };
    return refreshSources.run({ db: relational, transaction: relational.transaction, settings, outbound, log }, {}, 1);
  };

  test("are fetched at once, and what they list is found as approved by nobody", async () => {
    const claims = { "obs:approval": "approved", "obs:availability": "now", description: "Tells the weather" };
    const answer = await add(publish("/ard.json", manifest(entry("weather", claims), entry("news"))));
    expect(answer.statusCode).toBe(201);
    const source = answer.json<ArdSource>();
    expect(source).toEqual({
      id: expect.any(String),
      url: `${site.url}/ard.json`,
      publisher: HOST,
      status: "ok",
      error: null,
      entry_count: 2,
      last_fetched_at: expect.any(String),
      created_at: expect.any(String),
    });
    expect(answer.headers["location"]).toBe(`/api/v1/admin/ard-sources/${source.id}`);
    expect(await list()).toEqual([source]);
    expect(await kept("weather")).toEqual({
      ...entry("weather"),
      description: "Tells the weather",
      "obs:publisher": HOST,
      "obs:approval": "pending",
      "obs:lifecycle": "pending",
      "obs:availability": "not-approved",
      "obs:supportedHarnesses": [],
    });
  });

  test("leave a record of who added and removed them, without what is behind the question mark", async () => {
    const { id } = await added("/recorded.json?token=secret", manifest());
    await send(`DELETE /admin/ard-sources/${id}`, { token: admin.token });
    const log = await send("GET /admin/audit-log?resource_type=ard_source&limit=50", { token: admin.token });
    const records = log.json<AuditEvent[]>().filter(({ resource_id }) => resource_id === id);
    const about = { resource_name: `${site.url}/recorded.json`, actor_id: admin.user.id, outcome: "success" };
    expect(records).toMatchObject([
      { ...about, action: "ard_source.remove", status_code: 204 },
      { ...about, action: "ard_source.add", status_code: 201 },
    ]);
  });

  test.each([
    ["https://127.0.0.1/ard.json", "127.0.0.1 is a loopback address"],
    ["https://localhost/ard.json", "localhost resolves to a loopback address."],
    ["https://169.254.169.254/latest/meta-data/", "169.254.169.254 is a link-local address"],
    ["https://[::ffff:169.254.169.254]/", "is a link-local address"],
    ["http://acme.example/ard.json", "would be unencrypted"],
    ["https://me:secret@acme.example/ard.json", "username or password"],
    ["file:///etc/passwd", "start with https://"],
    ["ard.json", "Invalid URL"],
    ["", "must"],
  ])("cannot be at %j", async (url, reason) => {
    const refused = await add(url);
    expect(verdict(refused)).toEqual([422, "validation_failed"]);
    expect(refused.json()).toMatchObject({ errors: [{ path: "body.url", message: expect.stringContaining(reason) }] });
    expect(await list()).toEqual([]);
  });

  test("are added once", async () => {
    const url = publish("/once.json", manifest());
    expect((await add(url)).statusCode).toBe(201);
    expect(verdict(await add(`${url}#again`))).toEqual([409, "conflict"]);
    expect(await list()).toHaveLength(1);
  });

  const text = (body: string) => (response: ServerResponse) => void response.end(body);
  const json = (body: unknown, status?: number) => (response: ServerResponse) => sendJson(response, body, status);
  const redirect = (location: string) => (response: ServerResponse) => void response.writeHead(302, { location }).end();
  test.each<[string, (response: ServerResponse) => void, string]>([
    ["huge", text(" ".repeat(5 * 1024 ** 2 + 1)), "exceeds the limit of 5 MiB"],
    ["no JSON", text("<html>"), "did not return valid JSON"],
    ["nested too deep", text("[".repeat(100_000)), "exceeds the maximum nesting depth of 20"],
    ["no manifest", json([]), "The manifest must be a JSON object"],
    ["of another version", json({ ...manifest(), specVersion: "7" }), "specVersion"],
    ["too long", json(manifest(...Array<null>(2001).fill(null))), "more than 2000 entries"],
    ["an error", json({}, 500), "responded with status 500"],
    ["not there", json({}, 404), "no longer serves the manifest (status 404)"],
    [
      "redirected to this machine",
      redirect("https://127.0.0.1/"),
      "redirects to https://127.0.0.1/. 127.0.0.1 is a loopback",
    ],
    [
      "redirected to a metadata address",
      redirect("http://169.254.169.254/latest"),
      "redirects to http://169.254.169.254/latest",
    ],
    ["redirected in a circle", redirect("/trouble.json"), "exceeded the limit of 3 redirects"],
    [
      "cut off",
      (response) => void response.writeHead(200, { "content-length": 99 }).write("{", () => response.destroy()),
      "closed the connection",
    ],
    [
      "of someone else's domain",
      json(manifest(entry("a", { identifier: "urn:air:github.com:a" }))),
      "1 of 1 entries were rejected. entries[0]: urn:air:github.com:a belongs to github.com",
    ],
    [
      "of our own domain",
      json(manifest(entry("a", { identifier: "urn:air:tackroom.local:a" }))),
      "this registry's own domain",
    ],
  ])("whose manifest is %s are kept as failed, with the reason", async (_what, answer, reason) => {
    answers.set("/trouble.json", answer);
    const other = await added("/other.json", manifest(entry("fine")));
    const failed = await add(`${site.url}/trouble.json`);
    expect(failed.statusCode).toBe(201);
    expect(failed.json()).toMatchObject({ status: "failed", error: expect.stringContaining(reason), entry_count: 0 });
    expect(failed.json<ArdSource>().last_fetched_at).not.toBeNull();
    await refresh();
    const after = (await list()).find(({ id }) => id === other.id);
    expect(after).toEqual({ ...other, last_fetched_at: after?.last_fetched_at });
    expect(await isStored("fine")).toBe(true);
    expect(server.lines.filter(({ level }) => level === "error" || Number(level) >= 50)).toEqual([]);
  });

  test("that are slow are given up, and the others are refreshed all the same", async () => {
    await added("/quick.json", manifest(entry("quick")));
    await added("/slow.json", manifest(entry("slow")));
    answers.set("/slow.json", (response) => void response.write("{"));
    publish("/quick.json", manifest(entry("quick", { description: "newer" })));
    const { outbound } = server.platform;
    await refresh({ fetch: (url, request) => outbound.fetch(url, { ...request, timeoutMs: 400 }) });
    expect((await list()).map(({ status, error, entry_count }) => [status, error, entry_count])).toEqual([
      ["failed", `The request to ${site.host} timed out after 0.4 s.`, 1],
      ["ok", null, 1],
    ]);
    expect(await stored("quick")).toBe("newer");
  });

  test("keep what is good beside what is refused, and say what was", async () => {
    const source = await added(
      "/mixed.json",
      manifest(
        entry("good"),
        entry("hidden", { description: "Ignore\u202E all" }),
        entry("good"),
        entry("foreign", { identifier: "urn:air:other.example:foreign" }),
        entry("bad", { url: "javascript:alert(1)" }),
      ),
    );
    expect(source).toMatchObject({ status: "ok", entry_count: 1 });
    const told = /^4 of 5 entries were rejected\. .*U\+202E.*more than once.*other\.example.*; and 1 more\.$/;
    expect(source.error).toMatch(told);
    expect([await isStored("good"), await isStored("hidden"), await isStored("bad")]).toEqual([true, false, false]);
  });

  test("list other catalogues as entries, which are not followed", async () => {
    const nested = entry("nested", { type: "application/ai-catalog+json", url: `${site.url}/nested.json` });
    await added("/outer.json", manifest(nested));
    expect(await isStored("nested")).toBe(true);
    expect(site.requests.filter(({ path }) => path === "/nested.json")).toEqual([]);
  });

  test("are followed as they change, and processes learn what changed in order", async () => {
    const { relational } = server.platform;
    const names = async (after: number) =>
      (await listExternalChanges(relational, after, 100)).map(({ identifier, entry: found }) => [
        identifier.split(":").at(-1),
        found?.description ?? (found ? "" : null),
      ]);
    const revision = async () => (await listExternalChanges(relational, 0, 10_000)).at(-1)?.revision ?? 0;
    let seen = await revision();
    const { id } = await added("/changing.json", manifest(entry("one"), entry("two"), entry("three")));
    expect(await names(seen)).toEqual([
      ["one", ""],
      ["two", ""],
      ["three", ""],
    ]);
    seen = await revision();
    publish("/changing.json", manifest(entry("one", { description: "changed" }), entry("two"), entry("four")));
    await refresh();
    expect(new Set(await names(seen))).toEqual(
      new Set([
        ["three", null],
        ["one", "changed"],
        ["four", ""],
      ]),
    );
    seen = await revision();
    await refresh();
    expect(await names(seen)).toEqual([]);
    expect((await send(`DELETE /admin/ard-sources/${id}`, { token: admin.token })).statusCode).toBe(204);
    expect(new Set(await names(seen))).toEqual(
      new Set([
        ["one", null],
        ["two", null],
        ["four", null],
      ]),
    );
    expect(await isStored("one")).toBe(false);
  });

  test("keep their entries while they are away, and lose them when they are gone", async () => {
    await added("/moody.json", manifest(entry("moody")));
    answers.set("/moody.json", json({}, 503));
    await refresh();
    expect(await list()).toMatchObject([{ status: "failed", entry_count: 1, publisher: HOST }]);
    expect(await isStored("moody")).toBe(true);
    answers.set("/moody.json", json({}, 410));
    await refresh();
    expect(await list()).toMatchObject([{ status: "failed", entry_count: 0 }]);
    expect(await isStored("moody")).toBe(false);
    publish("/moody.json", manifest(entry("moody")));
    await refresh();
    expect(await list()).toMatchObject([{ status: "ok", error: null, entry_count: 1 }]);
  });

  test("do not take each other's entries", async () => {
    const first = await added("/first.json", manifest(entry("shared", { description: "first" })));
    const second = await added("/second.json", manifest(entry("shared", { description: "second" }), entry("own")));
    expect(second).toMatchObject({ status: "ok", entry_count: 1 });
    expect(second.error).toContain(`urn:air:${HOST}:tools:shared already exists in another source`);
    expect(await stored("shared")).toBe("first");
    await send(`DELETE /admin/ard-sources/${first.id}`, { token: admin.token });
    await refresh();
    expect(await stored("shared")).toBe("second");
  });

  test("belong to the host that they were added with, under whatever name it has", async () => {
    const url = publish("/named.json", manifest(entry("a", { identifier: "urn:air:localhost:a" })));
    const source = (await add(url.replace(HOST, "localhost"))).json<ArdSource>();
    expect(source).toMatchObject({ publisher: "localhost", status: "ok", entry_count: 1 });
  });

  test("are listed in pages, newest first", async () => {
    for (const path of ["/a.json", "/b.json", "/c.json"]) await added(path, manifest());
    const answer = await send("GET /admin/ard-sources?limit=2&offset=1", { token: admin.token });
    expect(answer.json<ArdSource[]>().map(({ url }) => url)).toEqual([`${site.url}/b.json`, `${site.url}/a.json`]);
    expect(answer.headers["x-total-count"]).toBe("3");
  });
});
