import { describe, expect, test } from "vitest";
import { bodyOf, choiceOf, isUnderWay, obstacleOf, shortCommit, stepsOf, triggersOf, type Sync } from "./sync-words.js";

const SYNC: Sync = {
  enabled: true,
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  provider: "host_b",
  repository_host: "host_b",
  webhook_url: "https://tack.example/api/v1/webhooks/host_b/mcp/x",
  sync_on_push: false,
  sync_on_release: true,
  branch: "stable",
  last_delivery_at: null,
  last_event: null,
  last_sync_status: null,
  last_sync_error: null,
  last_synced_at: null,
  last_synced_sha: null,
  last_version: null,
  created_at: "2026-05-01T10:00:00.000Z",
};

describe("sync cannot be turned on", () => {
  test.each([
    ["archived", "https://git.example/a", "Archived items are not synced"],
    ["pending", "https://git.example/a", "Not approved yet"],
    ["draft", "", "Not approved yet"],
    ["approved", "", "No git repository"],
    ["approved", "https://git.example/a", undefined],
  ] as const)("%s, repository %j: %s", (status, git_url, title) => {
    expect(obstacleOf({ status, git_url })?.title).toBe(title);
  });
});

test("the form shows the present settings and sends all of them", () => {
  expect(choiceOf()).toEqual({ push: true, release: false, branch: "", host: "auto" });
  const choice = choiceOf(SYNC);
  expect(choice).toEqual({ push: false, release: true, branch: "stable", host: "host_b" });
  const body = { sync_on_push: false, sync_on_release: true, branch: "stable", provider: "host_b" };
  expect(bodyOf(choice)).toEqual(body);
  expect(bodyOf({ ...choice, branch: "  " })).toEqual({ ...body, branch: null });
  expect(choiceOf({ ...SYNC, repository_host: null }).host).toBe("auto");
});

test("only a queued or running sync is waited for", () => {
  const waited = ([null, "queued", "syncing", "success", "skipped", "failed"] as const).filter((last_sync_status) =>
    isUnderWay({ last_sync_status }),
  );
  expect(waited).toEqual(["queued", "syncing"]);
  expect(isUnderWay({})).toBe(false);
});

test.each([
  [true, true, "pushes and releases"],
  [true, false, "pushes"],
  [false, true, "releases"],
])("push %s, release %s: %s", (sync_on_push, sync_on_release, words) => {
  expect(triggersOf({ sync_on_push, sync_on_release })).toBe(words);
});

test("instructions name the fields and events of the host", () => {
  const both = { sync_on_push: true, sync_on_release: true };
  const ofA = stepsOf({ provider: "host_a", ...both }).join("\n");
  expect(ofA).toContain("content type application/json");
  expect(ofA).toContain("Pushes and Releases");
  const ofB = stepsOf({ provider: "host_b", ...both, sync_on_push: false }).join("\n");
  expect(ofB).toContain("secret token");
  expect(ofB).toContain("trigger: Releases events.");
});

test("a commit is shown by its first digits", () => {
  expect(shortCommit("0123456789abcdef")).toBe("0123456789ab");
});
