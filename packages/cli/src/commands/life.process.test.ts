import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../testing/run-server.js";
import { testMachine, type TestMachine } from "../testing/run-tack.js";

const PASSWORD = "Correct-Horse-7";

describe("a day with tack", () => {
  let [admin, ada]: TestMachine[] = [];
  let server: string;
  beforeAll(async () => {
    server = (await runServer()).address;
    admin = testMachine(server);
    await admin.run(`login --email root@example.com --password ${PASSWORD}`);
    const made = (await admin.json("admin create-user ada@example.com --name Ada --username ada")) as {
      password: string;
    };
    ada = testMachine(server);
    await ada.run(`login --email ada@example.com --password ${made.password}`);
    const changed = await ada.run("change-password", {
      env: { TACK_CURRENT_PASSWORD: made.password, TACK_NEW_PASSWORD: PASSWORD },
    });
    expect(changed.exitCode).toBe(0);
    await ada.run(`login --email ada@example.com --password ${PASSWORD}`);
  });

  const run = async (by: TestMachine | undefined, words: string, ...more: string[]): Promise<string> => {
    const ran = await by?.run(words, { more });
    expect([words, ran?.exitCode, ran?.exitCode === 0 ? "" : ran?.stderr]).toEqual([words, 0, ""]);
    return ran?.stdout ?? "";
  };

  function writeSkill(name: string, text: string): string {
    const folder = join(ada?.cwd ?? "", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: ${name}\ndescription: Does ${name} when asked\n---\n\n${text}\n`,
    );
    return folder;
  }

  test("a skill goes from a folder through the review into a project, gets a second version, and leaves no trace", async () => {
    const folder = writeSkill("tidy-up", "First.");
    await run(ada, `registry skill submit ${folder} --item-version 1.0.0 --task-type code-review --yes`);
    expect(await run(ada, "registry skill my")).toContain("pending");
    expect(await run(admin, "review list")).toContain("tidy-up");
    expect(await run(admin, "review show tidy-up")).toMatch(
      /No version was approved before[^]*── SKILL\.md[^]*First\./,
    );
    await run(admin, "review approve tidy-up");
    expect(await run(ada, "search tidy")).toContain("ada/tidy-up");

    await run(ada, "registry skill install tidy-up --harness claude-code --yes");
    const installed = join(ada?.cwd ?? "", ".claude/skills/tidy-up/SKILL.md");
    expect(readFileSync(installed, "utf8")).toContain("First.");

    writeSkill("tidy-up", "Second.");
    await run(
      ada,
      `registry skill release tidy-up ${folder} --item-version 1.1.0 --yes`,
      "--changelog",
      "Better words",
    );
    expect(await run(admin, "review show tidy-up")).toMatch(/-First\.\n\+Second\./);
    await run(admin, "review approve tidy-up");
    expect(await ada?.run("outdated")).toMatchObject({
      stdout: expect.stringContaining("1.1.0"),
      stderr: expect.stringContaining("tack update"),
    });
    expect((await ada?.run("install tidy-up"))?.stderr).toContain("1.1.0 is available");
    expect(readFileSync(installed, "utf8")).toContain("First.");
    const downloads = async (): Promise<unknown> =>
      ((await ada?.json("info tidy-up")) as { download_count: number } | undefined)?.download_count;
    const before = await downloads();
    expect((await ada?.run("update --dry-run"))?.stderr).toMatch(/- First\.\n.*\+ Second\./);
    expect(await downloads()).toBe(before);
    expect(readFileSync(installed, "utf8")).toContain("First.");
    await run(ada, "update tidy-up --yes");
    expect(readFileSync(installed, "utf8")).toContain("Second.");
    await run(ada, "verify");
    await run(ada, "uninstall tidy-up --yes");
    expect((await ada?.run("verify"))?.stdout).not.toContain("tidy-up");
  });

  test("an agent is composed, checked, published and pulled with what it is made of", async () => {
    await run(
      ada,
      `registry skill submit ${writeSkill("check-twice", "Twice.")} --item-version 1.0.0 --task-type code-review --yes`,
    );
    await run(admin, "review approve check-twice");
    await run(ada, "agent init --name reviewer");
    await run(ada, "agent add skill check-twice");
    expect((await ada?.run("agent add skill nothing"))?.exitCode).toBe(5);
    expect(await run(ada, "agent build")).toContain("ada/check-twice 1.0.0");
    await run(ada, "agent publish --yes");
    await run(admin, "review approve reviewer");
    expect((await ada?.run("agent publish --yes"))?.exitCode).toBe(6);
    await run(ada, "agent pull reviewer --harness codex --harness cursor --yes");
    const { items } = JSON.parse(readFileSync(join(ada?.cwd ?? "", "tack.lock"), "utf8")) as {
      items: { harness: string; components: { qualified_name: string }[] }[];
    };
    expect(items.map(({ harness, components }) => [harness, components.map((each) => each.qualified_name)])).toEqual([
      ["codex", ["ada/check-twice"]],
      ["cursor", ["ada/check-twice"]],
    ]);
    const verified = (await ada?.json("verify")) as {
      items: { versions: { artifact: string; attestation: string }[] }[];
    };
    expect(verified.items.flatMap(({ versions }) => versions.map((each) => [each.artifact, each.attestation]))).toEqual(
      Array.from({ length: 4 }, () => ["ok", "ok"]),
    );
    await run(ada, "uninstall reviewer --yes");
  });

  test("what is rejected says why, and is fixed and submitted again", async () => {
    await run(
      ada,
      `registry skill submit ${writeSkill("too-vague", "Hm.")} --item-version 1.0.0 --task-type code-review --yes`,
    );
    await run(admin, "review reject too-vague", "--reason", "Say when to use it");
    expect(await run(ada, "registry skill show too-vague")).toContain("Say when to use it");
    const change = join(ada?.cwd ?? "", "change.json");
    writeFileSync(change, JSON.stringify({ description: "Use it on Mondays" }));
    await run(ada, `registry skill edit too-vague --from-file ${change} --submit`);
    expect(await run(admin, "review list")).toContain("too-vague");
  });

  test("an item is edited in the editor of the person, and what they typed is never lost", async () => {
    await run(
      ada,
      `registry skill submit ${writeSkill("hand-made", "Hm.")} --item-version 1.0.0 --task-type code-review --yes`,
    );
    const script = join(ada?.cwd ?? "", "my editor.sh");
    const edit = (does: string): ReturnType<TestMachine["run"]> | undefined => {
      writeFileSync(script, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
      const env = { EDITOR: `'${script}' --wait` };
      return ada?.run("registry skill edit hand-made", { env, terminal: true });
    };
    const replace = (from: string, to: string): string => `sed -i 's/${from}/${to}/' "$2"`;
    expect(await edit(replace("when asked", "on Fridays"))).toMatchObject({ exitCode: 0 });
    expect(await run(ada, "registry skill show hand-made")).toContain("on Fridays");
    expect(await edit("true")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Nothing was changed") });
    expect(await edit("exit 1")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("exited with an error"),
    });

    const broken = await edit('echo "{" > "$2"');
    expect(broken).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("Your changes were saved") });
    const kept = /--from-file (\S+)/.exec(broken?.stderr ?? "")?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toBe("{\n");
    writeFileSync(kept, JSON.stringify({ description: "Use it on Sundays" }));
    await run(ada, `registry skill edit hand-made --from-file ${kept}`);
    expect(await run(ada, "registry skill show hand-made")).toContain("on Sundays");
    // The edit lock is released however the edit ended.
    await run(admin, "review approve hand-made");
  });

  test("teams, ratings, settings, the audit log: each does what it says, and refuses who may not", async () => {
    await run(ada, "team create Payments --private");
    await run(ada, "team add payments root@example.com");
    expect(await run(ada, "team show payments")).toContain("root@example.com");
    await run(ada, "team remove payments root@example.com");

    await run(ada, "feedback give skill tidy-up --rating 4");
    await run(ada, "feedback give skill tidy-up --rating 5", "--comment", "Even better");
    expect(await run(admin, "feedback list skill tidy-up")).toMatch(/★★★★★ +Even better/);

    await run(admin, "admin set auth.self_registration_enabled true");
    expect(await run(admin, "admin settings auth.self_registration_enabled")).toMatch(/value +true/);
    expect((await admin?.run("admin set data.retention_days 30"))?.exitCode).toBe(4);
    expect(await run(admin, "admin retention")).toContain("kept for 90 days");
    expect((await admin?.run("admin purge --user ada --dry-run"))?.exitCode).toBe(4);
    expect((await admin?.run("admin purge"))?.exitCode).toBe(2);
    expect((await ada?.run("admin settings"))?.exitCode).toBe(4);
    await run(admin, "admin set-role ada reviewer");
    expect(await run(admin, "admin audit-log list --action user.set_role")).toContain("user.set_role");
    expect(await run(admin, "admin audit-log verify")).toContain("intact");
    expect(await run(admin, "admin audit-log export --format jsonl")).toContain('"user.set_role"');
  });

  test("the demo makes a server that has something to show, once", async () => {
    await run(admin, "demo --yes");
    expect(await run(admin, "search migrations")).toContain("mara/careful-migrations");
    expect(await run(admin, "review list")).toContain("flaky-test-hunter");
    expect((await admin?.run("demo --yes"))?.exitCode).toBe(6);
    for (const [kind, item] of [
      ["mcp", "yuki/warehouse"],
      ["agent", "mara/backend-reviewer"],
      ["skill", "tomas/release-notes"],
      ["hook", "yuki/no-force-push"],
      ["prompt", "mara/explain-like-a-colleague"],
      ["sandbox", "yuki/node-offline"],
    ]) {
      await run(ada, `feedback give ${kind} ${item} --rating 4 --comment sound`);
      expect(await run(admin, `feedback list ${kind} ${item}`)).toMatch(/★★★★ +sound/);
    }
    const sessions = (await admin?.json("api GET /api/v1/sessions")) as unknown[];
    expect(sessions.length).toBeGreaterThan(10);
  });
});
