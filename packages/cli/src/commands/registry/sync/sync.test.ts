import { describe, expect, test } from "vitest";
import { fakeServer, type FakeAnswer } from "../../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../../testing/run-tack.js";
import { webhookSteps } from "./webhook-steps.js";

const SYNC = {
  enabled: true,
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  provider: "host_a",
  repository_host: null,
  webhook_url: "https://tack.example/api/v1/webhooks/host_a/mcp/0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  sync_on_push: true,
  sync_on_release: true,
  branch: "stable",
  last_delivery_at: "2026-05-01T10:00:00.000Z",
  last_event: "push",
  last_sync_status: "skipped",
  last_sync_error: "Version 1.2.0 already exists.",
  last_synced_at: "2026-04-30T10:00:00.000Z",
  last_synced_sha: "a".repeat(40),
  last_version: "1.2.0",
  created_at: "2026-04-01T10:00:00.000Z",
};

/** A machine, and the bodies that its commands have sent. */
async function machineWith(
  answers: Readonly<Record<string, readonly FakeAnswer["body"][]>>,
): Promise<TestMachine & { readonly asked: string[] }> {
  const asked: string[] = [];
  const left = Object.fromEntries(Object.entries(answers).map(([call, bodies]) => [call, [...bodies]]));
  const server = await fakeServer((method, path) => {
    const call = `${method} ${path.replace("/api/v1/mcps/tickets/webhook-sync", "") || "/"}`;
    asked.push(call);
    const bodies = left[call];
    const body = bodies && (bodies.length > 1 ? bodies.shift() : bodies[0]);
    return body === undefined ? undefined : { body };
  });
  return { ...testMachine(server), asked };
}

describe("status", () => {
  test("fields in words, without those that have no value", async () => {
    const machine = await machineWith({ "GET /": [SYNC] });
    const { stdout } = await machine.run("registry mcp sync status tickets");
    expect(stdout).toBe(
      [
        "triggers       push, release",
        "branch         stable",
        "host           host_a (detected)",
        `webhook URL    ${SYNC.webhook_url}`,
        "last delivery  2026-05-01T10:00:00.000Z (push)",
        "last sync      skipped",
        "reason         Version 1.2.0 already exists.",
        "last version   1.2.0 (2026-04-30T10:00:00.000Z)",
        `commit         ${"a".repeat(40)}`,
        "",
      ].join("\n"),
    );
    expect(await machine.json("registry mcp sync status tickets")).toEqual(SYNC);
  });

  test("a sync that is off says how to turn it on", async () => {
    const machine = await machineWith({ "GET /": [{ enabled: false }] });
    const { stdout } = await machine.run("registry mcp sync status tickets");
    expect(stdout).toBe("Git sync is off. Turn it on: tack registry mcp sync enable tickets\n");
    expect(await machine.json("registry mcp sync status tickets")).toEqual({ enabled: false });
  });
});

describe("run --wait", () => {
  const states = (...rest: readonly object[]) => ({
    "POST /run": [{ ...SYNC, last_sync_status: "queued" }],
    "GET /": [{ ...SYNC, last_sync_status: "syncing" }, ...rest],
  });

  test("ends with the version that was published", async () => {
    const done = { ...SYNC, last_sync_status: "success", last_sync_error: null, last_version: "1.3.0" };
    const machine = await machineWith(states(done));
    const ran = await machine.run("registry mcp sync run tickets --wait");
    expect(ran).toMatchObject({ exitCode: 0, stdout: "✓ Published tickets 1.3.0.\n" });
    expect(machine.asked).toEqual(["POST /run", "GET /", "GET /"]);
  });

  test("a sync with nothing to publish is not an error", async () => {
    const machine = await machineWith(states(SYNC));
    const ran = await machine.run("registry mcp sync run tickets --wait");
    expect(ran).toMatchObject({
      exitCode: 0,
      stdout: "✓ Nothing to publish for tickets: Version 1.2.0 already exists.\n",
    });
  });

  test("a failure is an error with the sync as its result", async () => {
    const failed = { ...SYNC, last_sync_status: "failed", last_sync_error: "The repository does not exist." };
    const machine = await machineWith(states(failed));
    const { exitCode, stderr, stdout } = await machine.run("registry mcp sync run tickets --wait -o json");
    expect([exitCode, stdout]).toEqual([9, ""]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: "The sync of tickets failed: The repository does not exist.", result: failed },
    });
  });

  test("without it the command ends at once", async () => {
    const machine = await machineWith(states());
    const { stdout } = await machine.run("registry mcp sync run tickets");
    expect(stdout).toContain("tack registry mcp sync status tickets");
    expect(machine.asked).toEqual(["POST /run"]);
  });
});

test("history is a table", async () => {
  const run = {
    id: SYNC.id,
    trigger: "manual",
    ref: null,
    status: "success",
    error: null,
    attempt: 1,
    queued_at: "2026-05-01T10:00:00.000Z",
    finished_at: "2026-05-01T10:00:05.000Z",
    sha: "b".repeat(40),
    version: "1.3.0",
  };
  const machine = await machineWith({ "GET /runs": [[run]] });
  const { stdout } = await machine.run("registry mcp sync history tickets");
  expect(stdout).toMatch(/manual +\(default\) +success +1\.3\.0 +bbbbbbbbbbbb\n/);
  expect(await machine.json("registry mcp sync history tickets")).toMatchObject({ items: [run], total: 1 });
});

test("disable asks first", async () => {
  const machine = await machineWith({ "DELETE /": [{ disabled: SYNC.id }] });
  expect(await machine.run("registry mcp sync disable tickets")).toMatchObject({ exitCode: 2 });
  expect(machine.asked).toEqual([]);
  expect(await machine.json("registry mcp sync disable tickets --yes")).toEqual({ disabled: SYNC.id });
});

describe("the webhook of a repository", () => {
  test.each([
    ["host_a", true, false, "push"],
    ["host_a", false, true, "release"],
    ["host_a", true, true, "push and release"],
    ["host_b", true, true, "push events and release events"],
  ] as const)("%s, push %s, release %s: %s", (provider, sync_on_push, sync_on_release, events) => {
    const steps = webhookSteps({ provider, sync_on_push, sync_on_release }).join("\n");
    expect(steps).toMatch(new RegExp(`  ${events}$`));
    expect(steps.includes("Content type:  application/json")).toBe(provider === "host_a");
    expect(steps.includes("Secret token:")).toBe(provider === "host_b");
  });
});
