import { randomUUID } from "node:crypto";
import type { ItemDetail } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { smallestSize } from "../../../test/sizes.js";

describe.each(smallestSize)("whether to trust an item ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let reviewer: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob, reviewer] = [await people.join(), await people.join(), await people.join("reviewer")];
    shelf = stockShelf(send, reviewer);
  });
  afterAll(() => server.close());

  const detail = async (id: string, by: Person): Promise<ItemDetail> =>
    (await send(`GET /skills/${id}`, { token: by.token })).json();
  const agentOf = (skill: Shown, by: Person, more: object = {}): Promise<Shown> =>
    stockShelf(send, people.admin).publish("agents", by, {
      components: [{ component_type: "skill", component_id: skill.id }],
      ...more,
    });

  test("names the reviewer to owners, co-authors and reviewers, and to nobody else", async () => {
    const skill = await shelf.publish("skills", ada);
    const author = await people.join();
    await send(`POST /skills/${skill.id}/co-authors`, { token: ada.token, body: { user_id: author.user.id } });
    for (const who of [ada, author, reviewer, people.admin]) {
      expect(await detail(skill.id, who)).toMatchObject({
        signed: true,
        reviewed_by: reviewer.user.username,
        reviewed_at: expect.stringMatching(/Z$/),
      });
    }
    expect(await detail(skill.id, bob)).toMatchObject({
      signed: true,
      reviewed_by: null,
      reviewed_at: expect.stringMatching(/Z$/),
    });
  });

  test("has neither reviewer nor signature before the review, and the last decision after it", async () => {
    const skill = await shelf.submit("skills", ada);
    const waiting = { signed: false, reviewed_by: null, reviewed_at: null };
    expect(await detail(skill.id, ada)).toMatchObject(waiting);
    await send(`POST /review/${skill.id}/reject`, { token: reviewer.token, body: { reason: "Too short" } });
    expect(await detail(skill.id, ada)).toMatchObject({
      signed: false,
      reviewed_by: reviewer.user.username,
      reviewed_at: expect.stringMatching(/Z$/),
    });
  });

  test("is used by the agents that the viewer may see", async () => {
    const skill = await shelf.publish("skills", ada);
    expect(await detail(skill.id, bob)).toMatchObject({ used_by: [], used_by_total: 0 });
    const open = await agentOf(skill, ada, { name: `a-open-${randomUUID().slice(0, 8)}` });
    const own = await agentOf(skill, ada, { name: `b-own-${randomUUID().slice(0, 8)}`, visibility: "owner" });
    const names = async (by: Person): Promise<string[]> =>
      (await detail(skill.id, by)).used_by.map(({ qualified_name }) => qualified_name);
    expect(await detail(skill.id, bob)).toMatchObject({
      used_by: [
        {
          id: open.id,
          name: open.name,
          qualified_name: open.qualified_name,
          version: "1.0.0",
          pinned_version: "1.0.0",
        },
      ],
      used_by_total: 1,
    });
    expect(await names(ada)).toEqual([open.qualified_name, own.qualified_name]);
    expect(await names(people.admin)).toEqual([open.qualified_name, own.qualified_name]);
    expect(await names(reviewer)).toEqual([open.qualified_name]);

    const body = { user_id: bob.user.id };
    await send(`POST /agents/${own.id}/co-authors`, { token: ada.token, body });
    expect(await names(bob)).toEqual([open.qualified_name, own.qualified_name]);
    await send(`PATCH /agents/${open.id}/archive`, { token: ada.token });
    expect(await names(reviewer)).toEqual([]);
  });

  test("is not used by an agent that only waits for its review, or whose newer version does without", async () => {
    const skill = await shelf.publish("skills", ada);
    const components = [{ component_type: "skill", component_id: skill.id }];
    await shelf.submit("agents", ada, { components });
    expect((await detail(skill.id, ada)).used_by_total).toBe(0);
    const agent = await agentOf(skill, ada);
    expect((await detail(skill.id, ada)).used_by_total).toBe(1);
    await stockShelf(send, people.admin).release("agents", agent.id, ada, {
      version: "2.0.0",
      description: "Without it",
      model_name: "sonnet-x",
      components: [],
    });
    expect((await detail(skill.id, ada)).used_by_total).toBe(0);
  });

  test("shows ten agents and counts all", async () => {
    const skill = await shelf.publish("skills", ada);
    for (let place = 0; place < 11; place++) await agentOf(skill, ada);
    const { used_by, used_by_total } = await detail(skill.id, bob);
    expect([used_by.length, used_by_total]).toEqual([10, 11]);
  });
});
