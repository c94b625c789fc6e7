import { randomUUID } from "node:crypto";
import type { Feed, McpServerList, NewFeed } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize, serverSizes } from "../../test/sizes.js";
import { temporaryDirectory } from "../../test/temporary.js";
import { runSql } from "../platform/relational/index.js";
import { scopeOfFeed } from "./feed-scope.js";
import { findFeed, type StoredFeed } from "./feed-store.js";

describe.each(largestSize)("a feed ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const create = (by: Person | { readonly key: string }, body: object = {}): Promise<LightMyRequestResponse> =>
    send("POST /feeds", { ...credentials(by), body: { name: "Mine", content: "visible", ...body } });
  const made = async (by: Person | { readonly key: string }, body: object = {}): Promise<NewFeed> => {
    const answer = await create(by, body);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const read = ({ secret }: Pick<NewFeed, "secret">) => send(`GET /c/${secret}/v0.1/servers?limit=100`);
  /** The ids of the items that it shows; undefined if it answers nothing at all. */
  const shown = async (feed: Pick<NewFeed, "secret">): Promise<string[] | undefined> => {
    const answer = await read(feed);
    if (answer.statusCode === 404) return undefined;
    return answer.json<McpServerList>().servers.map(idOf);
  };
  const teamOf = async (owner: Person, members: readonly Person[] = []): Promise<string> => {
    const handle = `team-${randomUUID().slice(0, 8)}`;
    const body = { name: handle, handle, visibility: "private" };
    const { id } = (await send("POST /teams", { token: owner.token, body })).json<{ id: string }>();
    for (const { user } of members) {
      await send(`POST /teams/${id}/members`, { token: owner.token, body: { user_id: user.id } });
    }
    return id;
  };

  test("shows what its maker sees at the moment, and each content its own part", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const team = await teamOf(ada, [bob]);
    const open = await shelf.publish("mcps", ada);
    const own = await shelf.publish("mcps", ada, { visibility: "owner" });
    const ofTeam = await shelf.publish("mcps", ada, { visibility: "team", team_id: team });
    const ofBob = await shelf.publish("mcps", bob, { visibility: "owner" });
    const waiting = await shelf.submit("mcps", ada);
    const ids = (items: readonly Shown[]): unknown => expect.arrayContaining(items.map(({ id }) => id));
    const visible = await shown(await made(ada));
    expect(visible).toEqual(ids([open, own, ofTeam]));
    for (const { id } of [ofBob, waiting]) expect(visible).not.toContain(id);
    const everybodys = await shown(await made(ada, { content: "public" }));
    expect(everybodys).toContain(open.id);
    for (const { id } of [own, ofTeam]) expect(everybodys).not.toContain(id);
    expect(await shown(await made(bob, { content: "team", team_id: team }))).toEqual([ofTeam.id]);
    const list = await made(ada, { content: "items", items: [own.id, open.id] });
    expect((await shown(list))?.toSorted()).toEqual([own.id, open.id].toSorted());
    await send(`PATCH /feeds/${list.id}`, { token: ada.token, body: { items: [open.id] } });
    expect(await shown(list)).toEqual([open.id]);
    // What is private now is for its maker still; what is archived is for nobody.
    const later = await made(bob, { content: "items", items: [open.id] });
    await send(`PATCH /registry/mcp/${open.id}/visibility`, { token: ada.token, body: { visibility: "owner" } });
    expect([await shown(later), await shown(list)]).toEqual([[], [open.id]]);
    await send(`PATCH /mcps/${open.id}/archive`, { token: ada.token });
    expect(await shown(list)).toEqual([]);
  });

  test("of an admin has nothing that only the role opens, and neither can its list name it", async () => {
    const [ada, admin] = [await people.join(), await people.join("admin")];
    const hidden = await shelf.publish("mcps", ada, { visibility: "owner" });
    const team = await teamOf(ada);
    expect(await shown(await made(admin))).not.toContain(hidden.id);
    expect(verdict(await create(admin, { content: "items", items: [hidden.id] }))).toEqual([404, "not_found"]);
    expect(verdict(await create(admin, { content: "team", team_id: team }))).toEqual([404, "not_found"]);
    // At the root they see it, as in every list of theirs, and that is recorded.
    const listed = await send(`GET /v0.1/servers?search=${hidden.name}`, { token: admin.token });
    expect(listed.json<McpServerList>().servers.map(idOf)).toEqual([hidden.id]);
    const log = await send(`GET /admin/audit-log?actor=${admin.user.id}&limit=50`, { token: people.admin.token });
    expect(log.json<{ action: string }[]>().map(({ action }) => action)).toContain("item.list");
  });

  test("is gone with the next request when it is revoked, rotated or expired, and all of that reads the same", async () => {
    const ada = await people.join();
    const [revoked, rotated, expired] = [await made(ada), await made(ada), await made(ada, { expires_in_days: 1 })];
    for (const feed of [revoked, rotated, expired]) expect((await read(feed)).statusCode).toBe(200);
    expect((await send(`DELETE /feeds/${revoked.id}`, { token: ada.token })).statusCode).toBe(204);
    const next = (await send(`POST /feeds/${rotated.id}/rotate`, { token: ada.token })).json<NewFeed>();
    await runSql(server.platform.relational, "UPDATE feed SET expires_at = now() WHERE id = $1", [expired.id]);
    const stored = await findFeed(server.platform.relational, expired.id);
    expect(await scopeOfFeed(server.platform.relational, stored as StoredFeed)).toBeUndefined();
    const answers = [revoked, rotated, expired, { secret: "x" }, { secret: "A".repeat(43) }].map(read);
    const bodies = (await Promise.all(answers)).map(({ statusCode, body }) => [statusCode, body]);
    expect(new Set(bodies.map(String)).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(404);
    expect((await read(next)).statusCode).toBe(200);
    expect(next.url).toBe(`http://localhost:8000/c/${next.secret}`);
    expect((await send(`GET /feeds/${expired.id}`, { token: ada.token })).json<Feed>().is_live).toBe(false);
    const extended = await send(`PATCH /feeds/${expired.id}`, { token: ada.token, body: { expires_in_days: 2 } });
    expect(extended.json<Feed>().is_live).toBe(true);
    expect((await read(expired)).statusCode).toBe(200);
  });

  test("goes with its maker, their membership, and the key that it was made with", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const team = await teamOf(ada, [bob]);
    const ofTeam = await made(bob, { content: "team", team_id: team });
    const [everybodys, own] = [await made(bob, { content: "public" }), await made(bob)];
    expect(await shown(ofTeam)).toEqual([]);
    await send(`DELETE /teams/${team}/members/${bob.user.id}`, { token: ada.token });
    expect(await shown(ofTeam)).toBeUndefined();
    expect((await send(`GET /feeds/${ofTeam.id}`, { token: bob.token })).json<Feed>().is_live).toBe(false);
    const first = (await send("POST /keys", { token: bob.token, body: { name: "one" } })).json();
    const second = (await send("POST /keys", { key: first.key, body: { name: "two" } })).json();
    const [byKey, bySecond] = [await made({ key: first.key }), await made({ key: second.key })];
    // A secret that is asked for with a key ends with that key, whatever the one before was made with.
    const turned = (await send(`POST /feeds/${own.id}/rotate`, { key: second.key })).json<NewFeed>();
    const regained = (await send(`POST /feeds/${byKey.id}/rotate`, { token: bob.token })).json<NewFeed>();
    for (const feed of [bySecond, turned, regained]) expect(await shown(feed)).toBeDefined();
    await send(`DELETE /keys/${first.id}`, { token: bob.token });
    expect([await shown(bySecond), await shown(turned)]).toEqual([undefined, undefined]);
    for (const feed of [regained, everybodys]) expect(await shown(feed)).toBeDefined();
    const active = (isActive: boolean) =>
      send(`PUT /admin/users/${bob.user.id}/active`, { token: people.admin.token, body: { active: isActive } });
    await active(false);
    for (const feed of [regained, everybodys]) expect(await shown(feed)).toBeUndefined();
    await active(true);
    expect(await shown(everybodys)).toBeDefined();
  });

  test("does not outlive an account that is handed over to a provider", async () => {
    const ada = await people.join();
    const feed = await made(ada);
    await runSql(
      server.platform.relational,
      "UPDATE user_account SET auth_provider = 'oidc', password_hash = NULL, sso_subject_id = username WHERE id = $1",
      [ada.user.id],
    );
    expect(await shown(feed)).toBeUndefined();
  });

  test("expires no later than the key that it is made with", async () => {
    const ada = await people.join();
    const key = (await send("POST /keys", { token: ada.token, body: { name: "k", expires_in_days: 3 } })).json();
    const feed = await made({ key: key.key }, { expires_in_days: 30 });
    expect(feed.expires_at).toBe(key.expires_at);
    const later = await send(`PATCH /feeds/${feed.id}`, { key: key.key, body: { expires_in_days: null } });
    expect(later.json<Feed>().expires_at).toBe(key.expires_at);
  });

  test("is its maker's: others do not find it, and an admin can revoke it but not take it over", async () => {
    const [ada, bob, admin] = [await people.join(), await people.join(), await people.join("admin")];
    const feed = await made(ada);
    const attempts: [Parameters<Send>[0], object?][] = [
      [`GET /feeds/${feed.id}`],
      [`PATCH /feeds/${feed.id}`, { name: "x" }],
      [`POST /feeds/${feed.id}/rotate`],
      [`DELETE /feeds/${feed.id}`],
    ];
    for (const [line, body] of attempts) {
      expect([line, ...verdict(await send(line, { token: bob.token, body }))]).toEqual([line, 404, "not_found"]);
    }
    const listed = async (by: Person): Promise<string[]> =>
      (await send("GET /feeds?limit=100", { token: by.token })).json<Feed[]>().map(({ id }) => id);
    expect([await listed(bob), await listed(ada)]).toEqual([[], [feed.id]]);
    expect(await listed(admin)).toContain(feed.id);
    const seen = await send(`GET /feeds/${feed.id}`, { token: admin.token });
    expect(seen.body).not.toContain(feed.secret);
    const [, change, rotate, revoke] = attempts;
    for (const attempt of [change, rotate]) {
      const [line, body] = attempt as [Parameters<Send>[0], object?];
      expect(verdict(await send(line, { token: admin.token, body }))).toEqual([403, "forbidden"]);
    }
    expect((await send((revoke as [Parameters<Send>[0]])[0], { token: admin.token })).statusCode).toBe(204);
    expect(await shown(feed)).toBeUndefined();
  });

  test("counts its uses by surface, and shows the first at once", async () => {
    const ada = await people.join();
    const feed = await made(ada);
    await eventually(async () => {
      await read(feed);
      await send(`GET /c/${feed.secret}/.well-known/agent-skills/index.json`);
      const { use_count, uses, last_used_at } = (
        await send(`GET /feeds/${feed.id}`, { token: ada.token })
      ).json<Feed>();
      expect([use_count > 0, uses.length > 0, last_used_at]).toEqual([true, true, uses[0]?.last_used_at]);
    });
  });

  test("answers whatever credentials are sent along, and its answers are not open to shared caches", async () => {
    const feed = await made(await people.join());
    const answer = await send(`GET /c/${feed.secret}/v0.1/servers`, { token: "meant-for-somebody-else" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["cache-control"]).toMatch(/private|no-store/);
  });

  test("cannot be made fifty times over, however many ask at once", async () => {
    const ada = await people.join();
    await runSql(
      server.platform.relational,
      `INSERT INTO feed (id, user_id, name, content, prefix, secret_hash)
       SELECT gen_random_uuid(), $1, 'Old', 'public', 'abc', sha256(gen_random_uuid()::text::bytea)
       FROM generate_series(1, 48)`,
      [ada.user.id],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(ada, { content: "public" })));
    const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([201, 201, 409, 409, 409]);
    // One that has expired makes room for another, and cannot come back beside it.
    const [first] = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json<NewFeed>());
    await runSql(server.platform.relational, "UPDATE feed SET expires_at = now() WHERE id = $1", [first?.id]);
    expect((await create(ada, { content: "public" })).statusCode).toBe(201);
    const extended = await send(`PATCH /feeds/${first?.id}`, { token: ada.token, body: { expires_in_days: 1 } });
    expect(verdict(extended)).toEqual([409, "conflict"]);
    expect((await send(`PATCH /feeds/${first?.id}`, { token: ada.token, body: { name: "Old" } })).statusCode).toBe(200);
  });

  test("is found among one's own, however many others have, and without those that have expired", async () => {
    const [ada, admin] = [await people.join(), await people.join("admin")];
    const [own, expired] = [await made(admin), await made(admin, { expires_in_days: 1 })];
    const foreign = await made(ada);
    await runSql(server.platform.relational, "UPDATE feed SET expires_at = now() WHERE id = $1", [expired.id]);
    const listed = async (query: string): Promise<string[]> =>
      (await send(`GET /feeds?limit=100&${query}`, { token: admin.token })).json<Feed[]>().map(({ id }) => id);
    expect(await listed("own=true")).toEqual([expired.id, own.id]);
    expect(await listed("own=true&expired=false")).toEqual([own.id]);
    expect(await listed("expired=false")).toEqual(expect.arrayContaining([own.id, foreign.id]));
  });
});

const credentials = (by: Person | { readonly key: string }) => ("key" in by ? { key: by.key } : { token: by.token });
const idOf = ({ server: { _meta } }: McpServerList["servers"][number]): string =>
  Object.values(_meta ?? {}).flatMap((meta) => ("id" in meta ? [String(meta.id)] : []))[0] ?? "";

// Embedded stores serve one process, so there is no other replica.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("two replicas need stores that they can share", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("a feed that two replicas serve ($size)", (on) => {
  test("is gone on both with the next request, and what each counted is added up", async () => {
    const stores = await on.start();
    const env = { ...stores.env, JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    const replicas = [await startTestServer({ env }), await startTestServer({ env })];
    const [one, other] = replicas.map((replica) => createSend(replica)) as [Send, Send];
    const people = await invitePeople(replicas[0] as TestServer);
    const { token } = await people.join();
    const [feed, counted] = await Promise.all(
      ["Revoked", "Counted"].map(async (name) => {
        const answer = await one("POST /feeds", { token, body: { name, content: "public" } });
        return answer.json<NewFeed>();
      }),
    );
    const asked = async (send: Send, { secret }: NewFeed) => (await send(`GET /c/${secret}/v0.1/servers`)).statusCode;
    for (const send of [one, other]) expect(await asked(send, feed as NewFeed)).toBe(200);
    await other(`DELETE /feeds/${feed?.id}`, { token });
    for (const send of [one, other]) expect(await asked(send, feed as NewFeed)).toBe(404);
    for (const send of [one, other, one, other]) await asked(send, counted as NewFeed);
    await (replicas[1] as TestServer).close();
    await eventually(async () => {
      const { use_count } = (await one(`GET /feeds/${counted?.id}`, { token })).json<Feed>();
      expect(use_count).toBeGreaterThanOrEqual(3);
    }, 90_000);
    await (replicas[0] as TestServer).close();
    await stores.stop();
  });
});
