import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { readSubmission } from "./read-submission.js";
import { refusal, submission } from "./testing/submission.js";

/** Starts like an image and is not text. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);

const SKILL_MD = `---
name: release-notes
description: Writes release notes from the git log. Use when a version is tagged.
metadata:
  version: 1.2.0
---

# Release notes

Run scripts/log.sh, then write.
`;

describe("a skill", () => {
  test("a folder: SKILL.md, and the files beside it with their marks", async () => {
    using machine = temporaryMachine();
    machine.write({
      "release-notes/SKILL.md": SKILL_MD,
      "release-notes/scripts/log.sh": "#!/bin/sh\ngit log\n",
      "release-notes/references/style.md": "Be brief.\n",
      "release-notes/.git/config": "[core]\n",
      "release-notes/node_modules/x/index.js": "x\n",
      "release-notes/.DS_Store": "x",
    });
    chmodSync(machine.at("release-notes/scripts/log.sh"), 0o755);
    chmodSync(machine.at("release-notes/references/style.md"), 0o644);
    expect(await readSubmission(machine.cli, "skill", "release-notes", { taskType: "documentation" })).toEqual({
      name: "release-notes",
      description: "Writes release notes from the git log. Use when a version is tagged.",
      version: "1.2.0",
      task_type: "documentation",
      skill_md_content: SKILL_MD,
      delivery_mode: "registry_direct",
      files: [
        { path: "references/style.md", content: "Be brief.\n", executable: false },
        { path: "scripts/log.sh", content: "#!/bin/sh\ngit log\n", executable: true },
      ],
    });
    const windows = { ...machine.cli, platform: "win32" } as const;
    expect(await readSubmission(windows, "skill", "release-notes", { taskType: "general" })).toMatchObject({
      files: [{ executable: false }, { path: "scripts/log.sh", executable: true }],
    });
  });

  test("a font or an image is taken as it is on the disk", async () => {
    using machine = temporaryMachine();
    machine.write({ "s/SKILL.md": SKILL_MD });
    writeFileSync(machine.at("s/mark.png"), PNG);
    chmodSync(machine.at("s/mark.png"), 0o644);
    expect(await readSubmission(machine.cli, "skill", "s", { taskType: "general" })).toMatchObject({
      files: [{ path: "mark.png", content: PNG.toString("base64"), encoding: "base64", executable: false }],
    });
  });

  test("a byte order mark is part of a file", async () => {
    const files = { "s/SKILL.md": `\uFEFF${SKILL_MD}`, "s/run.ps1": "\uFEFFWrite-Output 'grüße'\n" };
    expect(await submission("skill", "s", files, { taskType: "general" })).toMatchObject({
      skill_md_content: SKILL_MD,
      files: [{ path: "run.ps1", content: "\uFEFFWrite-Output 'grüße'\n" }],
    });
  });

  test("hidden files belong to a skill, except for those that may be private, which are named", async () => {
    using machine = temporaryMachine();
    const taken = [".gitignore", "assets/.env.example", "assets/.eslintrc.json", "assets/.github/ci.yml"];
    const named = [".env", ".github/ci.yml", "assets/.env.local", "assets/.npmrc", "assets/.ssh/id"];
    const ignored = [".git/config", ".DS_Store", "assets/.git", "assets/._x", ".venv/x"];
    machine.write({ "s/SKILL.md": SKILL_MD });
    for (const path of [...taken, ...named, ...ignored]) machine.write({ [`s/${path}`]: "x\n" });
    expect(await readSubmission(machine.cli, "skill", "s", { taskType: "general" })).toMatchObject({
      files: taken.toSorted().map((path) => ({ path })),
    });
    expect(machine.printed().err).toContain(
      "because they may be private: .env, .github, assets/.env.local, assets/.npmrc, assets/.ssh",
    );
  });

  test("more than ten mebibytes are rejected", async () => {
    const files = { "s/SKILL.md": SKILL_MD, "s/big.txt": "x".repeat(10 * 1024 * 1024 + 1) };
    expect((await refusal("skill", "s", files)).message).toContain("(max 10485760)");
  });

  test("a SKILL.md alone has no other files", async () => {
    const files = { "s/SKILL.md": SKILL_MD, "s/other.md": "x" };
    const body = await submission("skill", "s/SKILL.md", files, { taskType: "general", itemVersion: "2.0.0" });
    expect(body).toMatchObject({ version: "2.0.0", skill_md_content: SKILL_MD });
    expect(body).not.toHaveProperty("files");
  });

  test("the folder that one is in, when none is named", async () => {
    const body = await submission("skill", undefined, { "SKILL.md": SKILL_MD }, { taskType: "general" });
    expect(body).toMatchObject({ name: "release-notes" });
  });

  test.each([
    ["https://github.com/acme/skills#v2", { git_url: "https://github.com/acme/skills", git_ref: "v2", name: "skills" }],
    [
      "https://github.com/acme/skills/tree/main/writing/release-notes",
      {
        git_url: "https://github.com/acme/skills",
        git_ref: "main",
        skill_path: "/writing/release-notes",
        name: "release-notes",
      },
    ],
    [
      "https://github.com/acme/skills/blob/main/writing/SKILL.md",
      { git_url: "https://github.com/acme/skills", git_ref: "main", skill_path: "/writing", name: "writing" },
    ],
    [
      "https://github.com/acme/skills/blob/main/SKILL.md",
      { git_url: "https://github.com/acme/skills", git_ref: "main", name: "skills" },
    ],
    ["git@git.acme.test:tools/lint.git", { git_url: "git@git.acme.test:tools/lint.git", name: "lint" }],
  ])("the repository %s", async (url, expected) => {
    const flags = { itemVersion: "1.0.0", description: "Notes", taskType: "general" };
    expect(await submission("skill", url, {}, flags)).toEqual({
      ...expected,
      version: "1.0.0",
      description: "Notes",
      task_type: "general",
      delivery_mode: "git_fetch",
    });
  });

  test("links to outside, and too many files are rejected by name", async () => {
    const flags = { taskType: "general" };
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`s/${at}.md`, "x"]));
    expect((await refusal("skill", "s", { "s/SKILL.md": SKILL_MD, ...many }, flags)).message).toContain(
      "501 (max 500)",
    );
    using machine = temporaryMachine();
    machine.write({ "s/SKILL.md": SKILL_MD, "~/private.txt": "hunter22" });
    symlinkSync(machine.at("~/private.txt"), machine.at("s/notes.txt"));
    await expect(readSubmission(machine.cli, "skill", "s", flags)).rejects.toThrow("notes.txt is a symbolic link");
  });

  test("a folder without SKILL.md says what was looked for", async () => {
    const error = await refusal("skill", "s", { "s/README.md": "x" });
    expect(error).toMatchObject({
      category: "not_found",
      details: { remediation: expect.stringContaining("SKILL.md") as string },
    });
  });
});

describe("a prompt", () => {
  test("Markdown with variables", async () => {
    const text =
      "---\ndescription: Explains code\ncategory: documentation\nversion: 1.0.0\ntags: [docs]\nvariables:\n  language: The language\n---\nExplain {{ language }} code.\n";
    expect(await submission("prompt", "explain.prompt.md", { "explain.prompt.md": text })).toEqual({
      name: "explain",
      description: "Explains code",
      version: "1.0.0",
      category: "documentation",
      tags: ["docs"],
      variables: [{ name: "language", description: "The language" }],
      template: "Explain {{ language }} code.\n",
    });
  });
});

test("a sandbox in YAML", async () => {
  const yaml =
    "name: python\nversion: 1.0.0\ndescription: Runs Python\nimage: ghcr.io/acme/python:3.13\nresource_limits: { memory: 512m }\nnetwork_policy: none\n";
  expect(await submission("sandbox", "sandbox.yaml", { "sandbox.yaml": yaml })).toEqual({
    name: "python",
    version: "1.0.0",
    description: "Runs Python",
    runtime_type: "docker",
    image: "ghcr.io/acme/python:3.13",
    resource_limits: { memory: "512m" },
    network_policy: "none",
  });
  expect((await refusal("sandbox", "s.json", { "s.json": "{}" })).message).toContain("does not specify an image");
});

describe("what is missing", () => {
  test("all missing options are named at once when there is no terminal", async () => {
    const error = await refusal("mcp", "https://github.com/acme/tracker", {});
    expect(error.category).toBe("usage");
    expect(error.message).toContain("--item-version, --description, --category");
    expect(error.details.remediation).toContain("developer-tools");
  });

  test("a choice that does not exist, or a flag of another kind, is a mistake of usage", async () => {
    const flags = { itemVersion: "1.0.0", description: "x", category: "stuff" };
    expect((await refusal("mcp", "https://github.com/acme/x", {}, flags)).message).toContain("--category");
    const foreign = await refusal("hook", "hook.json", { "hook.json": '{"event":"Stop"}' }, { taskType: "testing" });
    expect(foreign.message).toBe("A hook has no task type.");
  });

  test("a source that is not there", async () => {
    expect(await refusal("mcp", "nowhere", {})).toMatchObject({ category: "not_found" });
    expect((await refusal("mcp", "https://ada:hunter22@git.acme.test/x", {})).message).not.toContain("hunter22");
  });

  test("a broken file", async () => {
    const error = await refusal("agent", "a.md", { "a.md": "---\nname: [\n---\nHi\n" });
    expect(error).toMatchObject({
      category: "validation",
      message: expect.stringContaining("Cannot parse a.md") as string,
    });
  });
});

test("--from-file is the body itself, under the flags", async () => {
  const body = {
    name: "tracker",
    version: "1.0.0",
    description: "Tracks",
    category: "general",
    command: "npx",
    args: ["tracker@1.0.0"],
  };
  const files = { "body.json": JSON.stringify(body) };
  expect(await submission("mcp", undefined, files, { fromFile: "body.json", itemVersion: "1.1.0" })).toEqual({
    ...body,
    version: "1.1.0",
  });
  expect(await refusal("mcp", "x", files, { fromFile: "body.json" })).toMatchObject({ category: "usage" });
});
