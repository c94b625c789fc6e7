import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverA, deliverB, pushA, pushB, releaseA, releaseB } from "../../test/git/deliveries.js";
import { openSyncWorld, type Listing, type SyncWithSecret, type SyncWorld } from "../../test/git/sync-world.js";
import type { Person } from "../../test/people.js";

let world: SyncWorld;
let owner: Person;
let onA: Listing;
let onB: Listing;
let syncA: SyncWithSecret;
let syncB: SyncWithSecret;

beforeAll(async () => {
  world = await openSyncWorld();
  owner = await world.people.join();
  [onA, onB] = [await world.publish(owner), await world.publish(owner)];
  syncA = await world.enable(onA, { sync_on_release: true });
  syncB = await world.enable(onB, { sync_on_release: true, provider: "host_b" });
});
afterAll(() => world?.close());

const SHA = "c".repeat(40);
const push = () => ({ event: "push", payload: pushA({ url: onA.gitUrl, sha: SHA, message: "x" }) });
const pushOnB = () => ({ event: "Push Hook", payload: pushB({ url: onB.gitUrl, sha: SHA, message: "x" }) });

describe("a delivery is refused", () => {
  test("401 with an invalid signature (Host A) or secret token (Host B)", async () => {
    const wrong = { secret: "0".repeat(64) };
    const answers = [
      await deliverA(world.server, { ...syncA, ...wrong }, push()),
      await deliverB(world.server, { ...syncB, ...wrong }, pushOnB()),
      await deliverA(world.server, { ...syncA, secret: syncB.secret }, push()),
      await deliverB(world.server, { ...syncB, secret: syncA.secret }, pushOnB()),
      await deliverA(world.server, syncA, push(), { headers: { "x-hub-signature-256": "" } }),
      await deliverB(world.server, syncB, pushOnB(), { headers: { "x-gitlab-token": "" } }),
    ];
    expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual(
      answers.map(() => [401, "invalid_signature"]),
    );
  });

  test("401 when the body was changed on its way", async () => {
    const { createHmac } = await import("node:crypto");
    const signature = createHmac("sha256", syncA.secret).update(JSON.stringify(push().payload)).digest("hex");
    const headers = { "x-hub-signature-256": `sha256=${signature}` };
    const raw = JSON.stringify(push().payload).replace("main", "evil");
    expect((await deliverA(world.server, syncA, push(), { raw, headers })).statusCode).toBe(401);
  });

  test("before anything of it is parsed: rubbish with a wrong signature is 401, not 400", async () => {
    const wrong = { ...syncA, secret: "0".repeat(64) };
    expect((await deliverA(world.server, wrong, push(), { raw: "{{{{" })).statusCode).toBe(401);
  });

  test("404 on the other provider's address, and on an unknown one", async () => {
    const asB = { ...syncA, webhook_url: syncA.webhook_url.replace("host_a", "host_b") };
    const asA = { ...syncB, webhook_url: syncB.webhook_url.replace("host_b", "host_a") };
    const unknown = { ...syncA, webhook_url: syncA.webhook_url.replace(syncA.id, SHA) };
    const other = { ...syncA, webhook_url: syncA.webhook_url.replace(syncA.id, onA.id) };
    const answers = [
      await deliverB(world.server, asB, pushOnB()),
      await deliverA(world.server, asA, push()),
      await deliverA(world.server, unknown, push()),
      await deliverA(world.server, other, push()),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  });

  test.each(["{", "[]", '"text"', "null", "", "[".repeat(100_000)])(
    "400 when the body is not a JSON object: %.20s",
    async (raw) => {
      const answer = await deliverA(world.server, syncA, push(), { raw });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "malformed_json"]);
    },
  );

  test("413 when it is over the limit", async () => {
    const raw = JSON.stringify({ padding: "x".repeat(11 * 1024 * 1024) });
    expect((await deliverA(world.server, syncA, push(), { raw })).statusCode).toBe(413);
  });

  test("422 from a repository different from the listing's git URL", async () => {
    const payload = pushA({ url: "https://github.com/acme/other.git", sha: SHA, message: "x" });
    const answer = await deliverA(world.server, syncA, { event: "push", payload });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "repository_mismatch"]);
    expect((await deliverB(world.server, syncB, { event: "Push Hook", payload: {} })).statusCode).toBe(422);
  });

  test("429 after 60 deliveries a minute from one address, on both receivers together", async () => {
    const wrong = { secret: "0".repeat(64) };
    const ip = "198.51.100.7";
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) {
      statuses.push((await deliverA(world.server, { ...syncA, ...wrong }, push(), { ip })).statusCode);
      statuses.push((await deliverB(world.server, { ...syncB, ...wrong }, pushOnB(), { ip })).statusCode);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual([429, 429]);
    const limited = await deliverA(world.server, syncA, push(), { ip });
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    expect(
      (await deliverA(world.server, syncA, { event: "ping", payload: {} }, { ip: "198.51.100.8" })).statusCode,
    ).toBe(202);
  });
});

describe("a delivery is answered with 202 and ignored", () => {
  test("ping, whatever its repository", async () => {
    const answer = await deliverA(world.server, syncA, { event: "ping", payload: { zen: "Design for failure." } });
    expect([answer.statusCode, answer.json()]).toEqual([202, { status: "ignored", reason: "ping" }]);
  });

  test.each([
    ["a push to another branch", () => pushA({ url: onA.gitUrl, sha: SHA, message: "x", branch: "dev" }), "push"],
    ["a deleted branch", () => pushA({ url: onA.gitUrl, sha: SHA, message: "x", deleted: true }), "push"],
    ["a tag push", () => ({ ...pushA({ url: onA.gitUrl, sha: SHA, message: "x" }), ref: "refs/tags/v1.0.0" }), "push"],
    [
      "a draft release",
      () => releaseA({ url: onA.gitUrl, tag: "v2.0.0" }, { release: { draft: true, tag_name: "v2.0.0" } }),
      "release",
    ],
    [
      "a release that is only edited",
      () => releaseA({ url: onA.gitUrl, tag: "v2.0.0" }, { action: "edited" }),
      "release",
    ],
    ["a tag that is not a version", () => releaseA({ url: onA.gitUrl, tag: "nightly" }), "release"],
    ["a pre-release tag", () => releaseA({ url: onA.gitUrl, tag: "v2.0.0-rc.1" }), "release"],
    ["another event", () => ({ repository: { clone_url: onA.gitUrl } }), "issues"],
  ])("Host A: %s", async (_what, payload, event) => {
    const before = await world.status(onA);
    const answer = await deliverA(world.server, syncA, { event, payload: payload() });
    expect([answer.statusCode, answer.json().status]).toEqual([202, "ignored"]);
    expect(answer.json().reason).toMatch(/\.$/);
    const { last_delivery_at, last_event, ...rest } = await world.status(onA);
    expect({ ...before, last_delivery_at, last_event: event }).toEqual({ ...rest, last_delivery_at, last_event });
    expect(last_delivery_at).not.toBe(before.last_delivery_at);
  });

  test.each([
    [
      "a tag push",
      () => ({ ...pushB({ url: onB.gitUrl, sha: SHA, message: "x" }), ref: "refs/tags/v1.0.0" }),
      "Tag Push Hook",
    ],
    ["a push to another branch", () => pushB({ url: onB.gitUrl, sha: SHA, message: "x", branch: "dev" }), "Push Hook"],
    ["a deleted branch", () => pushB({ url: onB.gitUrl, sha: SHA, message: "x", deleted: true }), "Push Hook"],
    ["a tag that is not a version", () => releaseB({ url: onB.gitUrl, tag: "latest" }), "Release Hook"],
    [
      "a release that is updated",
      () => ({ ...releaseB({ url: onB.gitUrl, tag: "v2.0.0" }), action: "update" }),
      "Release Hook",
    ],
  ])("Host B: %s", async (_what, payload, event) => {
    const answer = await deliverB(world.server, syncB, { event, payload: payload() });
    expect([answer.statusCode, answer.json().status]).toEqual([202, "ignored"]);
    expect((await world.status(onB)).last_sync_status).toBeNull();
  });

  test("a trigger that is off", async () => {
    const listing = await world.publish(owner);
    const releases = await world.enable(listing, { sync_on_push: false, sync_on_release: true });
    const pushed = { event: "push", payload: pushA({ url: listing.gitUrl, sha: SHA, message: "x" }) };
    expect((await deliverA(world.server, releases, pushed)).json().reason).toBe("Sync on push is off.");
    await world.enable(listing, { sync_on_push: true, sync_on_release: false });
    const released = { event: "release", payload: releaseA({ url: listing.gitUrl, tag: "v2.0.0" }) };
    expect((await deliverA(world.server, releases, released)).json().reason).toBe("Sync on release is off.");
  });
});

test("what an ignored delivery says is stored safely, whatever it is", async () => {
  const event = `\u0001${"x".repeat(50)}`.replace("\u0001", "e");
  const payload = { ref: "refs/heads/\u0000main", repository: { clone_url: onA.gitUrl, default_branch: "\u0000main" } };
  expect((await deliverA(world.server, syncA, { event, payload })).statusCode).toBe(202);
  expect((await world.status(onA)).last_event).toHaveLength(20);
  expect((await deliverA(world.server, syncA, { event: "push", payload })).json().status).toBe("ignored");
});

test("the secret from before a rotation is dead at once", async () => {
  const listing = await world.publish(owner);
  const before = await world.enable(listing);
  const ping = { event: "ping", payload: {} };
  expect((await deliverA(world.server, before, ping)).statusCode).toBe(202);
  await world.send(`POST /mcps/${listing.id}/webhook-sync/rotate-secret`, { token: owner.token });
  expect((await deliverA(world.server, before, ping)).statusCode).toBe(401);
  await world.send(`DELETE /mcps/${listing.id}/webhook-sync`, { token: owner.token });
  expect((await deliverA(world.server, before, ping)).statusCode).toBe(404);
});
