import { randomUUID } from "node:crypto";
import { KINDS } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, type Shelf } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("a transfer of ownership ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let [ada, bob, carol] = [] as unknown as [Person, Person, Person];
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    [ada, bob, carol] = [await people.join(), await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const offer = (path: string, to: Person, by = ada): ReturnType<Send> =>
    send(`POST ${path}/transfer-ownership`, { token: by.token, body: { user_id: to.user.id } });
  const answer = (path: string, verb: "accept" | "decline", by = bob): ReturnType<Send> =>
    send(`POST ${path}/transfer-ownership/${verb}`, { token: by.token });
  const offers = async (by: Person, direction = "incoming") =>
    (await send(`GET /registry/transfers?direction=${direction}&limit=200`, { token: by.token })).json();
  const ownerOf = async (path: string): Promise<string> =>
    (await send(`GET ${path}`, { token: people.admin.token })).json().submitted_by;

  test.each(EVERY_TYPE)("of $type waits for its receiver, who gets it without its co-authors", async ({ type }) => {
    const item = await shelf.submit(type, ada, { visibility: "owner" });
    const path = `/${type}/${item.id}`;
    await send(`POST ${path}/co-authors`, { token: ada.token, body: { user_id: carol.user.id } });
    const offered = await offer(path, bob);
    expect([offered.statusCode, offered.json()]).toEqual([202, { status: "pending", to: bob.user.username }]);
    expect(await ownerOf(path)).toBe(ada.user.id);
    const expected = {
      type: KINDS[type].kind,
      id: item.id,
      qualified_name: item.qualified_name,
      from: ada.user.username,
      to: bob.user.username,
    };
    expect(await offers(bob)).toContainEqual(expect.objectContaining(expected));
    expect(await offers(ada, "outgoing")).toContainEqual(expect.objectContaining(expected));
    expect(await offers(carol)).toEqual([]);
    for (const by of [ada, carol, people.admin]) {
      expect(verdict(await answer(path, "accept", by))).toEqual([404, "not_found"]);
    }
    // By its name too, which the receiver cannot see otherwise.
    const accepted = await answer(`/${type}/${encodeURIComponent(item.qualified_name)}`, "accept");
    expect(accepted.json()).toMatchObject({
      id: item.id,
      owner: bob.user.username,
      owner_id: bob.user.id,
      previous_owner: ada.user.username,
      qualified_name: `${bob.user.username}/${item.slug}`,
    });
    expect((await send(`GET ${path}/co-authors`, { token: bob.token })).json()).toEqual([]);
    for (const by of [ada, carol]) {
      expect(verdict(await send(`GET ${path}`, { token: by.token }))).toEqual([404, "not_found"]);
    }
    expect(verdict(await answer(path, "accept"))).toEqual([404, "not_found"]);
  });

  test("can be declined, and taken back", async () => {
    const item = await shelf.submit("prompts", ada);
    const path = `/prompts/${item.id}`;
    for (const by of [bob, ada]) {
      await offer(path, bob);
      expect(verdict(await answer(path, "decline", carol))).toEqual([404, "not_found"]);
      expect((await answer(path, "decline", by)).json()).toEqual({ status: "declined", to: bob.user.username });
      expect(verdict(await answer(path, "accept"))).toEqual([404, "not_found"]);
    }
    expect(await ownerOf(path)).toBe(ada.user.id);
  });

  test("is not for co-authors, and admins do not wait", async () => {
    const item = await shelf.submit("prompts", ada);
    const path = `/prompts/${item.id}`;
    await send(`POST ${path}/co-authors`, { token: ada.token, body: { user_id: carol.user.id } });
    expect(verdict(await offer(path, carol, carol))).toEqual([403, "forbidden"]);
    expect(verdict(await offer(path, bob, bob))).toEqual([404, "not_found"]);
    await offer(path, carol);
    const moved = await offer(path, bob, people.admin);
    expect([moved.statusCode, moved.json().owner_id]).toEqual([200, bob.user.id]);
    // Whoever was offered it by the former owner has nothing to accept any more.
    expect(verdict(await answer(path, "accept", carol))).toEqual([404, "not_found"]);
    expect((await send(`GET ${path}/co-authors`, { token: bob.token })).json()).toEqual([]);
  });

  test("ends with a later offer, and with the item", async () => {
    const item = await shelf.submit("prompts", ada);
    const path = `/prompts/${item.id}`;
    await offer(path, bob);
    await offer(path, carol);
    expect(verdict(await answer(path, "accept", bob))).toEqual([404, "not_found"]);
    await send(`DELETE ${path}`, { token: ada.token });
    expect(verdict(await answer(path, "accept", carol))).toEqual([404, "not_found"]);
    expect(await offers(carol)).toEqual([]);
  });

  test("is accepted once, however often it is tried at the same moment", async () => {
    const item = await shelf.submit("prompts", ada);
    const path = `/prompts/${item.id}`;
    await offer(path, bob);
    const answers = await Promise.all([
      answer(path, "accept"),
      answer(path, "accept"),
      answer(path, "decline"),
      answer(path, "decline", ada),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test("of a team's item is for members, also when it is accepted", async () => {
    const team = (await send("POST /teams", { token: ada.token, body: { name: "Team" } })).json();
    const item = await shelf.submit("prompts", ada, { team_id: team.id, visibility: "team" });
    const path = `/prompts/${item.id}`;
    expect(verdict(await offer(path, bob))).toEqual([409, "conflict"]);
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: bob.user.id } });
    expect((await offer(path, bob)).statusCode).toBe(202);
    await send(`DELETE /teams/${team.id}/members/${bob.user.id}`, { token: ada.token });
    expect(verdict(await answer(path, "accept"))).toEqual([409, "conflict"]);
    expect(await ownerOf(path)).toBe(ada.user.id);
  });

  test("to a name that is taken there waits until it is free", async () => {
    const name = `same-${randomUUID().slice(0, 8)}`;
    const theirs = await shelf.submit("prompts", bob, { name });
    const item = await shelf.submit("prompts", ada, { name });
    const path = `/prompts/${item.id}`;
    await offer(path, bob);
    expect(verdict(await answer(path, "accept"))).toEqual([409, "name_taken"]);
    await send(`PATCH /prompts/${theirs.id}`, { token: bob.token, body: { name: `${name}-old` } });
    // A former name stays its item's.
    expect(verdict(await answer(path, "accept"))).toEqual([409, "name_taken"]);
    await send(`PATCH ${path}`, { token: ada.token, body: { name: `${name}-new` } });
    expect((await answer(path, "accept")).statusCode).toBe(200);
  });
});
