import type { AuditEvent, ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verdict, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

type Body = Readonly<Record<string, unknown>>;

const CHANGES = { owner: "Anthropic Official", category: "finance", custom_fields: { note: "run something else" } };

describe.each(largestSize)("what everybody sees of an item ($size)", (on) => {
  let { server, send, people, ada, bob, reviewer, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, reviewer, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const edit = (type: ItemType, id: string, body: Body): ReturnType<Send> =>
    send(`PUT /${type}/${id}/draft`, { token: ada.token, body });
  const release = (type: ItemType, id: string, more: Body = {}): ReturnType<Send> =>
    send(`POST /${type}/${id}/versions`, {
      token: ada.token,
      body: { version: "2.0.0", description: "Further", ...more },
    });
  const read = async (path: string, by = bob): Promise<Body> => (await send(`GET ${path}`, { token: by.token })).json();
  const decide = (id: string, verb: "approve" | "reject", body: Body = {}): ReturnType<Send> =>
    send(`POST /review/${id}/${verb}`, { token: reviewer.token, body });
  const listed = async (query: string): Promise<string[]> =>
    (await send(`GET /mcps?${query}`, { token: bob.token })).json().map(({ id }: { id: string }) => id);

  test("changes with the approval of the version that it was changed with, and not before", async () => {
    const { id } = await shelf.publish("mcps", ada);
    await release("mcps", id);
    expect((await edit("mcps", id, CHANGES)).statusCode).toBe(200);
    const before = { owner: ada.user.username, category: "developer-tools", version: "1.0.0" };
    expect(await read(`/mcps/${id}`)).toMatchObject(before);
    expect(await read(`/mcps/${id}`)).not.toHaveProperty("custom_fields");
    expect(await listed("category=finance")).not.toContain(id);
    expect(await read(`/mcps/${id}/versions/2.0.0`, ada)).toMatchObject({ item_changes: CHANGES });

    const submission = await read(`/review/${id}`, reviewer);
    expect(submission).toMatchObject(CHANGES);
    expect((submission["diff"] as { fields: unknown }).fields).toEqual(
      expect.arrayContaining([
        { path: "owner", before: ada.user.username, after: CHANGES.owner },
        { path: "category", before: "developer-tools", after: CHANGES.category },
      ]),
    );
    const queue = (await send("GET /review?type=mcp&limit=200", { token: reviewer.token })).json();
    expect(queue.find((waiting: { id: string }) => waiting.id === id)).toMatchObject({ owner: CHANGES.owner });

    expect((await decide(id, "approve")).statusCode).toBe(200);
    expect(await read(`/mcps/${id}`)).toMatchObject({ ...CHANGES, version: "2.0.0" });
    expect(await listed("category=finance")).toContain(id);
    expect(await read(`/mcps/${id}/versions/2.0.0`, ada)).not.toHaveProperty("item_changes");
  });

  test("stays when the version is rejected, and what waited comes back with it", async () => {
    const { id } = await shelf.publish("skills", ada);
    await release("skills", id);
    await edit("skills", id, { owner: "OpenAI official" });
    expect((await decide(id, "reject")).statusCode).toBe(200);
    expect(await read(`/skills/${id}`)).toMatchObject({ owner: ada.user.username });
    expect((await edit("skills", id, { description: "Another try" })).statusCode).toBe(200);
    expect((await send(`POST /skills/${id}/submit`, { token: ada.token })).statusCode).toBe(200);
    expect(await read(`/review/${id}`, reviewer)).toMatchObject({ owner: "OpenAI official" });
    expect((await edit("skills", id, { owner: ada.user.username })).statusCode).toBe(200);
    expect(await read(`/skills/${id}/versions/2.0.0`, ada)).not.toHaveProperty("item_changes");
  });

  test("has the category that its reviewer has chosen, over what its author wished", async () => {
    const { id } = await shelf.publish("mcps", ada);
    await release("mcps", id);
    await edit("mcps", id, CHANGES);
    expect((await decide(id, "approve", { category: "security" })).statusCode).toBe(200);
    expect(await read(`/mcps/${id}`)).toMatchObject({ ...CHANGES, category: "security" });
  });

  test("is what the reviewer was shown, the owner included", async () => {
    const first = await shelf.submit("prompts", ada);
    const further = await shelf.publish("prompts", ada);
    await release("prompts", further.id);
    for (const { id } of [first, further]) {
      const { digest } = await read(`/review/${id}`, reviewer);
      expect((await edit("prompts", id, { owner: "Anthropic, PBC (verified)" })).statusCode).toBe(200);
      expect(verdict(await decide(id, "approve", { digest }))).toEqual([409, "changed_since_review"]);
      expect(await read(`/review/${id}`, reviewer)).toMatchObject({ owner: "Anthropic, PBC (verified)" });
      expect((await decide(id, "approve", { digest })).statusCode).toBe(200);
    }
  });

  test("is not approved with the digest of a list by a reviewer who has not opened it", async () => {
    const { id } = await shelf.publish("prompts", ada);
    await release("prompts", id);
    const queue = await send("GET /review?type=prompt&limit=200", { token: reviewer.token });
    const { digest } = queue.json<{ id: string; digest: string }[]>().find((waiting) => waiting.id === id) ?? {};
    await edit("prompts", id, { owner: "Anthropic Official" });
    const body = { action: "approve", submissions: [{ id, digest }] };
    const several = await send("POST /review/decisions", { token: reviewer.token, body });
    expect(several.json().results).toMatchObject([{ id, error: { code: "changed_since_review" } }]);
    expect(verdict(await decide(id, "approve", { digest }))).toEqual([409, "changed_since_review"]);
    await read(`/review/${id}`, reviewer);
    expect((await decide(id, "approve", { digest })).statusCode).toBe(200);
    const log = await send("GET /admin/audit-log?action=review.approve&limit=500", { token: people.admin.token });
    const ofItem = log.json<AuditEvent[]>().find((event) => event.resource_id === id && event.outcome === "success");
    expect(JSON.parse(ofItem?.detail ?? "{}")).toMatchObject({
      owner: { from: ada.user.username, to: "Anthropic Official" },
    });
  });

  test("is not what the former owner has chosen once it belongs to someone else", async () => {
    const { id } = await shelf.publish("mcps", ada);
    await release("mcps", id);
    await edit("mcps", id, { owner: "Ada's lab", category: "finance" });
    const body = { user_id: bob.user.id };
    await send(`POST /mcps/${id}/transfer-ownership`, { token: ada.token, body });
    expect((await send(`POST /mcps/${id}/transfer-ownership/accept`, { token: bob.token })).statusCode).toBe(200);
    expect((await decide(id, "approve")).statusCode).toBe(200);
    expect(await read(`/mcps/${id}`)).toMatchObject({ owner: bob.user.username, category: "finance" });
  });

  test("changes at once while nobody else sees it, and an empty owner is the default again", async () => {
    const { id } = await shelf.submit("mcps", ada);
    expect((await edit("mcps", id, CHANGES)).json()).toMatchObject(CHANGES);
    expect((await edit("mcps", id, { owner: "" })).json()).toMatchObject({ owner: ada.user.username });
  });

  test("waits as well when all that was released is yanked, because that can be undone", async () => {
    const { id } = await shelf.publish("prompts", ada);
    const yank = (yanked: boolean): ReturnType<Send> =>
      send(`PATCH /prompts/${id}/versions/1.0.0`, { token: ada.token, body: { yanked } });
    await release("prompts", id);
    await yank(true);
    expect((await edit("prompts", id, { owner: "Someone else" })).json()).toMatchObject({ owner: "Someone else" });
    await yank(false);
    expect(await read(`/prompts/${id}`)).toMatchObject({ owner: ada.user.username });
  });

  test("of an agent changes with its next version too, and that is what a refusal says", async () => {
    const { id } = await shelf.publish("agents", ada);
    const put = (body: Body): ReturnType<Send> => send(`PUT /agents/${id}`, { token: ada.token, body });
    const refused = await put({ owner: "me" });
    expect(verdict(refused)).toEqual([400, "invalid_state"]);
    expect(refused.json().detail).toContain(`POST /api/v1/agents/${id}/versions`);
    expect((await release("agents", id, { model_name: "sonnet-x" })).statusCode).toBe(201);
    expect(verdict(await put({ owner: "me", prompt: "Other" }))).toEqual([400, "invalid_state"]);
    expect((await put({ owner: "me" })).statusCode).toBe(200);
    expect(await read(`/agents/${id}`)).toMatchObject({ owner: ada.user.username });
    expect((await decide(id, "approve")).statusCode).toBe(200);
    expect(await read(`/agents/${id}`)).toMatchObject({ owner: "me", version: "2.0.0" });
  });

  test("waits for no version that is released, which the database refuses", async () => {
    const { version_id } = await shelf.publish("prompts", ada);
    const statement = `UPDATE item_version SET item_changes = '{"owner": "x"}' WHERE id = $1`;
    await expect(runSql(server.platform.relational, statement, [version_id])).rejects.toMatchObject({ code: "23514" });
  });
});
