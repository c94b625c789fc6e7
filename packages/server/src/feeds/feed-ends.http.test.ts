import { randomUUID } from "node:crypto";
import type { Feed, NewFeed, SkillIndex } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

/** One address of each surface that lists something. */
const LISTS = [
  "/v0.1/servers",
  "/.well-known/agent-skills/index.json",
  "/.well-known/skills/index.json",
  "/.well-known/opencode",
  "/marketplace.json",
  "/marketplace.git/info/refs?service=git-upload-pack",
  "/gemini/extensions.json",
];

describe.each(largestSize)("what a feed showed ($size)", (on) => {
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

  const feedOf = async (by: Person, body: object = {}): Promise<NewFeed> => {
    const answer = await send("POST /feeds", { token: by.token, body: { name: "Mine", content: "visible", ...body } });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const inFeed = ({ secret }: NewFeed, path: string, headers = {}) => send(`GET /c/${secret}${path}`, { headers });
  /** Of every surface that lists something. */
  const statuses = async (feed: NewFeed): Promise<number[]> => {
    const found = new Set<number>();
    for (const path of LISTS) found.add((await inFeed(feed, path)).statusCode);
    return [...found];
  };
  const skillsIn = async (feed: NewFeed): Promise<SkillIndex["skills"]> =>
    (await inFeed(feed, "/.well-known/agent-skills/index.json")).json<SkillIndex>().skills;
  /** Whether the lists name it, and whether it is in the repository. */
  const shows = async (feed: NewFeed, { name }: Shown): Promise<[boolean, boolean]> => [
    (await skillsIn(feed)).some((skill) => skill.name === name),
    (await inFeed(feed, "/marketplace.json")).body.includes(name),
  ];
  const named = () => ({ name: `skill-${randomUUID().slice(0, 8)}` });
  const setRole = (who: Person, role: string) =>
    send(`PUT /admin/users/${who.user.id}/role`, { token: people.admin.token, body: { role } });

  const ends: Readonly<Record<string, (feed: NewFeed, maker: Person) => Promise<unknown>>> = {
    revoked: (feed, { token }) => send(`DELETE /feeds/${feed.id}`, { token }),
    rotated: (feed, { token }) => send(`POST /feeds/${feed.id}/rotate`, { token }),
    expired: (feed) =>
      runSql(server.platform.relational, "UPDATE feed SET expires_at = now() WHERE id = $1", [feed.id]),
    "without its maker": async (_feed, { user }) =>
      send(`DELETE /admin/users/${user.id}`, { token: (await people.join("super_admin")).token }),
  };

  test.each(Object.keys(ends))("is not confirmed to who has kept it once the feed is %s", async (end) => {
    const maker = await people.join();
    await shelf.publish("skills", maker, named());
    const feed = await feedOf(maker);
    const [skill] = await skillsIn(feed);
    const path = `/.well-known/agent-skills/${skill?.url ?? ""}`;
    const { etag } = (await inFeed(feed, path)).headers;
    const again = () => inFeed(feed, path, { "if-none-match": String(etag) });
    expect([(await again()).statusCode, await statuses(feed)]).toEqual([304, [200]]);
    await ends[end]?.(feed, maker);
    expect([verdict(await again()), await statuses(feed)]).toEqual([[404, "not_found"], [404]]);
  });

  test("goes with the account of its maker: nobody finds the feed, and its repository is gone", async () => {
    const [maker, boss] = [await people.join(), await people.join("super_admin")];
    await shelf.publish("skills", maker, named());
    const feed = await feedOf(maker);
    expect(await statuses(feed)).toEqual([200]);
    const deleted = await send(`DELETE /admin/users/${maker.user.id}`, { token: boss.token });
    expect(deleted.statusCode).toBeLessThan(300);
    expect(verdict(await send(`GET /feeds/${feed.id}`, { token: boss.token }))).toEqual([404, "not_found"]);
    const kept = "SELECT FROM marketplace_repository WHERE feed_id = $1 OR user_id = $2";
    expect((await runSql(server.platform.relational, kept, [feed.id, maker.user.id])).rows).toEqual([]);
  });

  test("is not what a role opens, neither before it is taken away nor after", async () => {
    const [ada, maker] = [await people.join(), await people.join("admin")];
    const hidden = await shelf.publish("skills", ada, { ...named(), visibility: "owner" });
    const own = await shelf.publish("skills", maker, { ...named(), visibility: "owner" });
    const feed = await feedOf(maker);
    const list = await feedOf(maker, { content: "items", items: [own.id] });
    for (const role of ["reviewer", "user", "admin"]) {
      expect((await setRole(maker, role)).statusCode).toBe(200);
      expect([role, await shows(feed, hidden)]).toEqual([role, [false, false]]);
      for (const each of [feed, list]) expect([role, await shows(each, own)]).toEqual([role, [true, true]]);
    }
  });

  test("is gone when its maker has left the team that it was for, also of a list that names it", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const handle = `team-${randomUUID().slice(0, 8)}`;
    const team = { name: handle, handle, visibility: "private" };
    const { id } = (await send("POST /teams", { token: ada.token, body: team })).json<{ id: string }>();
    await send(`POST /teams/${id}/members`, { token: ada.token, body: { user_id: bob.user.id } });
    const item = await shelf.publish("skills", ada, { ...named(), visibility: "team", team_id: id });
    const feeds = [await feedOf(bob), await feedOf(bob, { content: "items", items: [item.id] })];
    const ofTeam = await feedOf(bob, { content: "team", team_id: id });
    for (const feed of [...feeds, ofTeam]) expect(await shows(feed, item)).toEqual([true, true]);
    const [skill] = await skillsIn(ofTeam);
    await send(`DELETE /teams/${id}/members/${bob.user.id}`, { token: ada.token });
    for (const feed of feeds) {
      expect(await shows(feed, item)).toEqual([false, false]);
      expect((await inFeed(feed, `/.well-known/agent-skills/${skill?.url ?? ""}`)).statusCode).toBe(404);
    }
    expect(await statuses(ofTeam)).toEqual([404]);
    const seen = (await send(`GET /feeds/${ofTeam.id}`, { token: bob.token })).json<Feed>();
    expect(seen).toMatchObject({ is_live: false, team_name: handle, created_by_name: bob.user.name });
  });

  test("ends with the API key that asked for it: revoked, expired or rotated away, also if it had signed in first", async () => {
    const ada = await people.join();
    const end = (id: string): Promise<unknown> =>
      runSql(server.platform.relational, "UPDATE api_key SET expires_at = now() WHERE id = $1", [id]);
    const rotate = (id: string, body: object) => send(`POST /keys/${id}/rotate`, { token: ada.token, body });
    const endings: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => send(`DELETE /keys/${id}`, { token: ada.token }),
      end,
      (id) => rotate(id, { immediate: true }),
      async (id) => {
        await rotate(id, { grace_period_hours: 1 });
        await end(id);
      },
    ];
    for (const ending of endings) {
      const feeds: NewFeed[] = [];
      const made = await send("POST /keys", { token: ada.token, body: { name: randomUUID() } });
      const { id, key } = made.json<{ id: string; key: string }>();
      const { access_token: token } = (await send("POST /auth/login", { body: { api_key: key } })).json();
      for (const by of [{ key }, { token }]) {
        const body = { name: "CI", content: "public" };
        const feed = (await send("POST /feeds", { ...by, body })).json<NewFeed>();
        expect((await inFeed(feed, "/v0.1/servers")).statusCode).toBe(200);
        feeds.push(feed);
      }
      await ending(id);
      for (const feed of feeds) expect((await inFeed(feed, "/v0.1/servers")).statusCode).toBe(404);
    }
  });
});
