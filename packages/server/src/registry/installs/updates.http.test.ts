import { randomUUID } from "node:crypto";
import type { AvailableUpdate, AvailableUpdates, Inbox } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("updates of what someone installed ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const install = (item: Shown, by: Person, more: object = {}, type = "prompts") =>
    send(`POST /${type}/${item.id}/install`, { token: by.token, body: { harness: "claude-code", ...more } });
  const updatesOf = async (by: Person): Promise<AvailableUpdate[]> =>
    (await send("GET /me/updates", { token: by.token })).json<AvailableUpdates>().items;
  const toldTo = async (by: Person): Promise<string[]> =>
    (await send("GET /me/inbox", { token: by.token }))
      .json<Inbox>()
      .items.filter(({ kind }) => kind === "update.available")
      .map(({ title }) => title);
  const release = (item: Shown, version: string, changelog?: string) =>
    shelf.release("prompts", item.id, ada, { version, description: `The ${version}`, changelog });
  const yank = (item: Shown, version: string) =>
    send(`PATCH /prompts/${item.id}/versions/${version}`, { token: ada.token, body: { yanked: true } });

  test("are listed and told until the newer version is installed", async () => {
    bob = await people.join();
    const item = await shelf.publish("prompts", ada);
    await install(item, bob);
    expect(await updatesOf(bob)).toEqual([]);
    await release(item, "1.1.0", "Says it shorter");
    expect(await updatesOf(bob)).toEqual([
      {
        type: "prompts",
        id: item.id,
        name: item.name,
        qualified_name: item.qualified_name,
        installed_version: "1.0.0",
        installed_at: expect.any(String),
        harness: "claude-code",
        version: "1.1.0",
        released_at: expect.any(String),
        changelog: "Says it shorter",
        is_yanked: false,
      },
    ]);
    expect(await toldTo(bob)).toEqual([`${item.qualified_name} 1.1.0 is available`]);
    // The author knows of it, and looking at the files is no install.
    expect([await updatesOf(ada), await toldTo(ada)]).toEqual([[], []]);
    await install(item, bob, { dry_run: true });
    expect(await updatesOf(bob)).toHaveLength(1);
    await install(item, bob);
    expect(await updatesOf(bob)).toEqual([]);
  });

  test("are only what an install gets, and never a lower version", async () => {
    bob = await people.join();
    const item = await shelf.publish("prompts", ada, { version: "2.0.0" });
    await install(item, bob);
    await release(item, "1.5.0");
    await release(item, "2.1.0-rc.1");
    expect([await updatesOf(bob), await toldTo(bob)]).toEqual([[], []]);
  });

  test("of a yanked version are there even if the other version is lower", async () => {
    bob = await people.join();
    const item = await shelf.publish("prompts", ada);
    await release(item, "1.1.0");
    await install(item, bob);
    await yank(item, "1.1.0");
    expect(await updatesOf(bob)).toMatchObject([{ installed_version: "1.1.0", version: "1.0.0", is_yanked: true }]);
    await yank(item, "1.0.0");
    expect(await updatesOf(bob)).toEqual([]);
  });

  test("are for those who may still see the item", async () => {
    const [inside, outside] = [await people.join(), await people.join()];
    const body = { name: `Team ${randomUUID().slice(0, 6)}`, visibility: "private" };
    const team = (await send("POST /teams", { token: ada.token, body })).json<{ id: string }>();
    for (const { user } of [inside, outside]) {
      await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: user.id } });
    }
    const item = await shelf.publish("prompts", ada, { team_id: team.id, visibility: "team" });
    for (const member of [inside, outside]) await install(item, member);
    await send(`DELETE /teams/${team.id}/members/${outside.user.id}`, { token: ada.token });
    await release(item, "1.1.0");
    expect([(await updatesOf(inside)).length, await updatesOf(outside)]).toEqual([1, []]);
    expect([(await toldTo(inside)).length, await toldTo(outside)]).toEqual([1, []]);
    // Not even to an admin, who may see it but is not in the team any more.
    await send(`PUT /admin/users/${outside.user.id}/role`, { token: people.admin.token, body: { role: "admin" } });
    expect(await updatesOf(outside)).toEqual([]);
  });

  test("of an agent's components come with the agent", async () => {
    bob = await people.join();
    const prompt = await shelf.publish("prompts", ada);
    const agent = await shelf.publish("agents", ada, {
      components: [{ component_type: "prompt", component_id: prompt.id }],
    });
    expect((await install(agent, bob, {}, "agents")).statusCode).toBe(200);
    await release(prompt, "1.1.0");
    expect([await updatesOf(bob), await toldTo(bob)]).toEqual([[], []]);
  });

  test("end when the install is forgotten", async () => {
    bob = await people.join();
    const item = await shelf.publish("prompts", ada);
    await install(item, bob);
    const forget = (by: Person) => send(`DELETE /me/installs/${item.id}`, { token: by.token });
    expect(verdict(await forget(ada))).toEqual([404, "not_found"]);
    expect((await forget(bob)).statusCode).toBe(204);
    await release(item, "1.1.0");
    expect([await updatesOf(bob), await toldTo(bob)]).toEqual([[], []]);
  });

  test("of an archived or deleted item are not there", async () => {
    bob = await people.join();
    const items = [await shelf.publish("prompts", ada), await shelf.publish("prompts", ada)];
    for (const item of items) {
      await install(item, bob);
      await release(item, "1.1.0");
    }
    expect(await updatesOf(bob)).toHaveLength(2);
    await send(`PATCH /prompts/${items[0]?.id}/archive`, { token: ada.token });
    await send(`DELETE /prompts/${items[1]?.id}`, { token: people.admin.token });
    expect(await updatesOf(bob)).toEqual([]);
  });
});
