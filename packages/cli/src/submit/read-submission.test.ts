import { chmodSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CliError } from "../errors.js";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import type { Kind } from "../kinds.js";
import { readSubmission, type SubmitOptions } from "./read-submission.js";

type Files = Readonly<Record<string, string>>;

async function submission(kind: Kind, source: string | undefined, files: Files, options: SubmitOptions = {}) {
  using machine = temporaryMachine();
  machine.write(files);
  return readSubmission(machine.cli, kind, source, options);
}

async function refusal(...given: Parameters<typeof submission>): Promise<CliError> {
  return submission(...given).then(
    (body) => expect.fail(`It was taken: ${JSON.stringify(body)}`),
    (error: unknown) => error as CliError,
  );
}

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

  test("files that are no texts, links to outside, and too many files are refused by name", async () => {
    const flags = { taskType: "general" };
    const binary = await refusal("skill", "s", { "s/SKILL.md": SKILL_MD, "s/logo.png": "\u0000PNG" }, flags);
    expect(binary).toMatchObject({ category: "validation", message: expect.stringContaining("logo.png") as string });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`s/${at}.md`, "x"]));
    expect((await refusal("skill", "s", { "s/SKILL.md": SKILL_MD, ...many }, flags)).message).toContain("101 files");
    using machine = temporaryMachine();
    machine.write({ "s/SKILL.md": SKILL_MD, "~/private.txt": "hunter22" });
    symlinkSync(machine.at("~/private.txt"), machine.at("s/notes.txt"));
    await expect(readSubmission(machine.cli, "skill", "s", flags)).rejects.toThrow("notes.txt is a link");
  });

  test("a folder without SKILL.md says what was looked for", async () => {
    const error = await refusal("skill", "s", { "s/README.md": "x" });
    expect(error).toMatchObject({
      category: "not_found",
      details: { remediation: expect.stringContaining("SKILL.md") as string },
    });
  });
});

describe("an agent", () => {
  test("Markdown as Claude Code has it", async () => {
    const text =
      "---\nname: reviewer\ndescription: Reviews changes\nmodel: sonnet\ntools: Read, Grep\n---\n\nYou review.\n";
    expect(
      await submission("agent", "reviewer.md", { "reviewer.md": text }, { itemVersion: "0.1.0", category: "quality" }),
    ).toEqual({
      name: "reviewer",
      description: "Reviews changes",
      version: "0.1.0",
      category: "quality",
      model_name: "sonnet",
      prompt: "You review.",
    });
  });

  test("agent.yaml as the registry shows a published one", async () => {
    const yaml = `name: ops
version: 1.3.0
description: Runs operations
model_name: large
models_by_harness:
  codex: gpt-x
supported_harnesses: [codex, claude-code]
prompt: You run operations.
components:
  - type: mcp
    name: ada/tracker
    version: 1.4.0
external_mcps:
  - name: clock
    command: uvx
    args: [clock@1.0.0]
    env: [CLOCK_ZONE]
`;
    expect(await submission("agent", ".", { "agent.yaml": yaml })).toEqual({
      name: "ops",
      version: "1.3.0",
      description: "Runs operations",
      model_name: "large",
      models_by_harness: { codex: "gpt-x" },
      supported_harnesses: ["codex", "claude-code"],
      prompt: "You run operations.",
      components: [{ component_type: "mcp", component_id: "ada/tracker", version: "1.4.0" }],
      external_mcps: [{ name: "clock", command: "uvx", args: ["clock@1.0.0"], env: { CLOCK_ZONE: "${CLOCK_ZONE}" } }],
    });
  });

  test("one without a prompt, or from a repository, is refused", async () => {
    expect((await refusal("agent", "a.md", { "a.md": "---\nname: a\n---\n" })).message).toContain("no prompt");
    expect(await refusal("agent", "https://github.com/acme/agents", {})).toMatchObject({ category: "usage" });
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

describe("a hook", () => {
  test("a description with its script beside it", async () => {
    const hook = {
      name: "guard",
      version: "1.0.0",
      description: "Guards",
      event: "PreToolUse",
      script_filename: "guard.sh",
      execution_mode: "blocking",
    };
    expect(await submission("hook", "h", { "h/hook.json": JSON.stringify(hook), "h/guard.sh": "exit 0\n" })).toEqual({
      ...hook,
      handler_type: "command",
      script_content: "exit 0\n",
    });
    expect((await refusal("hook", "h", { "h/hook.json": JSON.stringify(hook) })).message).toContain("guard.sh");
  });

  test("one of several in Claude Code's settings", async () => {
    const settings = JSON.stringify({
      hooks: {
        PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command: "npx prettier --write ." }] }],
        Stop: [{ hooks: [{ type: "http", url: "https://hooks.acme.test/stop", headers: { "X-Key": "hunter22" } }] }],
      },
    });
    const error = await refusal("hook", "settings.json", { "settings.json": settings });
    expect(error).toMatchObject({ category: "usage", details: { remediation: "Choose one with --name" } });
    const flags = { name: "claude-code-stop-stop", itemVersion: "1.0.0" };
    expect(await submission("hook", "settings.json", { "settings.json": settings }, flags)).toMatchObject({
      event: "Stop",
      handler_type: "http",
      handler_config: { url: "https://hooks.acme.test/stop", headers: { "X-Key": "${X_KEY}" } },
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
  expect((await refusal("sandbox", "s.json", { "s.json": "{}" })).message).toContain("no image");
});

describe("what is missing", () => {
  test("all flags are named at once where nobody sits", async () => {
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
      message: expect.stringContaining("a.md cannot be read") as string,
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
