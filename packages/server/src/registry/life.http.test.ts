import { createHash } from "node:crypto";
import { HARNESS_IDS } from "@tackroom/harness";
import { compactVerify, createLocalJWKSet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, submissionOf } from "../../test/items.js";
import { verdict, type Send } from "../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../test/registry-world.js";
import { smallestSize } from "../../test/sizes.js";

describe.each(smallestSize)("the life of an item ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  describe.each(EVERY_TYPE)("of kind $kind", ({ type, kind }) => {
    test("goes from submission to every harness, to a further version, to the archive and to its end", async () => {
      const token = ada.token;
      const submitted = await send(`POST /${type}`, { token, body: submissionOf(type) });
      expect(submitted.statusCode, submitted.body).toBe(201);
      const item = submitted.json();
      expect(submitted.headers["location"]).toBe(`/api/v1/${type}/${item.id}`);
      expect(item).toMatchObject({ status: "pending", user_permission: "owner", namespace: ada.user.username });

      // Pending: not for others, but in the queue.
      expect(verdict(await send(`GET /${type}/${item.id}`, { token: bob.token }))).toEqual([404, "not_found"]);
      expect((await send(`GET /${type}?search=${item.name}`, { token: bob.token })).json()).toEqual([]);
      const queue = (await send(`GET /review?type=${kind}`, { token: people.admin.token })).json();
      expect(queue.map(({ id }: { id: string }) => id)).toContain(item.id);
      expect((await send(`GET /review/${item.id}`, { token: people.admin.token })).json()).toMatchObject({
        type: kind,
        submitted_by: ada.user.username,
        diff: null,
      });

      const approved = await send(`POST /review/${item.id}/approve`, { token: people.admin.token });
      expect(approved.json()).toEqual({
        type: kind,
        id: item.id,
        name: item.name,
        version: "1.0.0",
        status: "approved",
      });
      const found = await send(`GET /${type}?search=${item.name}`, { token: bob.token });
      expect(found.headers["x-total-count"]).toBe("1");
      expect(found.json()).toMatchObject([{ id: item.id, version: "1.0.0", status: "approved" }]);

      for (const harness of HARNESS_IDS) {
        const install = await send(`POST /${type}/${item.id}/install`, { token: bob.token, body: { harness } });
        expect(install.statusCode, `${harness} ${install.body}`).toBe(200);
        const { config_snippet, warnings, digest, version } = install.json();
        expect({ digest, version }).toEqual({ digest: item.digest, version: "1.0.0" });
        expect(Object.keys(config_snippet).length + warnings.length, harness).toBeGreaterThan(0);
      }
      expect((await send(`GET /${type}/${item.id}`, { token })).json().download_count).toBe(HARNESS_IDS.length);

      const more = type === "agents" ? { model_name: "opus-x" } : {};
      const released = await shelf.release(type, item.id, ada, {
        version: "1.1.0",
        description: "Better",
        changelog: "More",
        ...more,
      });
      expect(released.json()).toMatchObject({ status: "pending", version: "1.1.0", changelog: "More" });
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json()).toMatchObject({
        version: "1.1.0",
        description: "Better",
      });
      const old = await send(`POST /${type}/${item.id}/install`, {
        token: bob.token,
        body: { harness: "cursor", version: "1.0.0" },
      });
      expect(old.json()).toMatchObject({ version: "1.0.0", digest: item.digest });

      expect((await send(`PATCH /${type}/${item.id}/archive`, { token })).json()).toEqual({
        id: item.id,
        name: item.name,
        status: "archived",
      });
      expect((await send(`GET /${type}?search=${item.name}`, { token: bob.token })).json()).toEqual([]);
      const archived = await send(`POST /${type}/${item.id}/install`, {
        token: bob.token,
        body: { harness: "cursor" },
      });
      expect(archived.json().warnings.join(" ")).toContain("archived");
      expect((await send(`PATCH /${type}/${item.id}/unarchive`, { token })).json().status).toBe("approved");

      expect(verdict(await send(`DELETE /${type}/${item.id}`, { token }))).toEqual([400, "invalid_state"]);
      const deleted = await send(`DELETE /${type}/${item.id}`, { token: people.admin.token });
      expect(deleted.json()).toMatchObject({ deleted: item.id, name: item.name });
      expect(verdict(await send(`GET /${type}/${item.id}`, { token }))).toEqual([404, "not_found"]);
      expect(verdict(await send(`POST /${type}/${item.id}/install`, { token, body: { harness: "cursor" } }))).toEqual([
        404,
        "not_found",
      ]);
    });

    test("shows one digest everywhere, which is that of the bytes, and a statement that verifies", async () => {
      const item = await shelf.publish(type, ada);
      const artifact = await send(`GET /artifacts/${kind}/${item.id}/1.0.0`, { token: bob.token });
      expect(artifact.statusCode).toBe(200);
      const hex = createHash("sha256").update(artifact.rawPayload).digest("hex");
      expect(artifact.headers["x-artifact-digest"]).toBe(`sha256:${hex}`);
      expect(artifact.headers["digest"]).toBe(`sha-256=${Buffer.from(hex, "hex").toString("base64")}`);
      const version = (await send(`GET /${type}/${item.id}/versions/1.0.0`, { token: bob.token })).json();
      const install = (
        await send(`POST /${type}/${item.id}/install`, { token: bob.token, body: { harness: "codex" } })
      ).json();
      expect([item.digest, version.digest, install.digest]).toEqual(Array(3).fill(`sha256:${hex}`));

      const statement = await send(`GET /${type}/${item.id}/versions/1.0.0/attestation`, { token: bob.token });
      const jwks = createLocalJWKSet((await send("GET /auth/.well-known/jwks.json")).json());
      const { payload, protectedHeader } = await compactVerify(statement.body, jwks);
      expect(protectedHeader.typ).toBe("application/vnd.in-toto+json");
      expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
        subject: [{ name: `${item.qualified_name}@1.0.0`, digest: { sha256: hex } }],
        predicate: {
          kind,
          item_id: item.id,
          publisher: ada.user.username,
          released_at: version.released_at,
          released_by: ada.user.id,
        },
      });
    });

    test("keeps what was published bound for ever: a name of a deleted item is not used again with its numbers", async () => {
      const item = await shelf.publish(type, ada);
      const url = `GET /artifacts/${kind}/${item.id}/1.0.0` as const;
      await send(`DELETE /${type}/${item.id}`, { token: people.admin.token });
      const gone = await send(url, { token: bob.token });
      expect([gone.statusCode, gone.json().errorCode]).toEqual([410, "GONE"]);
      expect((await send(url)).statusCode).toBe(404);

      const again = submissionOf(type, { name: item.name });
      expect(verdict(await send(`POST /${type}`, { token: ada.token, body: again }))).toEqual([409, "conflict"]);
      const higher = await send(`POST /${type}`, { token: ada.token, body: { ...again, version: "1.0.1" } });
      expect(higher.statusCode).toBe(201);
      expect(higher.json()).toMatchObject({ qualified_name: item.qualified_name });
      expect(higher.json().id).not.toBe(item.id);
      expect((await send(url, { token: bob.token })).statusCode).toBe(410);
    });

    test("is found by id, qualified name, slug and name, and by its former name after a rename", async () => {
      const item = await shelf.publish(type, ada);
      const qualified = encodeURIComponent(item.qualified_name);
      for (const id of [item.id, item.id.toUpperCase(), qualified, item.slug, encodeURIComponent(item.name)]) {
        expect((await send(`GET /${type}/${id}`, { token: bob.token })).json().id, id).toBe(item.id);
      }
      const name = `${item.name}-renamed`;
      const renamed = await send(`PATCH /${type}/${item.id}`, { token: ada.token, body: { name } });
      expect(renamed.json()).toMatchObject({ id: item.id, name, slug: name, digest: item.digest });
      for (const id of [qualified, item.slug]) {
        expect((await send(`GET /${type}/${id}`, { token: bob.token })).json().id, id).toBe(item.id);
      }
      const taken = submissionOf(type, { name: item.name });
      expect(verdict(await send(`POST /${type}`, { token: ada.token, body: taken }))).toEqual([409, "name_taken"]);
    });

    test("can be a draft, be edited and submitted, rejected with a reason, and submitted again", async () => {
      const token = ada.token;
      const { name, version: _version, ...rest } = submissionOf(type);
      const draft = await send(`POST /${type}/draft`, { token, body: { name } });
      expect(draft.statusCode, draft.body).toBe(201);
      const { id } = draft.json();
      expect(draft.json()).toMatchObject({ status: "draft", version: "0.1.0", description: "" });
      expect(verdict(await send(`GET /${type}/${id}`, { token: bob.token }))).toEqual([404, "not_found"]);
      expect(verdict(await send(`POST /${type}/${id}/submit`, { token }))).toEqual([400, "invalid_state"]);

      const edited = await send(`PUT /${type}/${id}/draft`, { token, body: rest });
      expect(edited.statusCode, edited.body).toBe(200);
      expect((await send(`POST /${type}/${id}/submit`, { token })).json()).toMatchObject({ status: "pending" });
      const rejected = await send(`POST /review/${id}/reject`, {
        token: people.admin.token,
        body: { reason: "Too short" },
      });
      expect(rejected.json()).toMatchObject({ status: "rejected", version: "0.1.0" });
      expect((await send(`GET /${type}/${id}`, { token })).json()).toMatchObject({
        status: "rejected",
        rejection_reason: "Too short",
      });
      await send(`PUT /${type}/${id}/draft`, { token, body: { description: "Long enough now" } });
      expect((await send(`POST /${type}/${id}/submit`, { token })).json()).toMatchObject({
        status: "pending",
        rejection_reason: null,
      });
      await shelf.approve(id);
      expect((await send(`GET /${type}/${id}`, { token: bob.token })).json()).toMatchObject({
        description: "Long enough now",
      });
      expect(verdict(await send(`PUT /${type}/${id}/draft`, { token, body: { description: "x" } }))).toEqual([
        400,
        "invalid_state",
      ]);
    });

    test("yanked versions leave the lists and new installs, and stay for locks; deprecated ones warn", async () => {
      const item = await shelf.publish(type, ada);
      const more = type === "agents" ? { model_name: "opus-x" } : {};
      await shelf.release(type, item.id, ada, { version: "2.0.0", description: "Second", ...more });
      const mark = (v: string, body: object): ReturnType<Send> =>
        send(`PATCH /${type}/${item.id}/versions/${v}`, { token: ada.token, body });
      const install = (body: object): ReturnType<Send> =>
        send(`POST /${type}/${item.id}/install`, { token: bob.token, body: { harness: "cursor", ...body } });

      const yanked = await mark("2.0.0", { yanked: true, reason: "broken" });
      expect(yanked.json()).toMatchObject({ yanked: true, version: "2.0.0" });
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json().version).toBe("1.0.0");
      const versions = (await send(`GET /${type}/${item.id}/versions`, { token: bob.token })).json();
      expect(versions).toMatchObject({ total: 1, items: [{ version: "1.0.0" }] });
      expect((await install({})).json().version).toBe("1.0.0");
      expect(verdict(await install({ version: "2.0.0" }))).toEqual([400, "invalid_state"]);
      const locked = await install({ version: "2.0.0", digest: yanked.json().digest });
      expect(locked.json().warnings.join(" ")).toContain("broken");
      expect(verdict(await install({ version: "2.0.0", digest: `sha256:${"0".repeat(64)}` }))).toEqual([
        409,
        "conflict",
      ]);

      await mark("1.0.0", { deprecated: "use another" });
      expect((await install({})).json().warnings.join(" ")).toContain("use another");
      await mark("2.0.0", { yanked: false });
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json().version).toBe("2.0.0");

      // With every version yanked there is nothing to show to anyone but its owners.
      for (const v of ["1.0.0", "2.0.0"]) await mark(v, { yanked: true });
      expect(verdict(await send(`GET /${type}/${item.id}`, { token: bob.token }))).toEqual([404, "not_found"]);
      expect((await send(`GET /${type}/${item.id}`, { token: ada.token })).statusCode).toBe(200);
    });
  });
});
