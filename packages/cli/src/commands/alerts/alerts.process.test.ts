import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

describe("alerts on a server", () => {
  let user: TestMachine;
  beforeAll(async () => {
    user = testMachine((await runServer()).address);
    await user.run("login --email root@example.com --password Correct-Horse-7");
  });

  async function succeed(words: string, ...more: string[]): Promise<{ stdout: string; stderr: string }> {
    const ran = await user.run(words, { more });
    expect([words, ran.exitCode, ran.exitCode === 0 ? "" : ran.stderr]).toEqual([words, 0, ""]);
    return ran;
  }

  test("previewed, created, paused, changed, deleted", async () => {
    const preview = "alerts preview --metric error_rate --above 20% --days 7";
    expect((await succeed(preview)).stdout).toBe("Would not have fired in the last 7 days.\n");
    expect((await succeed("alerts list")).stdout).toContain("tack alerts create --help");

    const created = await succeed("alerts create --metric error_rate --above 20% --window 10 --name", "Search fails");
    expect(created.stdout).toMatch(/\ncondition +above 20%\ntarget +all\nwindow +10 min\n/);
    expect(created.stdout).toMatch(/\nsecret +[0-9a-f]{64}\n/);
    expect((await succeed("alerts list")).stdout).toMatch(/Search fails +error_rate +above 20%/);

    const changed = await succeed("alerts update --above 30% --cooldown 60 --pause", "Search fails");
    expect(changed.stdout).toMatch(/condition +above 30%\n[^]*cooldown +60 min\nstate +paused\n/);
    expect(changed.stdout).not.toMatch(/[0-9a-f]{64}/);
    expect(await user.json("alerts update --resume --below 1%", { more: ["Search fails"] })).toMatchObject({
      status: "active",
      condition: "below",
      threshold: 0.01,
    });
    expect((await succeed("alerts history", "Search fails")).stdout).toBe("Has not fired yet.\n");
    // Without a webhook, nothing can be tested.
    expect((await user.run("alerts test", { more: ["Search fails"] })).exitCode).toBe(7);
    const refused = await user.run("alerts update --webhook http://127.0.0.1:9/hook", { more: ["Search fails"] });
    expect(refused.exitCode).toBe(7);

    await succeed("alerts delete --yes", "Search fails");
    expect((await user.run("alerts show", { more: ["Search fails"] })).exitCode).toBe(5);
  });

  test("of one agent, by its name", async () => {
    await succeed("agent init --name reviewer");
    await succeed("agent publish --yes");
    const rule = await user.json("alerts create --name Spend --metric cost_usd --above 50 --agent reviewer");
    const { id } = (await user.json("agent show reviewer")) as { readonly id: string };
    expect(rule).toMatchObject({ target_type: "agent", target_id: id, metric: "cost_usd" });
  });
});
