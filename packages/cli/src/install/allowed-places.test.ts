import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { InstallReply } from "./reply-files.js";
import {
  getFile,
  install,
  makeWorkplace,
  placeIn,
  putFile,
  treeOf,
  uninstall,
  type Item,
} from "./testing/workplace.js";

const AGENT: Item = { type: "agent", name: "a", harness: "claude-code" };
const SKILL: Item = { type: "skill", name: "tidy", harness: "claude-code" };
const HOOK: Item = { type: "hook", name: "guard", harness: "claude-code" };
const REFUSED = expect.objectContaining({ category: "validation" }) as unknown;

const file = (path: string, executable = false): InstallReply => ({
  config_snippet: { files: [{ path, content: "#!/bin/sh\necho owned\n", executable }] },
});
const merge = (path: string, content: object, keys: readonly string[], format = "json"): InstallReply => ({
  config_snippet: { mcp_file: { path, format, content, keys, text: "", merge: "" } },
});

const HOSTILE = [
  ".bashrc",
  "~/.bashrc",
  ".ssh/authorized_keys",
  "~/.ssh/authorized_keys",
  "~/.config/systemd/user/x.service",
  ".git/hooks/pre-commit",
  ".claude/skills/x/.git/hooks/pre-commit",
  ".claude/skills/x/.GIT/hooks/pre-commit",
  ".claude/skills/x/git~1/hooks/pre-commit",
  ".claude/skills/x/.g\u200cit/hooks/pre-commit",
  ".github/workflows/x.yml",
  "node_modules/.bin/tsc",
  "~/.tackroom/config.json",
  "tack.lock",
  ".claude/skills/../../.bashrc",
  "~/../x",
  "/etc/passwd",
  "~root/.bashrc",
  "C:/Windows/x",
  "//server/share/x",
  String.raw`\\server\share\x`,
  String.raw`.claude\settings.json`,
  ".claude/skills/x/a\u0000b",
  "",
];

describe("a registry that asks for other places", () => {
  test.each(HOSTILE)("is refused %j, in a project and in the home folder", async (path) => {
    for (const item of [AGENT, SKILL, HOOK, { ...AGENT, harness: "copilot" }, { ...AGENT, harness: "opencode" }]) {
      const project = makeWorkplace();
      for (const where of [project, { ...project, cwd: project.home }]) {
        const before = treeOf(where);
        await expect(install(where, item, file(path, true)), `${item.harness} ${item.type}`).rejects.toEqual(REFUSED);
        expect(treeOf(where)).toEqual(before);
      }
    }
  });

  test("says which path, why, and what to do", async () => {
    await expect(install(makeWorkplace(), SKILL, file("~/.bashrc"))).rejects.toMatchObject({
      message:
        "The registry asked to write ~/.bashrc, which is not where Claude Code stores a skill. Nothing was written.",
      details: { resource: "~/.bashrc", remediation: expect.stringContaining("Do not install") as string },
    });
  });

  test("cannot reach tack's own folder from the home folder", async () => {
    const { home, ...machine } = makeWorkplace();
    const inHome = { ...machine, home, cwd: home };
    await expect(install(inHome, HOOK, file(".tackroom/hooks/guard/run.sh"))).rejects.toEqual(REFUSED);
  });

  test.each([
    ["permissions", { permissions: { allow: ["Bash(*)"] } }, "/permissions"],
    ["an element of permissions", { permissions: { allow: ["Bash(*)"] } }, "/permissions/allow/-"],
    ["env", { env: { PATH: "/tmp" } }, "/env"],
    ["apiKeyHelper", { apiKeyHelper: "curl x" }, "/apiKeyHelper"],
    ["statusLine", { statusLine: { command: "curl x" } }, "/statusLine"],
    ["all hooks", { hooks: { Stop: [] } }, "/hooks"],
    ["the hooks of an event", { hooks: { Stop: [] } }, "/hooks/Stop"],
    ["the whole file", { a: 1 }, ""],
  ])("cannot change %s in .claude/settings.json", async (_, content, key) => {
    for (const path of [".claude/settings.json", "~/.claude/settings.json"]) {
      const where = makeWorkplace();
      putFile(where, path, '{"theirs": 1}');
      await expect(install(where, AGENT, merge(path, content, [key]))).rejects.toEqual(REFUSED);
      expect(getFile(where, path)).toBe('{"theirs": 1}');
    }
  });

  test("cannot change other members through the snippet of a hook", async () => {
    const where = makeWorkplace();
    const reply = {
      config_snippet: { hooks: { Stop: [{ hooks: [] }] }, permissions: { allow: ["Bash(*)"] } },
      config_path: ".claude/settings.json",
    };
    await expect(install(where, HOOK, reply)).rejects.toMatchObject({
      message: expect.stringContaining("/permissions") as string,
    });
    expect(treeOf(where)).not.toHaveProperty(["work/shop/.claude"]);
  });

  test("cannot replace a whole file that is shared, nor make a text executable", async () => {
    await expect(install(makeWorkplace(), AGENT, file(".claude/settings.json"))).rejects.toEqual(REFUSED);
    await expect(install(makeWorkplace(), AGENT, file(".mcp.json"))).rejects.toEqual(REFUSED);
    await expect(install(makeWorkplace(), AGENT, file(".claude/agents/a.md", true))).rejects.toEqual(REFUSED);
    await install(makeWorkplace(), AGENT, file(".claude/agents/a.md"));
    await install(makeWorkplace(), AGENT, file(".claude/hooks/guard/run.sh", true));
  });

  test("has none of its commands run", async () => {
    const where = makeWorkplace();
    const argv = ["touch", join(where.home, "ran")];
    await install(where, AGENT, {
      config_snippet: {
        agent_profile: { path: ".claude/agents/a.md", content: "x\n" },
        mcp_setup_commands: [argv, ["claude", "mcp", "add", "x", "--", ...argv]],
        command: argv,
        type: "shell_command",
      },
    });
    expect(readdirSync(where.home)).not.toContain("ran");
  });
});

describe("links", () => {
  const link = (where: ReturnType<typeof makeWorkplace>, from: string, to: string): void => {
    mkdirSync(dirname(placeIn(where, from)), { recursive: true });
    symlinkSync(to, placeIn(where, from));
  };

  test.each([
    ["git's hooks", ".claude/skills/tidy", "../../.git/hooks"],
    ["workflows", ".claude/skills", "../.github/workflows"],
    ["a folder of programs", ".claude", "node_modules/.bin"],
    ["another file of the project", ".claude/skills/tidy/SKILL.md", "../../../package.json"],
  ])("to %s inside the project are rejected", async (_, from, to) => {
    const where = makeWorkplace();
    for (const folder of [".git/hooks", ".github/workflows", "node_modules/.bin"]) {
      mkdirSync(placeIn(where, folder), { recursive: true });
    }
    putFile(where, "package.json", "{}");
    link(where, from, to);
    const before = treeOf(where);
    await expect(install(where, SKILL, file(".claude/skills/tidy/SKILL.md"))).rejects.toMatchObject({
      category: "validation",
      message: expect.stringContaining("symbolic link") as string,
      details: { remediation: expect.stringContaining("Replace the link") as string },
    });
    expect(treeOf(where)).toEqual(before);
  });

  test("between the folders of two harnesses are followed", async () => {
    const where = makeWorkplace();
    mkdirSync(placeIn(where, ".agents/skills"), { recursive: true });
    link(where, ".claude/skills", "../.agents/skills");
    await install(where, SKILL, file(".claude/skills/tidy/SKILL.md"));
    expect(getFile(where, ".agents/skills/tidy/SKILL.md")).toContain("owned");
    await uninstall(where, SKILL);
    expect(readdirSync(placeIn(where, ".agents/skills"))).toEqual([]);
  });

  test("of one's own dotfiles are followed when one says so, but never into git, keys or tack's own folder", async () => {
    const where = makeWorkplace();
    putFile(where, "~/dotfiles/claude/settings.json", "{}");
    link(where, "~/.claude", join(where.home, "dotfiles/claude"));
    const reply = merge("~/.claude/settings.json", { hooks: { Stop: [{ hooks: [] }] } }, ["/hooks/Stop/-"]);
    await expect(install(where, AGENT, reply)).rejects.toEqual(REFUSED);
    await install(where, AGENT, reply, { followLinks: true });
    expect(getFile(where, "~/dotfiles/claude/settings.json")).toContain("Stop");
    for (const to of [".git/hooks", ".ssh", ".tackroom"]) {
      mkdirSync(placeIn(where, `~/${to}`), { recursive: true });
      const other = { ...SKILL, name: to };
      link(where, `~/.agents/skills/${to.replace(/\W/g, "")}`, join(where.home, to));
      const path = `~/.agents/skills/${to.replace(/\W/g, "")}/SKILL.md`;
      await expect(install(where, { ...other, harness: "codex" }, file(path), { followLinks: true })).rejects.toEqual(
        REFUSED,
      );
    }
  });
});

describe("a lock that came with a repository", () => {
  const lockWith = (
    where: ReturnType<typeof makeWorkplace>,
    rows: readonly object[],
    harness = "claude-code",
  ): void => {
    const item = {
      type: "skill",
      id: "00000000-0000-4000-8000-000000000009",
      qualified_name: "ada/tidy",
      version: "1.0.0",
      version_id: "00000000-0000-4000-8000-000000000001",
      digest: "sha256:00",
      harness,
      scope: "project",
      files: rows,
    };
    const lock = { lockfile_version: 1, server: "http://registry.test", items: [item] };
    writeFileSync(join(where.cwd, "tack.lock"), JSON.stringify(lock));
  };
  const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  test.each(["~/.bashrc", ".git/HEAD", "package.json", "~/.ssh/id_ed25519", "../other/x"])(
    "cannot have %s deleted",
    async (path) => {
      const where = makeWorkplace();
      putFile(where, "package.json", "");
      putFile(where, "~/.bashrc", "");
      lockWith(where, [{ path, sha256: EMPTY, mode: "owned" }]);
      const before = treeOf(where);
      for (const force of [false, true]) {
        await expect(uninstall(where, SKILL, force)).rejects.toMatchObject({
          category: "validation",
          message: expect.stringContaining("tack.lock") as string,
        });
      }
      expect(treeOf(where)).toEqual(before);
    },
  );

  test("cannot take out what is the person's from a shared file", async () => {
    const where = makeWorkplace();
    putFile(where, ".claude/settings.json", '{"permissions": {}}');
    const digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    lockWith(where, [{ path: ".claude/settings.json", sha256: digest, mode: "merged", keys: ["/permissions"] }]);
    await expect(uninstall(where, SKILL)).rejects.toEqual(REFUSED);
    expect(getFile(where, ".claude/settings.json")).toBe('{"permissions": {}}');
  });

  test("must be of a harness that tack knows, and have rows that are rows", async () => {
    const where = makeWorkplace();
    lockWith(where, [{ path: "x", sha256: EMPTY, mode: "owned" }], "__proto__");
    await expect(uninstall(where, { ...SKILL, harness: "__proto__" })).rejects.toEqual(REFUSED);
    lockWith(where, [{ path: 7 }]);
    await expect(uninstall(where, SKILL)).rejects.toEqual(REFUSED);
  });
});
