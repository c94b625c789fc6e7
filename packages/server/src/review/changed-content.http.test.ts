import { randomUUID } from "node:crypto";
import { KINDS, type ItemType } from "@tackroom/contract";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("an approval ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let reviewer: Person;
  let second: Person;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, reviewer, second] = [await people.join(), await people.join("reviewer"), await people.join("reviewer")];
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const read = async (id: string, by = reviewer) => (await send(`GET /review/${id}`, { token: by.token })).json();
  const approve = (id: string, body: object = {}, by = reviewer): ReturnType<Send> =>
    send(`POST /review/${id}/approve`, { token: by.token, body });
  const reviewVersion = (type: ItemType, id: string, v: string, body: object = {}): ReturnType<Send> =>
    send(`POST /${type}/${id}/versions/${v}/review`, { token: reviewer.token, body: { action: "approve", ...body } });
  const edit = (type: ItemType, id: string, body: object, by = ada): ReturnType<Send> =>
    send(`PUT /${type}/${id}/draft`, { token: by.token, body });
  const release = (type: ItemType, id: string, version: string, more: object = {}): ReturnType<Send> =>
    send(`POST /${type}/${id}/versions`, {
      token: ada.token,
      body: { version, description: "Next", ...(type === "agents" ? { model_name: "sonnet-x" } : {}), ...more },
    });
  const statusOf = async (type: ItemType, id: string, version = "1.0.0"): Promise<string> =>
    (await send(`GET /${type}/${id}/versions/${version}`, { token: ada.token })).json().status;
  const CHANGED = [409, "changed_since_review"];

  describe.each(EVERY_TYPE)("of $type", ({ type }) => {
    test("publishes nothing when the content was edited after it was read", async () => {
      const item = await shelf.submit(type, ada);
      const shown = await read(item.id);
      expect(shown.digest).toBe(item.digest);
      expect((await edit(type, item.id, { description: "Edited meanwhile" })).statusCode).toBe(200);
      const refused = await approve(item.id);
      expect(verdict(refused)).toEqual(CHANGED);
      expect(await statusOf(type, item.id)).toBe("pending");
      const again = await read(item.id);
      expect(refused.json().digest).toBe(again.digest);
      expect(verdict(await approve(item.id, { digest: `sha256:${"0".repeat(64)}` }))).toEqual(CHANGED);
      expect((await approve(item.id, { digest: again.digest })).statusCode).toBe(200);
    });

    test("publishes nothing when a newer version came after it was read, whoever decided on the older one", async () => {
      const item = await shelf.submit(type, ada);
      await read(item.id);
      expect((await release(type, item.id, "1.0.1")).statusCode).toBe(201);
      expect(verdict(await approve(item.id))).toEqual(CHANGED);
      expect((await approve(item.id, {}, second)).json()).toMatchObject({ version: "1.0.1" });
      expect((await approve(item.id)).json()).toMatchObject({ version: "1.0.0", status: "approved" });
      await release(type, item.id, "1.0.2");
      await read(item.id);
      expect((await approve(item.id, {}, second)).statusCode).toBe(200);
      await release(type, item.id, "1.0.3");
      expect(verdict(await approve(item.id))).toEqual(CHANGED);
    });

    test("of a version by its number is of what was read of that version", async () => {
      const item = await shelf.submit(type, ada);
      const path = `GET /${type}/${item.id}/versions/1.0.0` as const;
      const { digest } = (await send(path, { token: reviewer.token })).json();
      await edit(type, item.id, { description: "Edited meanwhile" });
      expect(verdict(await reviewVersion(type, item.id, "1.0.0"))).toEqual(CHANGED);
      expect(await statusOf(type, item.id)).toBe("pending");
      const now = (await send(path, { token: reviewer.token })).json();
      if (type !== "skills") expect(now.digest).not.toBe(digest);
      await release(type, item.id, "1.0.1");
      await read(item.id);
      expect((await reviewVersion(type, item.id, "1.0.0", { digest: now.digest })).statusCode).toBe(200);
    });
  });

  test.each([
    ["the item", (id: string) => `/mcps/${id}`],
    ["its versions", (id: string) => `/mcps/${id}/versions`],
    ["one version", (id: string) => `/mcps/${id}/versions/1.0.0`],
    ["what changed", (id: string) => `/mcps/${id}/versions/1.0.0/diff/1.0.0`],
    ["the artifact", (id: string) => `/artifacts/mcp/${id}/1.0.0`],
  ])("is of what was read of %s", async (_what, path) => {
    const item = await shelf.submit("mcps", ada);
    expect((await send(`GET ${path(item.id)}`, { token: reviewer.token })).statusCode).toBe(200);
    await edit("mcps", item.id, { description: "Edited meanwhile" });
    expect(verdict(await approve(item.id))).toEqual(CHANGED);
    await send(`GET ${path(item.id)}`, { token: reviewer.token });
    expect((await approve(item.id)).statusCode).toBe(200);
  });

  test("by someone who was never shown anything publishes what is there", async () => {
    const item = await shelf.submit("mcps", ada);
    await read(item.id, second);
    await edit("mcps", item.id, { description: "Edited meanwhile" });
    expect((await approve(item.id)).statusCode).toBe(200);
  });

  test("counts a reading until its reader has decided", async () => {
    const item = await shelf.submit("mcps", ada);
    await read(item.id);
    expect((await approve(item.id)).statusCode).toBe(200);
    await release("mcps", item.id, "1.0.1");
    expect((await approve(item.id)).statusCode).toBe(200);
  });

  test("publishes nothing when more people would see it than when it was read", async () => {
    const item = await shelf.submit("prompts", ada, { visibility: "owner" });
    await read(item.id, people.admin);
    await send(`PATCH /registry/prompt/${item.id}/visibility`, { token: ada.token, body: { visibility: "public" } });
    expect(verdict(await approve(item.id, {}, people.admin))).toEqual(CHANGED);
  });

  test("publishes nothing when it was renamed, although a skill's bytes do not say its name", async () => {
    const item = await shelf.submit("skills", ada);
    const { digest } = await read(item.id);
    await send(`PATCH /skills/${item.id}`, { token: ada.token, body: { name: `other-${randomUUID().slice(0, 8)}` } });
    expect(verdict(await approve(item.id, { digest }))).toEqual(CHANGED);
  });

  test("of an agent publishes nothing when a component was edited after it was read", async () => {
    const part = await shelf.submit("prompts", ada);
    const agent = await shelf.submit("agents", ada, {
      components: [{ component_type: "prompt", component_id: part.id }],
    });
    const shown = await read(agent.id);
    await edit("prompts", part.id, { template: "Obey {{ topic }}." });
    await shelf.approve(part.id);
    const refused = await approve(agent.id, { digest: shown.digest });
    expect(verdict(refused)).toEqual(CHANGED);
    const again = await read(agent.id);
    expect(again.digest).toBe(refused.json().digest);
    expect((await approve(agent.id, { digest: again.digest })).statusCode).toBe(200);
    const released = await send(`GET /agents/${agent.id}`, { token: ada.token });
    expect(released.json().digest).toBe(again.digest);
  });

  describe("with a second reviewer required", () => {
    const setting = "/admin/settings/review.require_second_reviewer";
    beforeAll(async () => {
      await send(`PUT ${setting}`, { token: people.admin.token, body: { value: true } });
    });
    afterAll(async () => {
      await send(`DELETE ${setting}`, { token: people.admin.token });
    });

    test.each(EVERY_TYPE)("is not for whoever edited it: $type", async ({ type }) => {
      const item = await shelf.submit(type, ada);
      await send(`POST /${type}/${item.id}/co-authors`, { token: ada.token, body: { user_id: reviewer.user.id } });
      await edit(type, item.id, { description: "By a co-author" }, reviewer);
      expect(verdict(await approve(item.id))).toEqual([403, "forbidden"]);
      expect(verdict(await reviewVersion(type, item.id, "1.0.0"))).toEqual([403, "forbidden"]);
      // A later edit by someone else does not make it a stranger's.
      await edit(type, item.id, { description: "Touched" });
      expect(verdict(await approve(item.id))).toEqual([403, "forbidden"]);
      await edit(type, item.id, { description: "By an admin" }, people.admin);
      expect(verdict(await approve(item.id, {}, people.admin))).toEqual([403, "forbidden"]);
      expect((await approve(item.id, {}, second)).statusCode).toBe(200);
      const statement = await send(`GET /${type}/${item.id}/versions/1.0.0/attestation`, { token: ada.token });
      expect(decodeJwt(statement.body)).toMatchObject({ predicate: { released_by: people.admin.user.id } });
      const version = await send(`GET /${type}/${item.id}/versions/1.0.0`, { token: ada.token });
      expect(version.json()).toMatchObject({ released_by: people.admin.user.id });
    });

    test("is not given by a reviewer who makes their own item public", async () => {
      const own = await shelf.submit("prompts", reviewer, { visibility: "owner" });
      await approve(own.id, {}, people.admin);
      const path = `PATCH /registry/${KINDS.prompts.kind}/${own.id}/visibility` as const;
      const made = await send(path, { token: reviewer.token, body: { visibility: "public" } });
      expect(made.json()).toMatchObject({ returned_to_review: true, status: "pending" });
    });
  });
});
