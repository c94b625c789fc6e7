import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

describe.each(largestSize)("API keys ($size)", (on) => {
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

  const sql = (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> =>
    runSql(server.platform.relational, text, values);
  const make = async (name: string, more: object = {}, { token } = ada): Promise<{ key: string; id: string }> =>
    (await send("POST /keys", { token, body: { name, ...more } })).json();
  const list = async (
    query = "",
    { token } = ada,
  ): Promise<{ name: string; id: string; expires_at: string | null }[]> =>
    (await send(`GET /keys${query}`, { token })).json();
  const whoami = (key: string): ReturnType<Send> => send("GET /auth/whoami", { key });

  test("are shown once, stored hashed, and stand for their owner in either header", async () => {
    const made = await send("POST /keys", { token: ada.token, body: { name: " laptop " } });
    expect(made.statusCode).toBe(201);
    const { key, ...rest } = made.json();
    expect(made.headers["location"]).toBe(`/api/v1/keys/${rest.id}`);
    expect(key).toMatch(/^tack_live_[\w-]{43}$/);
    expect(rest).toEqual({
      id: expect.any(String),
      name: "laptop",
      prefix: key.slice(0, 16),
      environment: "live",
      created_at: expect.any(String),
      expires_at: null,
    });
    expect((await whoami(key)).json().id).toBe(ada.user.id);
    expect((await send("GET /auth/whoami", { token: key })).json().id).toBe(ada.user.id);
    const { rows } = await sql("SELECT * FROM api_key WHERE id = $1", [rest.id]);
    expect(rows).toMatchObject([{ key_hash: createHash("sha256").update(key).digest() }]);
    expect(JSON.stringify([rows, await list()])).not.toContain(key);
    const signedIn = await send("POST /auth/login", { body: { api_key: key } });
    expect(signedIn.json()).toMatchObject({ user: { id: ada.user.id }, access_token: expect.any(String) });
  });

  test.each(["rubbish", "tack_live_", `tack_live_${"x".repeat(43)}`])("that are none are refused: %s", async (key) => {
    expect(verdict(await whoami(key))).toEqual([401, "unauthenticated"]);
    expect(verdict(await send("POST /auth/login", { body: { api_key: key } }))).toEqual([401, "invalid_credentials"]);
    expect(verdict(await send("POST /auth/token/revoke", { body: { api_key: key } }))).toEqual([404, "not_found"]);
  });

  test("have the role of their owner at the time of use", async () => {
    const bob = await people.join("admin");
    const { key } = await make("admin key", {}, bob);
    expect((await send("GET /admin/users", { key })).statusCode).toBe(200);
    await send(`PUT /admin/users/${bob.user.id}/role`, { token: people.admin.token, body: { role: "user" } });
    expect(verdict(await send("GET /admin/users", { key }))).toEqual([403, "forbidden"]);
    await send(`PUT /admin/users/${bob.user.id}/active`, { token: people.admin.token, body: { active: false } });
    expect(verdict(await whoami(key))).toEqual([403, "account_deactivated"]);
    expect(verdict(await send("POST /auth/login", { body: { api_key: key } }))).toEqual([403, "account_deactivated"]);
  });

  test("are listed by state, environment and order, a page at a time", async () => {
    const bob = await people.join();
    const made = [];
    for (const [name, more] of [
      ["b", {}],
      ["a", { environment: "test" }],
      ["c", { environment: "dev", expires_in_days: 7 }],
    ] as const) {
      made.push(await make(name, more, bob));
    }
    const names = async (query: string): Promise<string[]> => (await list(query, bob)).map(({ name }) => name);
    expect(await names("")).toEqual(["c", "a", "b"]);
    expect(await names("?sort=name")).toEqual(["a", "b", "c"]);
    expect(await names("?environment=test")).toEqual(["a"]);
    await send(`DELETE /keys/${made[0]?.id}`, { token: bob.token });
    await sql("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [made[2]?.id]);
    expect([await names(""), await names("?status=inactive"), await names("?status=all")]).toEqual([
      ["a"],
      ["c", "b"],
      ["c", "a", "b"],
    ]);
    const page = await send("GET /keys?status=all&limit=1&offset=1", { token: bob.token });
    expect(page.headers["x-total-count"]).toBe("3");
    expect(page.headers["link"]).toContain('</api/v1/keys?status=all&limit=1&offset=2>; rel="next"');
    for (const bad of ["?limit=0", "?limit=101", "?offset=-1", "?status=gone", "?sort=prefix"]) {
      expect(verdict(await send(`GET /keys${bad}`, { token: bob.token }))).toEqual([422, "validation_failed"]);
    }
  });

  test("expire", async () => {
    const { key, id } = await make("short-lived", { expires_in_days: 1 });
    expect((await whoami(key)).statusCode).toBe(200);
    await sql("UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    // Any write of this server makes it read accounts again; another process cannot have written.
    await make("expire 2");
    expect(verdict(await whoami(key))).toEqual([401, "unauthenticated"]);
    expect((await make("short-lived")).id).toEqual(expect.any(String));
  });

  test("expire by themselves, though nothing is written at that moment", async () => {
    const { key, id } = await make("ephemeral", { expires_in_days: 1 });
    await sql("UPDATE api_key SET expires_at = now() + interval '5 seconds' WHERE id = $1", [id]);
    const { access_token: token } = (await send("POST /auth/login", { body: { api_key: key } })).json();
    expect([(await whoami(key)).statusCode, (await send("GET /auth/whoami", { token })).statusCode]).toEqual([
      200, 200,
    ]);
    await eventually(async () => expect((await whoami(key)).statusCode).toBe(401));
    expect((await send("GET /auth/whoami", { token })).statusCode).toBe(401);
  });

  test("take what was begun or made with them along when they end", async () => {
    const maker = await make("maker", { expires_in_days: 1 });
    const begun = (await send("POST /auth/login", { body: { api_key: maker.key } })).json();
    const child = (await send("POST /keys", { key: maker.key, body: { name: "child" } })).json();
    const other = await send("POST /keys", { token: begun.access_token, body: { name: "c2", expires_in_days: 9 } });
    const [{ expires_at } = { expires_at: "" }] = (await list("?sort=name")).filter(({ id }) => id === maker.id);
    expect([child.expires_at, other.json().expires_at]).toEqual([expires_at, expires_at]);

    expect((await send("GET /auth/whoami", { token: begun.access_token })).statusCode).toBe(200);
    await send(`DELETE /keys/${maker.id}`, { token: ada.token });
    expect(verdict(await send("GET /auth/whoami", { token: begun.access_token }))).toEqual([401, "unauthenticated"]);
    const refresh = { body: { refresh_token: begun.refresh_token } };
    expect(verdict(await send("POST /auth/token/refresh", refresh))).toEqual([401, "unauthenticated"]);
  });

  test("note when and from where they were last used, at most once a minute", async () => {
    const { key, id } = await make("noted");
    await send("GET /auth/whoami", { key, ip: "203.0.113.7" });
    const used = async (): Promise<unknown> =>
      (await sql("SELECT last_used_ip FROM api_key WHERE id = $1", [id])).rows[0];
    await eventually(async () => expect(await used()).toEqual({ last_used_ip: "203.0.113.7" }));
    await send("GET /auth/whoami", { key, ip: "203.0.113.8" });
    expect(await used()).toEqual({ last_used_ip: "203.0.113.7" });
  });

  test("are not named like a secret", async () => {
    const body = { name: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}` };
    const refused = await send("POST /keys", { token: ada.token, body });
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path: "body.name" }]]);
  });

  test("have a name that no other active key of the same owner has", async () => {
    const { id } = await make("twice");
    expect(verdict(await send("POST /keys", { token: ada.token, body: { name: "twice" } }))).toEqual([
      409,
      "name_taken",
    ]);
    await send(`DELETE /keys/${id}`, { token: ada.token });
    expect((await send("POST /keys", { token: ada.token, body: { name: "twice" } })).statusCode).toBe(201);
  });

  const giveKeys = ({ user }: Person, count: number) =>
    sql(
      `INSERT INTO api_key (id, user_id, name, prefix, key_hash, environment)
       SELECT gen_random_uuid(), $1::uuid, 'key ' || n, 'x', sha256((($1::uuid)::text || n)::bytea), 'live'
       FROM generate_series(1, $2::int) n`,
      [user.id, count],
    );

  test("are at most fifty, however many are made at the same moment", async () => {
    const bob = await people.join();
    await giveKeys(bob, 48);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => send("POST /keys", { token: bob.token, body: { name: `more ${n}` } })),
    );
    expect(answers.map(verdict).filter(([, code]) => code === "key_limit_reached")).toHaveLength(2);
    expect((await send("GET /keys", { token: bob.token })).headers["x-total-count"]).toBe("50");
  });

  test("are at most fifty with those that rotations leave behind for a while", async () => {
    const bob = await people.join();
    await giveKeys(bob, 47);
    const { id } = await make("rotated", {}, bob);
    const rotate = (keyId: string, body: object): ReturnType<Send> =>
      send(`POST /keys/${keyId}/rotate`, { token: bob.token, body });
    const next = (await rotate(id, {})).json<{ new_key_id: string }>().new_key_id;
    const both = await Promise.all([rotate(next, {}), send("POST /keys", { token: bob.token, body: { name: "new" } })]);
    expect(both.map(verdict).filter(([, code]) => code === "key_limit_reached")).toHaveLength(1);
    const [{ id: newest } = { id: "" }] = await list("?limit=1", bob);
    const refused = await rotate(newest, {});
    expect(verdict(refused)).toEqual([409, "key_limit_reached"]);
    expect(refused.json().detail).toMatch(/immediate/);
    expect((await rotate(newest, { immediate: true })).statusCode).toBe(200);
    expect((await send("GET /keys", { token: bob.token })).headers["x-total-count"]).toBe("50");
  });

  test("are rotated: both work until the old one's time is up; a second rotation of the old one is refused", async () => {
    const old = await make("rotated");
    const rotate = (id: string, body: object): ReturnType<Send> =>
      send(`POST /keys/${id}/rotate`, { token: ada.token, body });
    const before = Date.now();
    const rotated = (await rotate(old.id, { grace_period_hours: 2 })).json();
    expect(rotated).toMatchObject({
      old_key_id: old.id,
      grace_period_hours: 2,
      new_key: expect.stringMatching(/^tack_live_/),
    });
    const hours = (Date.parse(rotated.old_key_expires_at) - before) / 3_600_000;
    expect(Math.round(hours)).toBe(2);
    expect([(await whoami(old.key)).statusCode, (await whoami(rotated.new_key)).statusCode]).toEqual([200, 200]);
    expect(verdict(await rotate(old.id, {}))).toEqual([400, "invalid_state"]);

    const next = (await rotate(rotated.new_key_id, { immediate: true })).json();
    expect(next.grace_period_hours).toBe(0);
    expect([(await whoami(rotated.new_key)).statusCode, (await whoami(next.new_key)).statusCode]).toEqual([401, 200]);
    expect(verdict(await rotate(rotated.new_key_id, {}))).toEqual([400, "invalid_state"]);
    for (const bad of [{ grace_period_hours: 0 }, { grace_period_hours: 169 }]) {
      expect(verdict(await rotate(next.new_key_id, bad))).toEqual([422, "validation_failed"]);
    }
  });

  test("are revoked by their owner, by whoever holds them, and by admins who are not below their owner", async () => {
    const bob = await people.join();
    const boss = await people.join("super_admin");
    const keys = { own: await make("own"), held: await make("held"), byAdmin: await make("by admin") };
    const bosses = await make("boss", {}, boss);
    const revoke = (body: object, token?: string): ReturnType<Send> => send("POST /auth/token/revoke", { token, body });

    expect(verdict(await send(`DELETE /keys/${keys.own.id}`, { token: bob.token }))).toEqual([404, "not_found"]);
    expect((await send(`DELETE /keys/${keys.own.id}`, { token: ada.token })).statusCode).toBe(204);
    expect((await revoke({ api_key: keys.held.key })).json()).toEqual({ detail: "Token revoked" });
    expect(verdict(await revoke({ api_key: keys.held.key }))).toEqual([404, "not_found"]);
    expect(verdict(await revoke({ key_id: keys.byAdmin.id }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await revoke({ key_id: keys.byAdmin.id }, bob.token))).toEqual([404, "not_found"]);
    expect((await revoke({ key_id: keys.byAdmin.id }, people.admin.token)).statusCode).toBe(200);
    expect(verdict(await revoke({ key_id: bosses.id }, people.admin.token))).toEqual([403, "forbidden"]);
    expect(verdict(await revoke({ key_id: bosses.id, api_key: bosses.key }))).toEqual([422, "validation_failed"]);
    const works = await Promise.all([...Object.values(keys), bosses].map(({ key }) => whoami(key)));
    expect(works.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 200]);
  });
});
