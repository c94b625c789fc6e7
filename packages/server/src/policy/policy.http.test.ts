import type { NewFeed, Policy } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("managed settings ($size)", (on) => {
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

  const policyOf = async (harness: string, query = ""): Promise<Policy> => {
    const answer = await send(`GET /policy/${harness}${query}`, { token: people.admin.token });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const allowed = async (query = ""): Promise<string> => (await policyOf("claude-code", query)).content;
  const feedOf = async (by: Person, body: object): Promise<NewFeed> =>
    (await send("POST /feeds", { token: by.token, body: { name: "Laptops", ...body } })).json();
  const command = (name: string) => ({ command: "npx", args: ["-y", name] });

  test("are for admins", async () => {
    const someone = await people.join();
    expect((await send("GET /policy/claude-code", { token: someone.token })).statusCode).toBe(403);
    expect((await send("GET /policy/claude-code")).statusCode).toBe(401);
    expect((await send("GET /policy/cursor", { token: people.admin.token })).statusCode).toBe(422);
  });

  test("allow every approved version that is not yanked, and nothing that waits", async () => {
    const ada = await people.join();
    const tool = await shelf.publish("mcps", ada, command("one@1.0.0"));
    await shelf.release("mcps", tool.id, ada, {
      version: "2.0.0",
      description: "A newer one",
      extra: command("one@2.0.0"),
    });
    await shelf.submit("mcps", ada, command("waits@1.0.0"));
    await shelf.publish("agents", ada, { external_mcps: [{ name: "docs", url: "https://docs.acme.test/mcp" }] });
    const before = await allowed();
    for (const text of ["one@1.0.0", "one@2.0.0", "https://docs.acme.test/mcp"]) expect(before).toContain(text);
    expect(before).not.toContain("waits@1.0.0");
    const yank = { token: ada.token, body: { yanked: true } };
    expect((await send(`PATCH /mcps/${tool.id}/versions/1.0.0`, yank)).statusCode).toBe(200);
    const after = await allowed();
    expect([after.includes("one@1.0.0"), after.includes("one@2.0.0")]).toEqual([false, true]);
  });

  test("are the same bytes until the catalogue changes", async () => {
    const [first, again] = [await allowed(), await allowed()];
    expect(again).toBe(first);
    await shelf.publish("mcps", await people.join(), command("other@1.0.0"));
    expect(await allowed()).not.toBe(first);
  });

  test("of a feed allow what it shows, and have a place for its secret, which the server does not know", async () => {
    const ada = await people.join();
    const shown = await shelf.publish("mcps", ada, command("shown@1.0.0"));
    await shelf.publish("mcps", ada, command("not-shown@1.0.0"));
    const feed = await feedOf(people.admin, { content: "items", items: [shown.id] });
    const policy = await policyOf("copilot", `?feed_id=${feed.id}`);
    expect(policy).toMatchObject({ feed: { id: feed.id, name: "Laptops", prefix: feed.prefix } });
    expect(policy.content).toContain("shown@1.0.0");
    expect(policy.content).not.toContain("not-shown@1.0.0");
    expect(policy.content).not.toContain(feed.secret);
    const filled = JSON.parse(policy.content.replaceAll(policy.secret_placeholder ?? "", feed.secret));
    expect(filled.strictKnownMarketplaces).toEqual([{ source: "git", url: `${feed.url}/marketplace.git` }]);
    // Looking at it is no use of it.
    expect((await send(`GET /feeds/${feed.id}`, { token: people.admin.token })).json()).toMatchObject({ use_count: 0 });
  });

  test("of a feed with an agent allow the servers that it pins, which an install of it writes", async () => {
    const ada = await people.join();
    const [pinned, later, yanked] = ["pinned@1.0.0", "later@1.0.0", "yanked@1.0.0"] as const;
    const one = await shelf.publish("mcps", ada, command(pinned));
    const two = await shelf.publish("mcps", ada, command(yanked));
    const components = [one, two].map(({ id }) => ({ component_type: "mcp", component_id: id }));
    const agent = await shelf.publish("agents", ada, { components });
    await shelf.release("mcps", one.id, ada, { version: "2.0.0", description: "A newer one", extra: command(later) });
    const yank = { token: ada.token, body: { yanked: true } };
    expect((await send(`PATCH /mcps/${two.id}/versions/1.0.0`, yank)).statusCode).toBe(200);
    const feed = await feedOf(people.admin, { content: "items", items: [agent.id] });
    const content = await allowed(`?feed_id=${feed.id}`);
    expect([pinned, later, yanked].map((each) => content.includes(each))).toEqual([true, false, false]);
  });

  test("have no marketplace while no client could read one", async () => {
    const closed = await policyOf("claude-code");
    expect(closed).toMatchObject({ marketplace_url: null, feed: null, secret_placeholder: null });
    expect(closed.content).not.toContain("KnownMarketplaces");
    const setting = "PUT /admin/settings/deployment.public_registry_enabled" as const;
    await send(setting, { token: people.admin.token, body: { value: true } });
    const open = await policyOf("claude-code");
    expect(open.marketplace_url).toMatch(/^http.*\/marketplace\.git$/);
    expect(open.content).toContain(open.marketplace_url);
    await send(setting, { token: people.admin.token, body: { value: false } });
  });

  test("are not made of a feed that no longer answers", async () => {
    const ada = await people.join();
    const feed = await feedOf(ada, { content: "visible" });
    const ask = () => send(`GET /policy/claude-code?feed_id=${feed.id}`, { token: people.admin.token });
    expect((await ask()).statusCode).toBe(200);
    await send(`PUT /admin/users/${ada.user.id}/active`, { token: people.admin.token, body: { active: false } });
    const refused = await ask();
    expect([refused.statusCode, refused.json().code]).toEqual([400, "invalid_state"]);
    await send(`DELETE /feeds/${feed.id}`, { token: people.admin.token });
    expect((await ask()).statusCode).toBe(404);
  });

  test("say where the file belongs on each system", async () => {
    for (const harness of ["claude-code", "copilot"]) {
      const { places, file_name } = await policyOf(harness);
      expect(places.map(({ platform }) => platform)).toEqual(["macos", "linux", "windows"]);
      for (const { path } of places) expect(path.endsWith(file_name)).toBe(true);
    }
  });
});
