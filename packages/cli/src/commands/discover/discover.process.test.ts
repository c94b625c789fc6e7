import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

describe("from a sentence to the installed component", () => {
  let admin: TestMachine;
  beforeAll(async () => {
    admin = testMachine((await runServer()).address);
    await admin.run("login --email root@example.com --password Correct-Horse-7");
    await submit(
      "skill",
      "tidy-imports",
      "Sorts and prunes the import statements of a source file",
      "--task-type refactoring",
    );
    await submit("skill", "release-notes", "Writes a changelog from merged pull requests", "--task-type documentation");
  });

  async function submit(kind: string, name: string, description: string, more: string): Promise<void> {
    const folder = join(admin.cwd, "sources", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo it.\n`,
    );
    await succeed(`registry ${kind} submit ${folder} --item-version 1.0.0 ${more} --yes`);
    await succeed(`review approve ${name}`);
  }

  async function succeed(words: string): Promise<string> {
    const ran = await admin.run(words);
    expect([words, ran.exitCode, ran.exitCode === 0 ? "" : ran.stderr]).toEqual([words, 0, ""]);
    return ran.stdout;
  }

  test("two commands", async () => {
    const { items } = (await admin.json("search clean up unused imports in my code")) as {
      items: { "obs:nativeRef": string; score: number }[];
    };
    expect(items[0]?.["obs:nativeRef"]).toMatch(/\/tidy-imports@1\.0\.0$/);
    await succeed(`discover use ${items[0]?.["obs:nativeRef"].split("@")[0] ?? ""} --harness claude-code --yes`);
    expect(existsSync(join(admin.cwd, ".claude/skills/tidy-imports/SKILL.md"))).toBe(true);
    await succeed("uninstall tidy-imports --yes");
    expect(existsSync(join(admin.cwd, ".claude/skills/tidy-imports"))).toBe(false);
  });

  test("people see a table and what to type next", async () => {
    const { stdout, stderr } = await admin.run("search write a changelog");
    expect(stdout).toMatch(/SCORE +KIND +NAME +USE +DESCRIPTION/);
    expect(stdout).toMatch(/skill +\S+\/release-notes +now/);
    expect(stderr).toContain("tack discover use");
    const { items } = (await admin.json("search changelog --kind mcp")) as { items: unknown[] };
    expect(items).toEqual([]);
  });

  test("an entry is shown by name, by identifier, and as it is in JSON", async () => {
    const shown = await succeed("discover show release-notes");
    expect(shown).toMatch(/availability +now/);
    const entry = (await admin.json("discover show release-notes")) as { identifier: string };
    expect(entry).toMatchObject({ displayName: "release-notes", "obs:kind": "skill" });
    expect(await admin.json(`discover show ${entry.identifier}`)).toEqual(entry);
  });

  test("an unknown name is reported with a suggestion", async () => {
    const ran = await admin.run("discover show release-note");
    expect([ran.exitCode, ran.stderr]).toEqual([5, expect.stringContaining("Did you mean")]);
    expect((await admin.run("discover use urn:air:acme.com:a:b --yes")).exitCode).toBe(5);
    expect((await admin.run("discover use urn:nonsense --yes")).exitCode).toBe(5);
  });
});
