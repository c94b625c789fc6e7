import { randomUUID } from "node:crypto";
import type { RegistryItem, RegistryList } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { runSql } from "../../platform/relational/index.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { smallestSize } from "../../../test/sizes.js";

const RISKY = { command: "npx", args: ["-y", "@acme/tickets"] };

describe.each(smallestSize)("the registry as one list ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let member: Person;
  let outsider: Person;
  let shelf: Shelf;
  let team: { id: string; handle: string };
  const named: Record<string, Shown> = {};

  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, member, outsider] = [await people.join(), await people.join(), await people.join()];
    shelf = stockShelf(send, people.admin);
    const handle = `crew-${randomUUID().slice(0, 8)}`;
    team = (await send("POST /teams", { token: ada.token, body: { name: handle, handle } })).json();
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: member.user.id } });

    for (const { type } of EVERY_TYPE) {
      named[`public ${type}`] = await shelf.publish(type, ada, { supported_harnesses: ["codex"] });
      named[`team ${type}`] = await shelf.publish(type, ada, { visibility: "team", team_id: team.id });
      named[`own ${type}`] = await shelf.publish(type, ada, { visibility: "owner" });
    }
    named["tagged"] = await shelf.publish("skills", outsider, { tags: ["Mail", "On call"] });
    named["mail"] = await shelf.publish("mcps", outsider, { tags: ["mail"], supported_harnesses: ["goose", "codex"] });
    named["risky"] = await shelf.publish("mcps", outsider, { ...RISKY, category: "databases", tags: ["mail"] });
    named["pending"] = await shelf.submit("prompts", ada);
    named["archived"] = await shelf.publish("hooks", ada);
    await send(`PATCH /hooks/${named["archived"].id}/archive`, { token: ada.token });
    named["yanked"] = await shelf.publish("prompts", ada);
    await send(`PATCH /prompts/${named["yanked"].id}/versions/1.0.0`, { token: ada.token, body: { yanked: true } });
    named["older"] = await shelf.publish("skills", ada);
    await shelf.release("skills", named["older"].id, ada, { version: "2.0.0", description: "Second" });
    await send(`PATCH /skills/${named["older"].id}/versions/2.0.0`, { token: ada.token, body: { yanked: true } });
    named["shared"] = await shelf.publish("agents", ada, { visibility: "owner" });
    await send(`POST /agents/${named["shared"].id}/co-authors`, {
      token: ada.token,
      body: { user_id: outsider.user.id },
    });
  });
  afterAll(() => server.close());

  const ask = async (query: string, by?: Person): Promise<RegistryList> => {
    const answer = await send(`GET /registry?${query}`, { token: by?.token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const idsOf = ({ items }: RegistryList): string[] => items.map(({ id }) => id);
  const set = async (value: boolean): Promise<void> => {
    const changed = await send("PUT /admin/settings/deployment.public_registry_enabled", {
      token: people.admin.token,
      body: { value },
    });
    expect(changed.statusCode, changed.body).toBe(200);
  };
  const viewers = (): [string, Person][] => [
    ["owner", ada],
    ["member", member],
    ["outsider", outsider],
    ["admin", people.admin],
  ];

  test("shows everyone what the lists of each kind show them", async () => {
    for (const [who, person] of viewers()) {
      const lists = await Promise.all(
        EVERY_TYPE.map(({ type }) => send(`GET /${type}?limit=200`, { token: person.token })),
      );
      const expected = lists.flatMap((list) => list.json<Shown[]>().map(({ id }) => id));
      for (const sort of ["installs", "rating", "updated", "name"]) {
        const list = await ask(`limit=200&sort=${sort}`, person);
        expect(idsOf(list).toSorted(), `${who} by ${sort}`).toEqual(expected.toSorted());
        expect(list.total, who).toBe(expected.length);
        expect(list.counts_capped).toBe(false);
      }
    }
    const seen = (who: Person) => ask("limit=200", who).then(idsOf);
    expect(await seen(member)).toContain(named["team skills"]?.id);
    expect(await seen(outsider)).not.toContain(named["team skills"]?.id);
    expect(await seen(outsider)).toContain(named["shared"]?.id);
    for (const hidden of ["pending", "archived", "yanked"]) expect(await seen(ada)).not.toContain(named[hidden]?.id);
    const older = (await ask(`q=${named["older"]?.name}`, ada)).items.find(({ id }) => id === named["older"]?.id);
    expect(older?.version).toBe("1.0.0");
  });

  test("is empty for people who have not signed in, unless the registry is public", async () => {
    const closed = await ask("limit=200");
    expect(closed).toMatchObject({ items: [], total: 0 });
    expect(closed.facets.type.every(({ count }) => count === 0)).toBe(true);
    await set(true);
    try {
      for (const query of ["limit=200", "limit=200&q=tests"]) {
        const open = await ask(query);
        expect(idsOf(open)).toContain(named["public mcps"]?.id);
        expect(open.items.every(({ visibility }) => visibility === "public")).toBe(true);
        expect(open.total).toBe(open.items.length);
        expect(open.items.some(({ installed }) => installed)).toBe(false);
      }
    } finally {
      await set(false);
    }
    expect(verdict(await send("GET /registry", { token: "bad" }))[0]).toBe(401);
  });

  test.each([
    "",
    "type=mcps",
    "harness=codex",
    "tag=mail",
    "risk=none&type=skills",
    "category=databases",
    "q=tests",
    "q=tests&tag=mail&sort=name",
    "q=tests&type=mcps&harness=goose",
  ])("each facet of ?%s gives as many rows as its count says, to everyone", async (query) => {
    for (const [who, person] of viewers()) {
      const { facets } = await ask(query, person);
      for (const [group, values] of Object.entries(facets)) {
        for (const { value, count } of values) {
          const chosen = new URLSearchParams(query);
          chosen.set(group, value);
          chosen.set("limit", "200");
          const list = await ask(chosen.toString(), person);
          expect([list.items.length, list.total], `${who} ${chosen.toString()}`).toEqual([count, count]);
        }
      }
    }
  });

  test("counts nothing that the viewer does not see", async () => {
    const namespaces = async (who: Person) => (await ask("", who)).facets.namespace.map(({ value }) => value);
    expect(await namespaces(member)).toContain(team.handle);
    expect(await namespaces(outsider)).not.toContain(team.handle);
    const teams = await ask(`team_id=${team.id}`, outsider);
    expect(teams).toMatchObject({ items: [], total: 0 });
    expect((await ask(`team_id=${team.id}&limit=200`, member)).total).toBe(EVERY_TYPE.length);
  });

  test("comes in pages that do not overlap, in each order", async () => {
    for (const query of ["sort=installs", "sort=rating", "sort=updated", "sort=name", "q=tests", "q=tests&sort=name"]) {
      const all = await ask(`${query}&limit=200`, ada);
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(all.total / 7) }, (_, page) => ask(`${query}&limit=7&offset=${page * 7}`, ada)),
      );
      expect(pages.flatMap(idsOf), query).toEqual(idsOf(all));
    }
  });

  test("sorts by installs and ratings, and says what it sorts by", async () => {
    const [most, best] = [named["tagged"] as Shown, named["mail"] as Shown];
    const before = (await ask(`q=${most.name}`, member)).items.find(({ id }) => id === most.id) as RegistryItem;
    expect(before).toMatchObject({ download_count: 0, installed: false, average_rating: null, total_reviews: 0 });
    for (const by of [member, member, ada]) {
      await send(`POST /skills/${most.id}/install`, { token: by.token, body: { harness: "codex" } });
    }
    await send(`POST /skills/${most.id}/install`, {
      token: people.admin.token,
      body: { harness: "codex", dry_run: true },
    });
    await send("POST /feedback", {
      token: member.token,
      body: { listing_id: best.id, listing_type: "mcp", rating: 4 },
    });
    const installs = await ask("sort=installs", member);
    expect(installs.items[0]).toMatchObject({ id: most.id, download_count: 3, installed: true, type: "skills" });
    expect(installs.items[0]?.installs_14d).toEqual([...Array.from({ length: 13 }, () => 0), 3]);
    expect((await ask("sort=installs", outsider)).items[0]).toMatchObject({ id: most.id, installed: false });
    const rated = await ask("sort=rating", member);
    expect(rated.items[0]).toMatchObject({ id: best.id, average_rating: 4, total_reviews: 1, signed: true });
    expect(idsOf(await ask("", member))[0]).toBe(most.id);

    await send(`PATCH /skills/${most.id}/archive`, { token: outsider.token });
    expect(idsOf(await ask("limit=200", member))).not.toContain(most.id);
    await send(`PATCH /skills/${most.id}/unarchive`, { token: outsider.token });
    expect((await ask("sort=installs", member)).items[0]).toMatchObject({ id: most.id, download_count: 3 });
  });

  test("follows an item that becomes private or moves", async () => {
    const item = await shelf.publish("prompts", ada);
    const query = `limit=200&namespace=${ada.user.username}`;
    expect(idsOf(await ask(query, outsider))).toContain(item.id);
    const path = `PATCH /registry/prompt/${item.id}/visibility` as const;
    const changed = await send(path, { token: ada.token, body: { visibility: "owner" } });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(idsOf(await ask(query, outsider))).not.toContain(item.id);
    expect(idsOf(await ask(query, ada))).toContain(item.id);
  });

  test("tells risk by its highest signal", async () => {
    const { items } = await ask("type=mcps&limit=200", ada);
    const levels = new Map(items.map(({ id, risk_level }) => [id, risk_level]));
    expect(levels.get(named["public mcps"]?.id ?? "")).toBe("none");
    expect(levels.get(named["risky"]?.id ?? "")).not.toBe("none");
    const risk = levels.get(named["risky"]?.id ?? "");
    expect(idsOf(await ask(`risk=${risk}`, ada))).toEqual([named["risky"]?.id]);
  });

  test("refuses what it does not know, with its place", async () => {
    for (const query of ["limit=0", "type=spells", "sort=oldest", "risk=some", "team_id=x", "tag="]) {
      const refused = await send(`GET /registry?${query}`, { token: ada.token });
      expect(verdict(refused), query).toEqual([422, "validation_failed"]);
      expect(refused.json().errors[0].path, query).toBe(`query.${query.split("=")[0]}`);
    }
  });

  test("counts so many and no more, and still knows its totals and its last page", async () => {
    const before = await ask("type=sandboxes", outsider);
    await runSql(
      server.platform.relational,
      `INSERT INTO item (id, kind, namespace, slug, name, owner, visibility, version, description, supported_harnesses,
         status, is_released, summary, facets, search_name)
       SELECT gen_random_uuid(), 'sandbox', 'many', 'many-' || n, 'Many ' || n, 'Many', 'public', '1.0.0', '', '{}',
         'approved', true, '{}', ARRAY['harness:*', 'risk:none', 'tag:many'], 'many ' || n FROM generate_series(1, 5001) n`,
      [],
    );
    const { total, facets, counts_capped: isCapped } = await ask("type=sandboxes", outsider);
    expect([total, isCapped]).toEqual([before.total + 5001, true]);
    expect(facets.type.find(({ value }) => value === "sandboxes")?.count).toBe(total);
    expect(facets.tag.find(({ value }) => value === "many")?.count).toBeLessThanOrEqual(5001);
    expect((await ask("tag=many", outsider)).total).toBe(5001);
    expect((await ask(`type=sandboxes&limit=10&offset=${total - 3}`, outsider)).items).toHaveLength(3);
  });
});
