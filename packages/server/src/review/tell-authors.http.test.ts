import { randomUUID } from "node:crypto";
import type { Inbox, InboxEntry } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("the decision of a review ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let reviewer: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    reviewer = await people.join("reviewer");
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const inboxOf = async (by: Person): Promise<InboxEntry[]> =>
    (await send("GET /me/inbox", { token: by.token })).json<Inbox>().items;
  const decide = (verb: "approve" | "reject", id: string, body: object = {}, by = reviewer) =>
    send(`POST /review/${id}/${verb}`, { token: by.token, body });
  const addCoAuthor = (id: string, by: Person, who: Person) =>
    send(`POST /prompts/${id}/co-authors`, { token: by.token, body: { user_id: who.user.id } });

  test("is told to the owner and the co-authors, with the reason, and to nobody else", async () => {
    const [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
    const item = await shelf.submit("prompts", ada);
    await addCoAuthor(item.id, ada, bob);
    await decide("reject", item.id, { reason: "Say what the topic is." });
    const expected = {
      kind: "submission.rejected",
      title: `${item.qualified_name} 1.0.0 was rejected`,
      text: "Say what the topic is.",
      path: `/registry/prompts/${item.qualified_name}`,
      read_at: null,
    };
    for (const author of [ada, bob]) expect(await inboxOf(author)).toMatchObject([expected]);
    expect([await inboxOf(eve), await inboxOf(reviewer)]).toEqual([[], []]);
  });

  test("is told each time, and only once it holds", async () => {
    const ada = await people.join();
    const { id } = await shelf.submit("prompts", ada);
    await decide("reject", id, { reason: "First" });
    expect(verdict(await decide("approve", id))).toEqual([400, "invalid_state"]);
    expect(await inboxOf(ada)).toHaveLength(1);
    await shelf.release("prompts", id, ada, {
      version: "1.0.1",
      description: "Explains",
      template: "Explain {{ topic }}.",
    });
    expect((await inboxOf(ada)).map(({ kind, text }) => [kind, text])).toEqual([
      ["submission.approved", "It can be installed now."],
      ["submission.rejected", "First"],
    ]);
  });

  test("is not told to a reviewer who is the owner", async () => {
    const item = await shelf.submit("prompts", people.admin);
    await decide("approve", item.id, {}, people.admin);
    expect((await inboxOf(people.admin)).filter(({ title }) => title.startsWith(item.qualified_name))).toEqual([]);
  });

  test("of a team's item is not told to a co-author who is not a member of the team", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const body = { name: `Team ${randomUUID().slice(0, 6)}`, visibility: "private" };
    const team = (await send("POST /teams", { token: ada.token, body })).json<{ id: string }>();
    const item = await shelf.submit("prompts", ada, { team_id: team.id, visibility: "team" });
    await addCoAuthor(item.id, ada, bob);
    await decide("approve", item.id, {}, people.admin);
    expect([(await inboxOf(ada)).length, await inboxOf(bob)]).toEqual([1, []]);
  });
});
