import { randomUUID } from "node:crypto";
import type { Activity } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("the activity of one's teams ($size)", (on) => {
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

  const createTeam = async (owner: Person, members: readonly Person[] = []) => {
    const body = { name: `Team ${randomUUID().slice(0, 6)}`, visibility: "private" };
    const team = (await send("POST /teams", { token: owner.token, body })).json<{ id: string; name: string }>();
    for (const { user } of members) {
      await send(`POST /teams/${team.id}/members`, { token: owner.token, body: { user_id: user.id } });
    }
    return team;
  };
  const activityOf = async (by: Person, query = ""): Promise<Activity[]> =>
    (await send(`GET /activity${query}`, { token: by.token })).json<{ items: Activity[] }>().items;
  const rate = (by: Person, listing_id: string, more: object = {}) =>
    send("POST /feedback", {
      token: by.token,
      body: { listing_id, listing_type: "prompt", rating: 4, comment: "Clear", ...more },
    });

  test("is what teammates released, rated and joined, newest first", async () => {
    const [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
    const team = await createTeam(ada, [bob]);
    const item = await shelf.publish("prompts", bob);
    const others = await shelf.publish("prompts", eve);
    await rate(bob, others.id);
    const actor = { id: bob.user.id, username: bob.user.username, name: bob.user.name };
    expect(await activityOf(ada)).toEqual([
      {
        kind: "rated",
        at: expect.any(String),
        actor,
        type: "prompts",
        item_id: others.id,
        qualified_name: others.qualified_name,
        rating: 4,
        comment: "Clear",
      },
      {
        kind: "released",
        at: expect.any(String),
        actor,
        type: "prompts",
        item_id: item.id,
        qualified_name: item.qualified_name,
        version: "1.0.0",
        changelog: null,
      },
      { kind: "joined", at: expect.any(String), actor, team_id: team.id, team_name: team.name },
    ]);
    expect((await activityOf(ada, "?limit=1")).map(({ kind }) => kind)).toEqual(["rated"]);
    // Nobody is told of their own deeds; someone in no team of theirs sees nothing.
    expect((await activityOf(bob)).map(({ actor: { id } }) => id)).toEqual([ada.user.id]);
    expect(await activityOf(eve)).toEqual([]);
  });

  test("is of one team when asked for, and of none that one is not in, whatever one's role", async () => {
    const [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
    const [first, second] = [await createTeam(ada, [bob]), await createTeam(ada, [eve])];
    const joined = async (teamId: string) => (await activityOf(ada, `?team_id=${teamId}`)).map(({ actor }) => actor.id);
    expect([await joined(first.id), await joined(second.id)]).toEqual([[bob.user.id], [eve.user.id]]);
    for (const { token } of [bob, people.admin]) {
      expect(verdict(await send(`GET /activity?team_id=${second.id}`, { token }))).toEqual([404, "not_found"]);
    }
  });

  test("reveals neither private items nor who gave an anonymous rating", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    await createTeam(ada, [bob]);
    const secret = await shelf.publish("prompts", bob, { visibility: "owner" });
    const shown = await shelf.publish("prompts", people.admin);
    await rate(bob, shown.id, { anonymous: true });
    const seen = JSON.stringify(await activityOf(ada));
    for (const word of [secret.name, shown.name]) expect(seen).not.toContain(word);
  });

  test("forgets what is no longer so", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    await createTeam(ada, [bob]);
    const [archived, yanked] = [await shelf.publish("prompts", bob), await shelf.publish("prompts", bob)];
    const rated = await shelf.publish("prompts", people.admin);
    const { id } = (await rate(bob, rated.id)).json<{ id: string }>();
    expect(await activityOf(ada)).toHaveLength(4);
    await send(`PATCH /prompts/${archived.id}/archive`, { token: bob.token });
    await send(`PATCH /prompts/${yanked.id}/versions/1.0.0`, { token: bob.token, body: { yanked: true } });
    await send(`DELETE /feedback/${id}`, { token: bob.token });
    expect((await activityOf(ada)).map(({ kind }) => kind)).toEqual(["joined"]);
  });
});
