import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

describe("scorecards and canaries on a server", () => {
  let admin: TestMachine;
  beforeAll(async () => {
    admin = testMachine((await runServer()).address);
    await admin.run("login --email root@example.com --password Correct-Horse-7");
    await succeed("agent init --name reviewer");
    await succeed("agent publish --yes");
  });

  async function succeed(words: string, ...more: string[]): Promise<{ stdout: string; stderr: string }> {
    const ran = await admin.run(words, { more });
    expect([words, ran.exitCode, ran.exitCode === 0 ? "" : ran.stderr]).toEqual([words, 0, ""]);
    return ran;
  }

  test("weights are changed together, or not at all", async () => {
    expect((await succeed("admin weights")).stdout).toMatch(/goal_completion +0\.28 +default\n/);
    expect((await admin.run("admin weights set goal_completion=0.9")).exitCode).toBe(7);
    expect((await admin.run("admin weights set nothing=0.1")).exitCode).toBe(7);
    await succeed("admin weights set goal_completion=0.3 tool_failures=0.11");
    expect((await succeed("admin weights list")).stdout).toMatch(/goal_completion +0\.3 +saved\n/);
  });

  test("an agent that nobody has used has no score", async () => {
    const { stdout } = await succeed("agent scorecard reviewer --days 7");
    expect(stdout).toMatch(/\nadversarial_robustness: \S/);
    expect(stdout).toMatch(/\nTotal {2}none yet \(0 sessions, 7 days\)\n$/);
    expect(await admin.json("agent scorecard reviewer --item-version 1.0.0")).toMatchObject({
      version: "1.0.0",
      total: null,
    });
    expect((await admin.run("agent scorecard nothing")).exitCode).toBe(5);
  });

  test("a canary is created, listed and deleted", async () => {
    const words = "admin canaries create reviewer --type entity --point prompt";
    expect((await admin.run(`${words} --value short`)).exitCode).toBe(7);
    const made = (await admin.json(`${words} --value Zorbinax-Ltd`)) as { readonly id: string };
    expect(made).toMatchObject({ canary_value: "Zorbinax-Ltd", expected_behavior: "ignored" });
    expect((await succeed("admin canaries list reviewer")).stdout).toContain("Zorbinax-Ltd");
    expect((await succeed("admin canaries reports reviewer")).stdout).toContain("No reports yet.");
    await succeed(`admin canaries delete ${made.id} --yes`);
    expect((await succeed("admin canaries list reviewer")).stdout).toContain("No canaries.");
  });
});
