import { chmodSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { InstallReply } from "./reply-files.js";
import { A, mcp, SKILL, skill, SKILL_PATH } from "./testing/replies.js";
import { getFile, install, makeWorkplace, putFile, treeOf, uninstall } from "./testing/workplace.js";

describe("permissions", () => {
  const scripted = (text: string): InstallReply => ({
    config_snippet: { files: [{ path: SKILL_PATH, content: text, executable: true }] },
  });
  const modeOf = (cwd: string): number => statSync(join(cwd, SKILL_PATH)).mode & 0o777;

  test("that the person's mask or hand has set stay through an update", async () => {
    const where = makeWorkplace();
    await install(where, SKILL, skill("# v1\n"));
    chmodSync(join(where.cwd, SKILL_PATH), 0o600);
    const before = treeOf(where);
    await install(where, SKILL, skill("# v1\n"));
    expect(treeOf(where)).toEqual(before);
    await install(where, SKILL, skill("# v2\n"));
    expect(modeOf(where.cwd)).toBe(0o600);
  });

  test.each([0o600, 0o700, 0o644])("a file of %o that a script replaced has its own again", async (mode) => {
    const where = makeWorkplace();
    putFile(where, SKILL_PATH, "mine\n", mode);
    const before = treeOf(where);
    await install(where, SKILL, scripted("#!/bin/sh\n"));
    expect(modeOf(where.cwd) & 0o100).toBe(0o100);
    await uninstall(where, SKILL);
    expect(treeOf(where)).toEqual(before);
  });
});

describe("links", () => {
  test("a configuration that is a link inside the folder is written where it is, for someone who says so", async () => {
    const where = makeWorkplace();
    putFile(where, "dot/mcp.json", '{"mcpServers": {}}');
    symlinkSync("dot/mcp.json", join(where.cwd, ".mcp.json"));
    await expect(install(where, A, mcp("claude-code", "a"))).rejects.toMatchObject({ category: "validation" });
    await install(where, A, mcp("claude-code", "a"), { followLinks: true });
    expect(JSON.parse(getFile(where, "dot/mcp.json"))).toHaveProperty("mcpServers.a");
    await uninstall(where, A, false, { followLinks: true });
    expect(getFile(where, "dot/mcp.json")).toBe('{"mcpServers": {}}');
  });

  test.each([
    ["a file", "elsewhere/SKILL.md", ".agents/skills/tidy/SKILL.md"],
    ["a folder", "elsewhere", ".agents/skills/tidy"],
    ["nothing", "nowhere", ".agents/skills/tidy"],
  ])("one that leads out of the project to %s is rejected", async (_, target, link) => {
    const where = makeWorkplace();
    putFile(where, "~/elsewhere/SKILL.md", "theirs\n");
    mkdirSync(dirname(join(where.cwd, link)), { recursive: true });
    symlinkSync(join(where.home, target), join(where.cwd, link));
    await expect(install(where, SKILL, skill("# v1\n"))).rejects.toMatchObject({ category: "validation" });
    expect(getFile(where, "~/elsewhere/SKILL.md")).toBe("theirs\n");
    expect(readdirSync(where.home)).not.toContain("nowhere");
  });

  test("a project that has moved still has its lock", async () => {
    const where = makeWorkplace();
    await install(where, A, mcp("claude-code", "a"));
    const moved = { ...where, cwd: join(where.home, "moved") };
    renameSync(where.cwd, moved.cwd);
    await uninstall(moved, A);
    expect(JSON.parse(getFile(moved, ".mcp.json"))).toEqual({ mcpServers: {} });
  });
});
