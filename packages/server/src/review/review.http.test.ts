import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, type Shown } from "../../test/items.js";
import { verdict, type Send } from "../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../test/registry-world.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("a review ($size)", (on) => {
  let { server, send, people, ada, bob, reviewer, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, reviewer, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const queue = async (query = "", by = reviewer) =>
    (await send(`GET /review?limit=200${query}`, { token: by.token })).json();
  const idsOf = async (query = "", by = reviewer): Promise<string[]> =>
    (await queue(query, by)).map(({ id }: Shown) => id);
  const look = async (id: string, by = reviewer) => (await send(`GET /review/${id}`, { token: by.token })).json();
  const decide = (verb: "approve" | "reject", id: string, by = reviewer, body?: object): ReturnType<Send> =>
    send(`POST /review/${id}/${verb}`, { token: by.token, ...(body ? { body } : {}) });

  test("has a queue of all six types, by type and by tab, newest first and in pages", async () => {
    const items = new Map<string, Shown>();
    for (const { type, kind } of EVERY_TYPE) items.set(kind, await shelf.submit(type, ada));
    const all = [...items.values()].map(({ id }) => id);
    expect((await idsOf()).filter((id) => all.includes(id))).toEqual(all.toReversed());
    for (const [kind, { id }] of items) {
      const rows = await queue(`&type=${kind}`);
      expect(new Set(rows.map(({ type }: { type: string }) => type)), kind).toEqual(new Set([kind]));
      expect(rows[0].id).toBe(id);
    }
    const agent = items.get("agent")?.id ?? "";
    expect((await idsOf("&tab=agents")).filter((id) => all.includes(id))).toEqual([agent]);
    expect((await idsOf("&tab=components")).filter((id) => all.includes(id))).toEqual(
      all.filter((id) => id !== agent).toReversed(),
    );
    expect(verdict(await send("GET /review?type=nothing", { token: reviewer.token }))).toEqual([
      422,
      "validation_failed",
    ]);
    const total = (await idsOf()).length;
    const page = await send("GET /review?limit=2&offset=1", { token: reviewer.token });
    expect(page.json().map(({ id }: Shown) => id)).toEqual((await idsOf()).slice(1, 3));
    expect(page.headers["x-total-count"]).toBe(String(total));
    expect(page.headers["link"]).toContain('rel="next"');
    const beyond = await send("GET /review?offset=1000", { token: reviewer.token });
    expect([beyond.json(), beyond.headers["x-total-count"]]).toEqual([[], String(total)]);

    const mcp = (await queue("&type=mcp"))[0];
    expect(mcp).toMatchObject({
      type: "mcp",
      name: items.get("mcp")?.name,
      description: "A MCP server for tests",
      version: "1.0.0",
      owner: ada.user.username,
      status: "pending",
      submitted_by: ada.user.username,
      risk_signals: [],
      mcp_validated: expect.any(Boolean),
      validation_results: expect.any(Array),
    });
    for (const { id } of items.values()) await decide("reject", id);
    expect((await idsOf()).filter((id) => all.includes(id))).toEqual([]);
  });

  test("finds a submission by id, by the beginning of one and by name; several names are ambiguous", async () => {
    const name = `thing-${randomUUID().slice(0, 8)}`;
    const prompt = await shelf.submit("prompts", ada, { name });
    for (const id of [
      prompt.id,
      prompt.id.slice(0, 13),
      prompt.id.slice(0, 8),
      name,
      encodeURIComponent(prompt.qualified_name),
    ]) {
      expect((await look(id)).id, id).toBe(prompt.id);
    }
    expect(verdict(await send(`GET /review/${prompt.id.slice(0, 3)}`, { token: reviewer.token }))).toEqual([
      404,
      "not_found",
    ]);
    const hook = await shelf.submit("hooks", ada, { name });
    for (const line of [
      `GET /review/${name}`,
      `POST /review/${name}/approve`,
      `POST /review/${name}/reject`,
    ] as const) {
      const refused = await send(line, { token: reviewer.token });
      expect(verdict(refused), line).toEqual([409, "ambiguous_name"]);
      expect(
        refused
          .json()
          .candidates.map(({ id }: Shown) => id)
          .toSorted(),
      ).toEqual([hook.id, prompt.id].toSorted());
    }
    expect((await decide("approve", prompt.id.slice(0, 18))).json()).toMatchObject({ id: prompt.id });
    expect(verdict(await send("GET /review/never-was", { token: reviewer.token }))).toEqual([404, "not_found"]);
  });

  test("shows what a further version changes against the latest", async () => {
    const item = await shelf.publish("skills", ada);
    const before = "---\nname: tidy\ndescription: Tidies code\n---\n\n# Tidy\n\nDo it.\n";
    const body = {
      version: "1.1.0",
      description: "Tidies better",
      changelog: "Better",
      extra: { skill_md_content: before.replace("Do it.", "Do it well."), task_type: "testing" },
    };
    await send(`POST /skills/${item.id}/versions`, { token: ada.token, body });
    const submission = await look(item.id);
    expect(submission).toMatchObject({
      type: "skill",
      id: item.id,
      version: "1.1.0",
      status: "pending",
      description: "Tidies better",
      task_type: "testing",
      changelog: "Better",
      rejection_reason: null,
      updated_at: expect.any(String),
      diff: { from: "1.0.0", to: "1.1.0" },
    });
    expect(submission.diff.fields).toEqual(
      expect.arrayContaining([
        { path: "description", before: "A skill for tests", after: "Tidies better" },
        { path: "task_type", before: "code-review", after: "testing" },
      ]),
    );
    expect(submission.diff.texts).toMatchObject([{ path: "skill_md_content" }]);
    expect(submission.diff.texts[0].unified).toContain("-Do it.\n+Do it well.");
    const versions = await send(`GET /skills/${item.id}/versions/1.0.0/diff/1.1.0`, { token: reviewer.token });
    expect(versions.json()).toEqual(submission.diff);
    expect(verdict(await send(`GET /skills/${item.id}/versions/1.0.0/diff/1.1.0`, { token: bob.token }))).toEqual([
      404,
      "not_found",
    ]);
  });

  test("decides the newest pending version; others stay, and are decided one by one", async () => {
    const item = await shelf.publish("prompts", ada);
    for (const version of ["1.2.0", "1.1.0"]) {
      await send(`POST /prompts/${item.id}/versions`, { token: ada.token, body: { version, description: version } });
    }
    expect(await look(item.id)).toMatchObject({ version: "1.1.0" });
    expect((await decide("approve", item.id)).json()).toEqual({
      type: "prompt",
      id: item.id,
      name: item.name,
      version: "1.1.0",
      status: "approved",
    });
    const shown = async () => (await send(`GET /prompts/${item.id}`, { token: bob.token })).json().version;
    expect(await shown()).toBe("1.1.0");
    expect(await look(item.id)).toMatchObject({ version: "1.2.0" });
    const reviewOf = (v: string, body: object): ReturnType<Send> =>
      send(`POST /prompts/${item.id}/versions/${v}/review`, { token: reviewer.token, body });
    expect(verdict(await reviewOf("1.1.0", { action: "approve" }))).toEqual([400, "invalid_state"]);
    expect(verdict(await reviewOf("9.9.9", { action: "approve" }))).toEqual([404, "not_found"]);
    expect(verdict(await reviewOf("1.2.0", { action: "praise" }))).toEqual([422, "validation_failed"]);
    const rejected = await reviewOf("1.2.0", { action: "reject", reason: "Too new" });
    expect(rejected.json()).toEqual({ version: "1.2.0", new_status: "rejected", reason: "Too new" });
    expect(await shown()).toBe("1.1.0");
    const version = (await send(`GET /prompts/${item.id}/versions/1.2.0`, { token: ada.token })).json();
    expect(version).toMatchObject({ status: "rejected", rejection_reason: "Too new" });
    for (const verb of ["approve", "reject"] as const) {
      expect(verdict(await decide(verb, item.id))).toEqual([400, "invalid_state"]);
    }
    // An older number that is approved later does not become the latest.
    await send(`POST /prompts/${item.id}/versions`, {
      token: ada.token,
      body: { version: "1.0.5", description: "Patch" },
    });
    expect((await reviewOf("1.0.5", { action: "approve" })).json()).toEqual({
      version: "1.0.5",
      new_status: "approved",
      reason: null,
    });
    expect(await shown()).toBe("1.1.0");
  });

  test("waits while the item is edited, which also leaves the queue", async () => {
    const item = await shelf.submit("hooks", ada);
    const edit = (verb: string, by = ada): ReturnType<Send> =>
      send(`POST /hooks/${item.id}/${verb}`, { token: by.token });
    expect((await edit("start-edit")).json()).toEqual({ status: "locked" });
    expect(await idsOf()).not.toContain(item.id);
    for (const verb of ["approve", "reject"] as const) {
      expect(verdict(await decide(verb, item.id))).toEqual([409, "edit_locked"]);
    }
    expect((await edit("cancel-edit")).json()).toEqual({ status: "unlocked" });
    expect(await idsOf()).toContain(item.id);
    await edit("start-edit");
    await send(`PUT /hooks/${item.id}/draft`, { token: ada.token, body: { description: "Better" } });
    await edit("cancel-edit");
    expect(await look(item.id)).toMatchObject({ description: "Better" });
    expect((await decide("approve", item.id)).statusCode).toBe(200);
  });

  test("does not take a secret as the reason, which the log and others would keep", async () => {
    const { id } = await shelf.submit("mcps", ada);
    const reason = `Use ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`;
    const body = { token: reviewer.token, body: { action: "reject", reason } };
    for (const refused of [
      await decide("reject", id, reviewer, { reason }),
      await send(`POST /mcps/${id}/versions/1.0.0/review`, body),
    ]) {
      expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path: "body.reason" }]]);
    }
    expect((await send("GET /admin/audit-log?limit=500", { token: people.admin.token })).body).not.toContain("ghp_");
    expect(await look(id)).toMatchObject({ status: "pending" });
  });

  test("tells the submitter why, who mends it and submits it again", async () => {
    const item = await shelf.submit("mcps", ada);
    expect((await decide("reject", item.id, reviewer, { reason: "Which version?" })).json()).toMatchObject({
      type: "mcp",
      id: item.id,
      status: "rejected",
    });
    const own = async () => (await send(`GET /mcps/${item.id}`, { token: ada.token })).json();
    expect(await own()).toMatchObject({ status: "rejected", rejection_reason: "Which version?" });
    expect((await send("GET /mcps/my", { token: ada.token })).json()[0]).toMatchObject({
      id: item.id,
      rejection_reason: "Which version?",
    });
    expect(verdict(await send(`GET /mcps/${item.id}`, { token: bob.token }))).toEqual([404, "not_found"]);
    expect(await idsOf()).not.toContain(item.id);
    const args = ["-y", "@acme/tickets@1.5.0"];
    await send(`PUT /mcps/${item.id}/draft`, { token: ada.token, body: { args } });
    expect((await send(`POST /mcps/${item.id}/submit`, { token: ada.token })).json()).toMatchObject({
      status: "pending",
      rejection_reason: null,
      args,
    });
    expect(await look(item.id)).toMatchObject({ args, status: "pending", rejection_reason: null });
    expect((await decide("approve", item.id)).statusCode).toBe(200);
    expect(await own()).toMatchObject({ status: "approved", rejection_reason: null });
  });

  test("gives a scanned MCP server its category", async () => {
    const body = { harness: "cursor", mcps: [{ name: `scan-${randomUUID().slice(0, 6)}`, command: "acme-mcp" }] };
    const { registered } = (await send("POST /scan", { token: ada.token, body })).json();
    const id = registered[0].id as string;
    expect(await look(id)).toMatchObject({ category: "scanned" });
    expect(verdict(await decide("approve", id, reviewer, { category: "nonsense" }))).toEqual([
      422,
      "validation_failed",
    ]);
    expect((await decide("approve", id, reviewer, { category: "databases" })).statusCode).toBe(200);
    expect((await send(`GET /mcps/${id}`, { token: bob.token })).json()).toMatchObject({ category: "databases" });
    const found = (await send("GET /mcps?category=databases", { token: bob.token })).json();
    expect(found.map((each: Shown) => each.id)).toContain(id);
  });
});
