import { createHash, randomUUID } from "node:crypto";
import { KINDS, type ItemType } from "@tackroom/contract";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, submissionOf, type Shown } from "../../../test/items.js";
import { verdict, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("a released version ($size)", (on) => {
  let { server, send, people, ada, bob, reviewer, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, reviewer, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const setVisibility = (type: ItemType, id: string, body: object, { token } = ada): ReturnType<Send> =>
    send(`PATCH /registry/${KINDS[type].kind}/${id}/visibility`, { token, body });
  const yank = (type: ItemType, id: string, version: string, yanked = true): ReturnType<Send> =>
    send(`PATCH /${type}/${id}/versions/${version}`, { token: ada.token, body: { yanked } });
  const artifact = (type: ItemType, id: string, version = "1.0.0", { token } = ada): ReturnType<Send> =>
    send(`GET /artifacts/${KINDS[type].kind}/${id}/${version}`, { token });
  const install = (type: ItemType, id: string, body: object = {}, { token } = bob): ReturnType<Send> =>
    send(`POST /${type}/${id}/install`, { token, body: { harness: "cursor", ...body } });
  const sha256 = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const another = (type: ItemType): Record<string, unknown> =>
    ({ mcps: { args: ["-y", "@evil/tickets@6.6.6"] }, prompts: { template: "Obey {{ topic }} for {{ audience }}." } })[
      type as "mcps"
    ] ?? { description: "Other content" };

  describe.each(EVERY_TYPE)("of $type", ({ type }) => {
    test("keeps its bytes when it is sent back to review and submitted again with other content", async () => {
      const body = submissionOf(type, { visibility: "owner" });
      const item = await shelf.publish(type, ada, body);
      const before = await artifact(type, item.id);
      expect((await setVisibility(type, item.id, { visibility: "public" })).json()).toMatchObject({
        returned_to_review: true,
      });
      const again = await send(`POST /${type}`, {
        token: ada.token,
        body: { ...body, visibility: "public", ...another(type) },
      });
      expect(verdict(again)).toEqual([409, "name_taken"]);
      const edited = await send(`PUT /${type}/${item.id}/draft`, { token: ada.token, body: another(type) });
      expect(verdict(edited)).toEqual([400, "invalid_state"]);
      const after = await artifact(type, item.id);
      expect(after.rawPayload).toEqual(before.rawPayload);
      expect(sha256(after.rawPayload)).toBe(item.digest);
      expect((await send(`POST /review/${item.id}/approve`, { token: reviewer.token })).statusCode).toBe(200);
      expect((await install(type, item.id)).json()).toMatchObject({ version: "1.0.0", digest: item.digest });
    });

    test("is never bound again after a delete, by whatever way a submission comes", async () => {
      const body = submissionOf(type);
      const item = await shelf.publish(type, ada, body);
      const statement = await send(`GET /${type}/${item.id}/versions/1.0.0/attestation`, { token: ada.token });
      expect(statement.statusCode).toBe(200);
      const gone = await send(`DELETE /${type}/${item.id}`, { token: people.admin.token });
      expect(gone.statusCode).toBe(200);
      const submit = (version: string): ReturnType<Send> =>
        send(`POST /${type}`, { token: ada.token, body: { ...body, ...another(type), version } });
      expect(verdict(await submit("1.0.0"))).toEqual([409, "conflict"]);
      const next = await submit("1.0.1");
      expect(next.statusCode).toBe(201);
      const { id } = next.json<Shown>();
      const replaced = await submit("1.0.0");
      expect(replaced.statusCode).toBe(409);
      for (const line of [`PUT /${type}/${id}/draft`, `POST /${type}/${id}/versions`] as const) {
        const bound = await send(line, {
          token: ada.token,
          body: { version: "1.0.0", description: "Again", ...(type === "agents" ? { model_name: "sonnet-x" } : {}) },
        });
        expect(verdict(bound)).toEqual([409, "conflict"]);
      }
      const other = await shelf.submit(type, ada);
      const renamed = await send(`PATCH /${type}/${other.id}`, {
        token: ada.token,
        body: { name: String(body["name"]) },
      });
      expect(renamed.statusCode).toBe(409);
      expect((await artifact(type, item.id)).statusCode).toBe(410);
    });

    test("is deleted by admins only, whatever its item shows now", async () => {
      const item = await shelf.publish(type, ada);
      expect((await yank(type, item.id, "1.0.0")).statusCode).toBe(200);
      const more = type === "agents" ? { model_name: "sonnet-x" } : {};
      const next = { version: "1.0.1", description: "Next", ...more };
      expect((await send(`POST /${type}/${item.id}/versions`, { token: ada.token, body: next })).statusCode).toBe(201);
      const refused = await send(`DELETE /${type}/${item.id}`, { token: ada.token });
      expect(verdict(refused)).toEqual([400, "invalid_state"]);
      expect((await send(`POST /review/${item.id}/reject`, { token: reviewer.token })).statusCode).toBe(200);
      expect(verdict(await send(`DELETE /${type}/${item.id}`, { token: ada.token }))).toEqual([400, "invalid_state"]);
      expect((await artifact(type, item.id)).statusCode).toBe(200);
      expect((await send(`DELETE /${type}/${item.id}`, { token: people.admin.token })).statusCode).toBe(200);
    });

    test("resolves for existing locks when it is the only one and yanked", async () => {
      const item = await shelf.publish(type, ada);
      expect((await yank(type, item.id, "1.0.0")).statusCode).toBe(200);
      for (const name of [item.id, encodeURIComponent(item.qualified_name)]) {
        const pinned = await install(type, name, { version: "1.0.0", digest: item.digest });
        expect(pinned.json()).toMatchObject({ version: "1.0.0", digest: item.digest });
        expect(pinned.json().warnings.join()).toContain("yanked");
        const read = (path: string): ReturnType<Send> =>
          send(`GET /${type}/${name}/versions/1.0.0${path}`, { token: bob.token });
        expect((await read("")).json()).toMatchObject({ yanked: true, digest: item.digest });
        expect((await read("/attestation")).statusCode).toBe(200);
        if (type === "agents") expect((await read("/lock")).statusCode).toBe(200);
        expect(verdict(await install(type, name))).toEqual([404, "not_found"]);
        expect(verdict(await install(type, name, { version: "1.0.0" }))).toEqual([400, "invalid_state"]);
      }
      expect((await artifact(type, item.id, "1.0.0", bob)).statusCode).toBe(200);
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).statusCode).toBe(404);
    });

    test("renders the same after its item has been renamed", async () => {
      const item = await shelf.publish(type, ada);
      const before = (await install(type, item.id)).json();
      const renamed = await send(`PATCH /${type}/${item.id}`, {
        token: ada.token,
        body: { name: `evil-${randomUUID().slice(0, 8)}` },
      });
      expect(renamed.statusCode).toBe(200);
      expect((await install(type, item.id)).json()).toEqual(before);
    });

    test("does not become public without a review of what was private", async () => {
      const body = submissionOf(type, { visibility: "owner" });
      const item = await shelf.publish(type, ada, body);
      await yank(type, item.id, "1.0.0");
      const more = type === "agents" ? { model_name: "sonnet-x" } : {};
      const next = { version: "1.0.1", description: "Next", ...more };
      await send(`POST /${type}/${item.id}/versions`, { token: ada.token, body: next });
      const resubmitted = await send(`POST /${type}`, {
        token: ada.token,
        body: { ...body, version: "1.0.1", visibility: "public" },
      });
      expect(verdict(resubmitted)).toEqual([409, "name_taken"]);
      await yank(type, item.id, "1.0.0", false);
      expect((await install(type, item.id, { version: "1.0.0" })).statusCode).toBe(404);
      // Nor when a yanked version is sent back to review with the rest.
      await yank(type, item.id, "1.0.0");
      await setVisibility(type, item.id, { visibility: "public" });
      expect((await yank(type, item.id, "1.0.0", false)).statusCode).toBe(400);
      expect((await install(type, item.id, { version: "1.0.0" })).statusCode).toBe(404);
    });
  });

  test("of an MCP server without a command keeps the command that was derived from its name", async () => {
    const item = await shelf.publish("mcps", ada, {
      command: undefined,
      args: undefined,
      git_url: "https://github.com/acme/tickets",
      framework: "typescript",
    });
    const agent = await shelf.publish("agents", ada, {
      components: [{ component_type: "mcp", component_id: item.id }],
    });
    const before = (await install("mcps", item.id)).json();
    const pulled = (await install("agents", agent.id)).json();
    expect(JSON.stringify(before.config_snippet)).toContain(item.slug);
    await send(`PATCH /mcps/${item.id}`, { token: ada.token, body: { name: `evil-${randomUUID().slice(0, 8)}` } });
    expect((await install("mcps", item.id)).json()).toEqual(before);
    const again = (await install("agents", agent.id)).json();
    expect(again.config_snippet).toEqual(pulled.config_snippet);
    expect(again.lock.digest).toBe(pulled.lock.digest);
  });

  test("has the digest that it had while it was pending, in whatever order its keys were sent", async () => {
    const criteria = [
      { intended_purpose: "Review", success_metrics: [{ target: "90 %", name: "found", measurement: "by hand" }] },
      { success_metrics: [{ name: "found", measurement: "by hand", target: "90 %" }], intended_purpose: "Review" },
    ];
    const digests = new Set<string>();
    for (const success_criteria of criteria) {
      const body = submissionOf("agents", {
        name: "ordered",
        success_criteria,
        model_config_json: { zebra: 1, alpha: { z: 1e2, a: null }, big: 1e21 },
      });
      const pending = (await send("POST /agents", { token: ada.token, body })).json<Shown>();
      await shelf.approve(pending.id);
      const approved = (await send(`GET /agents/${pending.id}`, { token: ada.token })).json<Shown>();
      expect(approved.digest).toBe(pending.digest);
      digests.add(approved.digest);
      await send(`PATCH /agents/${pending.id}`, { token: ada.token, body: { name: `was-${pending.id.slice(0, 8)}` } });
      await send(`DELETE /agents/${pending.id}`, { token: people.admin.token });
      // The name is free, its numbers are not: the second one is made by somebody else.
      ada = await people.join();
    }
    expect(digests.size).toBe(2); // The qualified name differs, nothing else does.
  });

  test("marks the handle of the team that it was moved to as used", async () => {
    const handle = `t-${randomUUID().slice(0, 8)}`;
    const team = (await send("POST /teams", { token: ada.token, body: { name: "Team", handle } })).json();
    const item = await shelf.publish("prompts", ada);
    const moved = await setVisibility("prompts", item.id, { visibility: "team", team_id: team.id });
    expect(moved.json()).toMatchObject({ qualified_name: `${handle}/${item.slug}` });
    const home = (await send("POST /teams", { token: ada.token, body: { name: "Home" } })).json();
    await setVisibility("prompts", item.id, { visibility: "team", team_id: home.id });
    expect((await send(`DELETE /teams/${team.id}`, { token: ada.token })).statusCode).toBe(204);
    const taken = await send("POST /teams", { token: bob.token, body: { name: "Thief", handle } });
    expect(verdict(taken)).toEqual([409, "name_taken"]);
    const renamed = await send("PUT /auth/profile/username", { token: bob.token, body: { username: handle } });
    expect(verdict(renamed)).toEqual([409, "name_taken"]);
  });

  test("of an agent is approved again only with approved components", async () => {
    const part = await shelf.publish("prompts", ada, { visibility: "owner" });
    const agent = await shelf.publish("agents", ada, {
      visibility: "owner",
      components: [{ component_type: "prompt", component_id: part.id }],
    });
    for (const [type, id] of [
      ["prompts", part.id],
      ["agents", agent.id],
    ] as const) {
      expect((await setVisibility(type, id, { visibility: "public" })).json()).toMatchObject({ status: "pending" });
    }
    const early = await send(`POST /review/${agent.id}/approve`, { token: reviewer.token });
    expect(verdict(early)).toEqual([422, "blocking_components"]);
    await shelf.approve(part.id);
    await shelf.approve(agent.id);
    expect((await install("agents", agent.id, { strict: true })).json()).toMatchObject({ digest: agent.digest });
  });

  test("is what a further version is compared with, although it was yanked: wider permissions are told", async () => {
    const skillMd = (tools: string): string =>
      `---\nname: tidy\ndescription: Tidies code\nallowed-tools: ${tools}\n---\n\n# Tidy\n`;
    const item = await shelf.publish("skills", ada, { skill_md_content: skillMd("Read") });
    await yank("skills", item.id, "1.0.0");
    const next = { version: "1.1.0", description: "Next", extra: { skill_md_content: skillMd("Read, Bash(*)") } };
    const released = await send(`POST /skills/${item.id}/versions`, { token: ada.token, body: next });
    const codes = (answer: { json(): unknown }): string[] =>
      (answer.json() as { risk_signals: { code: string }[] }).risk_signals.map(({ code }) => code);
    expect(codes(released)).toContain("permissions_widened");
    expect(codes(await send(`GET /review/${item.id}`, { token: reviewer.token }))).toContain("permissions_widened");
    const edit = { token: ada.token, body: { description: "Edited" } };
    expect(codes(await send(`PUT /skills/${item.id}/draft`, edit))).toContain("permissions_widened");
    await shelf.approve(item.id);
    const version = await send(`GET /skills/${item.id}/versions/1.1.0`, { token: bob.token });
    expect(codes(version)).toContain("permissions_widened");
  });

  test("is attested once, for one name", async () => {
    const item = await shelf.publish("mcps", ada, { visibility: "owner" });
    const attested = async (): Promise<string> =>
      (await send(`GET /mcps/${item.id}/versions/1.0.0/attestation`, { token: ada.token })).body;
    const first = await attested();
    expect(decodeJwt(first)).toMatchObject({ predicate: { released_by: ada.user.id } });
    await setVisibility("mcps", item.id, { visibility: "public" });
    await shelf.approve(item.id);
    expect(await attested()).toBe(first);
  });
});
