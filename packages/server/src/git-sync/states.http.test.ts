import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverA, deliverB, pushA, pushB, releaseA, releaseB } from "../../test/git/deliveries.js";
import {
  openSyncWorld,
  pythonServer,
  type Listing,
  type SyncWithSecret,
  type SyncWorld,
} from "../../test/git/sync-world.js";
import { eventually } from "../../test/eventually.js";
import type { Person } from "../../test/people.js";
import { runSql } from "../platform/relational/index.js";
import type { RepositoryAnalysis } from "../source-analysis/index.js";
import { takeOverAbandoned } from "./jobs.js";
import { publishRun } from "./publish-run.js";
import type { Run } from "./run-store.js";

const NOTHING_FOUND: RepositoryAnalysis = {
  name: "",
  description: "",
  version: null,
  tools: [],
  environment_variables: [],
  issues: [],
  framework: null,
  docker_image: null,
  docker_image_suggested: null,
  command: null,
  args: [],
};

let world: SyncWorld;
let owner: Person;

beforeAll(async () => {
  world = await openSyncWorld();
  owner = await world.people.join();
});
afterAll(() => world?.close());

async function synced(body: object = {}): Promise<[Listing, SyncWithSecret]> {
  const listing = await world.publish(owner);
  return [listing, await world.enable(listing, { sync_on_release: true, ...body })];
}

const release = (listing: Listing, sync: SyncWithSecret, tag: string, notes?: string) =>
  deliverA(world.server, sync, {
    event: "release",
    payload: releaseA({ url: listing.gitUrl, tag, ...(notes === undefined ? {} : { notes }) }),
  });

const versionsOf = async (listing: Listing): Promise<string[]> => {
  const answer = await world.send(`GET /mcps/${listing.id}/versions`, { token: owner.token });
  return answer.json<{ items: { version: string }[] }>().items.map(({ version }) => version);
};

/** The queue waits 15 and 30 seconds. This looks at the waits that it has noted, and ends them. */
async function untilDone(listing: Listing, atWait: (seconds: number) => void = () => undefined): Promise<number[]> {
  const sql = (text: string) => runSql(world.server.platform.relational, text, []);
  const waits: number[] = [];
  await eventually(async () => {
    const { rows } = await sql("SELECT retry_delay FROM jobs.job WHERE name = 'git-sync.run' AND state = 'retry'");
    const [waiting] = rows as { retry_delay: number }[];
    if (waiting && waits.at(-1) !== waiting.retry_delay) {
      waits.push(waiting.retry_delay);
      expect(await world.status(listing)).toMatchObject({
        last_sync_status: "queued",
        last_sync_error: expect.stringMatching(/^Tag v\d\.0\.0 was not found in the repository\.$/),
      });
      atWait(waiting.retry_delay);
      await sql("UPDATE jobs.job SET start_after = now() WHERE name = 'git-sync.run' AND state = 'retry'");
    }
    expect((await world.runs(listing))[0]?.finished_at).not.toBeNull();
  });
  return waits;
}

describe("fetch and analysis succeed: new version published", () => {
  test("a push becomes an approved version with number, tools, changelog and commit", async () => {
    const [listing, sync] = await synced();
    const files = {
      "server.py": pythonServer("close_ticket", "list_tickets"),
      "pyproject.toml": '[project]\nname = "t"\nversion = "1.4.0"\n',
    };
    const sha = await world.push(listing, sync, files, "feat: closes tickets\n\nWith a body.");
    expect(await world.outcome(listing)).toMatchObject({
      status: "success",
      trigger: "push",
      ref: "main",
      sha,
      version: "1.4.0",
      attempt: 1,
    });
    const detail = await world.detail(listing);
    expect(detail).toMatchObject({
      version: "1.4.0",
      status: "approved",
      description: "For tests",
      changelog: "feat: closes tickets\n\nWith a body.",
      git_ref: "main",
      git_url: listing.gitUrl,
      resolved_sha: sha,
      framework: "fastmcp",
      command: "npx",
      mcp_validated: true,
    });
    expect((detail["tools"] as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
      "close_ticket",
      "list_tickets",
    ]);
    expect(await world.status(listing)).toMatchObject({
      last_sync_status: "success",
      last_sync_error: null,
      last_synced_sha: sha,
      last_version: "1.4.0",
      last_event: "push",
    });
    const version = (await world.send(`GET /mcps/${listing.id}/versions/1.4.0`, { token: owner.token })).json();
    expect(version).toMatchObject({ status: "approved", released_by: owner.user.id });
    expect(
      (await world.send(`GET /mcps/${listing.id}/versions/1.4.0/attestation`, { token: owner.token })).statusCode,
    ).toBe(200);
  });

  test("a push on host B, then another without a declared version: the patch number is raised", async () => {
    const [listing, sync] = await synced({ provider: "host_b" });
    const push = async (message: string): Promise<void> => {
      const sha = listing.repository.commit({ "server.py": pythonServer("a_tool", message) }, message);
      const payload = pushB({ url: listing.gitUrl, sha, message });
      expect((await deliverB(world.server, sync, { event: "Push Hook", payload })).json()).toEqual({
        status: "queued",
        trigger: "push",
        ref: "main",
      });
      expect(await world.outcome(listing)).toMatchObject({ status: "success" });
    };
    await push("one");
    await push("two");
    expect(await versionsOf(listing)).toEqual(["1.0.2", "1.0.1", "1.0.0"]);
  });

  test("a release becomes the version of its tag, with its notes", async () => {
    const [listing, sync] = await synced();
    listing.repository.tag("v2.1.0");
    expect((await release(listing, sync, "v2.1.0", "Faster.")).json()).toEqual({
      status: "queued",
      trigger: "release",
      ref: "v2.1.0",
    });
    expect(await world.outcome(listing)).toMatchObject({ status: "success", version: "2.1.0", ref: "v2.1.0" });
    expect(await world.detail(listing)).toMatchObject({ version: "2.1.0", changelog: "Faster.", git_ref: "v2.1.0" });
  });

  test("a release on host B", async () => {
    const [listing, sync] = await synced({ provider: "host_b" });
    listing.repository.tag("3.0.0");
    const payload = releaseB({ url: listing.gitUrl, tag: "3.0.0", notes: "Three." });
    await deliverB(world.server, sync, { event: "Release Hook", payload });
    expect(await world.outcome(listing)).toMatchObject({ status: "success", version: "3.0.0" });
  });

  test("a release older than the latest is published, but does not become the latest", async () => {
    const [listing, sync] = await synced();
    listing.repository.tag("v0.9.0");
    await release(listing, sync, "v0.9.0");
    expect(await world.outcome(listing)).toMatchObject({ status: "success", version: "0.9.0" });
    expect(await versionsOf(listing)).toEqual(["1.0.0", "0.9.0"]);
    expect((await world.detail(listing)).version).toBe("1.0.0");
  });

  test("run now syncs the tracked branch as it is", async () => {
    const [listing] = await synced({ branch: "next" });
    const sha = listing.repository.commit({ "server.py": pythonServer("next_tool") }, "feat: next", "next");
    const answer = await world.send(`POST /mcps/${listing.id}/webhook-sync/run`, { token: owner.token });
    expect([answer.statusCode, answer.json().last_sync_status]).toEqual([202, "queued"]);
    expect(await world.outcome(listing)).toMatchObject({ status: "success", trigger: "manual", ref: "next", sha });
    expect((await world.detail(listing)).changelog).toBe("feat: next");
  });

  test("the branch tip when the job runs is published, not the commit of the delivery", async () => {
    const [listing, sync] = await synced();
    const old = listing.repository.commit({ "server.py": pythonServer("old_tool") }, "old");
    const tip = listing.repository.commit({ "server.py": pythonServer("new_tool") }, "the tip");
    await deliverA(world.server, sync, {
      event: "push",
      payload: pushA({ url: listing.gitUrl, sha: old, message: "old" }),
    });
    expect(await world.outcome(listing)).toMatchObject({ status: "success", sha: tip });
    expect((await world.detail(listing)).changelog).toBe("the tip");
  });
});

describe("queued, repository fetch fails", () => {
  test("fewer than two retries done: queued again, after 15 seconds, then after 30 seconds", async () => {
    const [listing, sync] = await synced();
    await release(listing, sync, "v5.0.0");
    // The host publishes the tag while the sync waits for the second time.
    const waits = await untilDone(listing, (seconds) => {
      if (seconds === 30) listing.repository.tag("v5.0.0");
    });
    expect(waits).toEqual([15, 30]);
    const run = { status: "success", version: "5.0.0", attempt: 3, error: null };
    expect(await world.outcome(listing)).toMatchObject(run);
  });

  test("both retries used: failed, and the status shows it", async () => {
    const [listing, sync] = await synced();
    await release(listing, sync, "v6.0.0");
    expect(await untilDone(listing)).toEqual([15, 30]);
    expect(await world.outcome(listing)).toMatchObject({ status: "failed", attempt: 3, version: null });
    expect(await world.status(listing)).toMatchObject({
      last_sync_status: "failed",
      last_sync_error: "Tag v6.0.0 was not found in the repository.",
      last_version: null,
    });
    expect(await versionsOf(listing)).toEqual(["1.0.0"]);
  });
});

describe("job runs: skipped", () => {
  test("commit already published", async () => {
    const [listing, sync] = await synced();
    const sha = await world.push(listing, sync, { "server.py": pythonServer("a_tool") });
    await world.outcome(listing);
    // The same delivery again, as hosts send it when someone presses "redeliver".
    await deliverA(world.server, sync, { event: "push", payload: pushA({ url: listing.gitUrl, sha, message: "x" }) });
    expect(await world.outcome(listing)).toMatchObject({
      status: "skipped",
      error: `Commit ${sha.slice(0, 12)} is already published.`,
    });
    expect(await versionsOf(listing)).toEqual(["1.0.1", "1.0.0"]);
    expect(await world.status(listing)).toMatchObject({
      last_sync_status: "skipped",
      last_version: "1.0.1",
      last_synced_sha: sha,
    });
  });

  test("release version already exists", async () => {
    const [listing, sync] = await synced();
    listing.repository.tag("v1.0.0");
    await release(listing, sync, "v1.0.0");
    expect(await world.outcome(listing)).toMatchObject({ status: "skipped", error: "Version 1.0.0 already exists." });
  });

  test("an earlier sync finishes after a later one", async () => {
    const [listing, sync] = await synced();
    const fetchedAt = new Date();
    await world.push(listing, sync, { "server.py": pythonServer("late_tool") }, "late");
    const { version } = await world.outcome(listing);
    const { relational } = world.server.platform;
    const { rows } = await runSql(relational, "SELECT * FROM mcp_sync_run WHERE item_id = $1", [listing.id]);
    // What a slow process would publish now that it fetched before the other one did.
    const late = { ...(rows[0] as Run), id: randomUUID(), fetched_at: fetchedAt };
    const commit = { sha: "e".repeat(40), ref: "refs/heads/main", message: "early", analysis: NOTHING_FOUND };
    const deps = { transaction: relational.transaction, attest: async () => "", published: () => undefined };
    await expect(publishRun(deps, late, { url: listing.gitUrl, ref: "HEAD", commit })).rejects.toMatchObject({
      status: "skipped",
      message: "A later sync has already published a newer state of the branch.",
    });
    expect(await versionsOf(listing)).toEqual([version, "1.0.0"]);
  });

  test("an archived listing", async () => {
    const [listing, sync] = await synced();
    await world.send(`PATCH /mcps/${listing.id}/archive`, { token: owner.token });
    await world.push(listing, sync, { "server.py": pythonServer("a_tool") });
    expect(await world.outcome(listing)).toMatchObject({ status: "skipped", error: "The MCP server is archived." });
  });
});

describe("a run whose process died", () => {
  const abandoned = async (attempt: number): Promise<Listing> => {
    const [listing, sync] = await synced();
    const { relational, jobs } = world.server.platform;
    await runSql(
      relational,
      `INSERT INTO mcp_sync_run (id, item_id, sync_id, trigger, ref, status, attempt, fetched_at, leased_until)
       VALUES (gen_random_uuid(), $1, $2, 'push', 'main', 'syncing', $3, now(), now() - interval '2 minutes')`,
      [listing.id, sync.id, attempt],
    );
    await takeOverAbandoned.run({ db: relational, jobs }, {}, 1);
    return listing;
  };

  test("is taken over once its lease has ended", async () => {
    const listing = await abandoned(1);
    expect(await world.outcome(listing)).toMatchObject({ status: "success", attempt: 2, version: "1.0.1" });
  });

  test("has failed when that was its last try", async () => {
    const listing = await abandoned(3);
    const error = "The server stopped during the sync. Run it again.";
    expect(await world.outcome(listing)).toMatchObject({ status: "failed", attempt: 3, error });
  });
});
