import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSyncWorld, type Listing, type SyncWorld } from "../../test/git/sync-world.js";
import type { Person } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { Secret } from "../platform/config/index.js";
import { runSql } from "../platform/relational/index.js";
import { openSealing } from "../platform/sealing/index.js";
import { openSecret, resealSyncSecrets } from "./sync-secrets.js";
import { findSync, type ListingSync } from "./sync-store.js";

let world: SyncWorld;
let owner: Person;

beforeAll(async () => {
  world = await openSyncWorld();
  owner = await world.people.join();
});
afterAll(() => world?.close());

const put = (id: string, by: Person, body: object = {}) =>
  world.send(`PUT /mcps/${id}/webhook-sync`, { token: by.token, body });
const storedSync = async (id: string) =>
  (await runSql(world.server.platform.relational, "SELECT * FROM mcp_sync WHERE item_id = $1", [id])).rows[0];

describe("turning sync on", () => {
  test("gives a webhook URL and, once, a secret", async () => {
    const listing = await world.publish(owner);
    expect(await world.status(listing)).toEqual({ enabled: false });
    const answer = await put(listing.id, owner);
    expect(answer.statusCode).toBe(200);
    const sync = answer.json();
    expect(sync).toEqual({
      enabled: true,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      provider: "host_a",
      repository_host: null,
      webhook_url: `http://localhost:8000/api/v1/webhooks/host_a/mcp/${sync.id}`,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      sync_on_push: true,
      sync_on_release: false,
      branch: null,
      last_delivery_at: null,
      last_event: null,
      last_sync_status: null,
      last_sync_error: null,
      last_synced_at: null,
      last_synced_sha: null,
      last_version: null,
      created_at: expect.any(String),
    });
    const { secret, ...shown } = sync;
    expect(await world.status(listing)).toEqual(shown);
    expect((await put(listing.id, owner, { sync_on_release: true })).json()).toEqual({
      ...shown,
      sync_on_release: true,
    });
    const stored = (await storedSync(listing.id)) as { secret: Uint8Array };
    expect(Buffer.from(stored.secret).toString("latin1")).not.toContain(secret);
  });

  test.each([
    ["the host name", {}, { provider: "host_b", repository_host: null }],
    ["auto", { provider: "auto" }, { provider: "host_b", repository_host: null }],
    ["a choice", { provider: "host_a" }, { provider: "host_a", repository_host: "host_a" }],
    ["a brand", { provider: "github" }, { provider: "host_a", repository_host: "host_a" }],
  ])("the provider follows %s", async (_what, body, expected) => {
    const listing = await publishItem(world.server, "mcps", owner, { git_url: "https://gitlab.example.com/a/b" });
    expect((await put(listing.id, owner, body)).json()).toMatchObject(expected);
  });

  test("null keeps the provider, a change of it makes a new secret, and auto detects it again", async () => {
    const listing = await world.publish(owner);
    const first = (await put(listing.id, owner, { provider: "host_b" })).json();
    expect((await put(listing.id, owner, { provider: null })).json()).toMatchObject({ provider: "host_b" });
    expect((await put(listing.id, owner, { provider: "host_b" })).json().secret).toBeUndefined();
    const changed = (await put(listing.id, owner, { provider: "auto" })).json();
    expect(changed).toMatchObject({ id: first.id, provider: "host_a", repository_host: null });
    expect(changed.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(changed.secret).not.toBe(first.secret);
  });

  test("a blank branch is the default branch", async () => {
    const listing = await world.publish(owner);
    expect((await put(listing.id, owner, { branch: "release/1.x" })).json().branch).toBe("release/1.x");
    expect((await put(listing.id, owner, { branch: "  " })).json().branch).toBeNull();
    expect((await put(listing.id, owner, { branch: null })).json().branch).toBeNull();
  });

  test.each(["-x", "/x", "a..b", "a b", "a~1", "ä", "a\\b", "x".repeat(256), "$(id)"])(
    "the branch %j is refused",
    async (branch) => {
      const listing = await world.publish(owner);
      expect((await put(listing.id, owner, { branch })).statusCode).toBe(422);
      expect(await world.status(listing)).toEqual({ enabled: false });
    },
  );

  test("is refused, saying why: no git URL, archived, never approved, no trigger", async () => {
    const without = await publishItem(world.server, "mcps", owner);
    const archived = await world.publish(owner);
    await world.send(`PATCH /mcps/${archived.id}/archive`, { token: owner.token });
    const body = { name: "fresh", version: "0.1.0", description: "x", category: "general", git_url: archived.gitUrl };
    const fresh = (await world.send("POST /mcps", { token: owner.token, body })).json();
    const ready = await world.publish(owner);
    const overSsh = await publishItem(world.server, "mcps", owner, { git_url: "git@git.example.com:acme/tickets.git" });
    const refusals = await Promise.all([
      put(overSsh.id, owner),
      put(without.id, owner),
      put(archived.id, owner),
      put(fresh.id, owner),
      put(ready.id, owner, { sync_on_push: false, sync_on_release: false }),
    ]);
    expect(refusals.map((refusal) => [refusal.statusCode, refusal.json().code])).toEqual(
      refusals.map(() => [400, "invalid_state"]),
    );
    expect(refusals.map((refusal) => refusal.json().detail)).toEqual([
      expect.stringContaining("is not an https:// URL"),
      expect.stringContaining("has no git repository URL"),
      expect.stringContaining("is archived"),
      expect.stringContaining("has no approved version"),
      expect.stringContaining("Choose at least one trigger"),
    ]);
  });
});

describe("while it is off", () => {
  test.each(["POST /rotate-secret", "POST /run", "DELETE "] as const)("%s is not found", async (what) => {
    const listing = await world.publish(owner);
    const [method, path = ""] = what.split(" ");
    const answer = await world.send(`${method as "POST"} /mcps/${listing.id}/webhook-sync${path}`, {
      token: owner.token,
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toContain("Git sync is off");
  });
});

test("rotating replaces the secret and nothing else", async () => {
  const listing = await world.publish(owner);
  const before = await world.enable(listing);
  const answer = await world.send(`POST /mcps/${listing.id}/webhook-sync/rotate-secret`, { token: owner.token });
  expect(answer.json()).toEqual({ ...before, secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(answer.json().secret).not.toBe(before.secret);
});

test("a secret is sealed anew with the server's key, and named when no key opens it", async () => {
  const listing = await world.publish(owner);
  const { id, secret } = await world.enable(listing);
  const { relational, config } = world.server.platform;
  const [newKey, lostKey] = [new Secret("n".repeat(40)), new Secret("l".repeat(40))];
  const keyFile = readFileSync(join(config.dataDir, "keys", "secret.key"), "utf8").trim();
  const rotated = openSealing({ secretKey: newKey, oldSecretKey: new Secret(keyFile), dataDir: config.dataDir });
  await relational.transaction(async (tx) => {
    expect(await resealSyncSecrets(rotated, tx)).toMatchObject({ unreadable: [] });
    const sync = (await findSync(tx, id)) as ListingSync;
    expect(openSecret(openSealing({ secretKey: newKey, oldSecretKey: null, dataDir: config.dataDir }), sync)).toBe(
      secret,
    );
    const lost = openSealing({ secretKey: lostKey, oldSecretKey: null, dataDir: config.dataDir });
    expect((await resealSyncSecrets(lost, tx)).unreadable).toContain(`the webhook secret of sync ${id}`);
    await resealSyncSecrets(
      openSealing({ secretKey: new Secret(keyFile), oldSecretKey: newKey, dataDir: config.dataDir }),
      tx,
    );
  });
});

test("turning it off and on again makes a new address and a new secret", async () => {
  const listing = await world.publish(owner);
  const before = await world.enable(listing);
  const off = await world.send(`DELETE /mcps/${listing.id}/webhook-sync`, { token: owner.token });
  expect(off.json()).toEqual({ disabled: listing.id });
  expect(await world.status(listing)).toEqual({ enabled: false });
  const after = await world.enable(listing);
  expect(after.id).not.toBe(before.id);
  expect(after.secret).not.toBe(before.secret);
});

test("a deleted listing has no sync any more", async () => {
  const listing = await world.publish(owner);
  await world.enable(listing);
  const answer = await world.send(`DELETE /mcps/${listing.id}`, { token: world.admin.token });
  expect(answer.statusCode).toBe(200);
  expect(await storedSync(listing.id)).toBeUndefined();
});

describe("who may see and change it", () => {
  const calls = [
    ["GET", ""],
    ["PUT", ""],
    ["POST", "/rotate-secret"],
    ["POST", "/run"],
    ["GET", "/runs"],
    ["DELETE", ""],
  ] as const;
  const statusesFor = async (listing: Listing, by: Person): Promise<number[]> => {
    const statuses: number[] = [];
    for (const [method, path] of calls) {
      const options = { token: by.token, ...(method === "PUT" ? { body: {} } : {}) };
      const answer = await world.send(`${method} /mcps/${listing.id}/webhook-sync${path}`, options);
      statuses.push(answer.statusCode);
    }
    return statuses;
  };

  test("owner, co-author and admin may; a reviewer and others may not", async () => {
    const listing = await world.publish(owner);
    const [coAuthor, reviewer, other] = [
      await world.people.join(),
      await world.people.join("reviewer"),
      await world.people.join(),
    ];
    await world.send(`POST /mcps/${listing.id}/co-authors`, {
      token: owner.token,
      body: { user_id: coAuthor.user.id },
    });
    for (const by of [owner, coAuthor, world.admin])
      expect(await statusesFor(listing, by)).toEqual([200, 200, 200, 202, 200, 200]);
    for (const by of [reviewer, other]) expect(await statusesFor(listing, by)).toEqual(calls.map(() => 403));
  });

  test("what someone cannot see is not found", async () => {
    const listing = await world.publish(owner, { visibility: "owner" });
    expect(await statusesFor(listing, await world.people.join())).toEqual(calls.map(() => 404));
  });

  test("every change is in the audit log, without the secret", async () => {
    const listing = await world.publish(owner);
    const { secret } = await world.enable(listing);
    await world.send(`POST /mcps/${listing.id}/webhook-sync/run`, { token: owner.token });
    await world.send(`DELETE /mcps/${listing.id}/webhook-sync`, { token: owner.token });
    const log = await world.send(`GET /admin/audit-log?actor=${owner.user.email}&limit=500`, {
      token: world.admin.token,
    });
    const actions = log
      .json<{ action: string; resource_id: string }[]>()
      .filter((event) => event.resource_id === listing.id);
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      "mcp.sync_disable",
      "mcp.sync_run",
      "mcp.sync_set",
    ]);
    expect(log.body).not.toContain(secret);
  });
});
