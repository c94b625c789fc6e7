import { describe, expect, test } from "vitest";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { readSubmission } from "./read-submission.js";
import { refusal, submission } from "./testing/submission.js";

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
      tools: ["Read", "Grep"],
    });
  });

  test("one whose file says more than the registry keeps names what is left out", async () => {
    using machine = temporaryMachine();
    machine.write({
      "a.agent.md": "---\nname: a\ndescription: A\ncolor: red\nhandoffs:\n  - agent: b\n---\nYou help.\n",
    });
    expect(await readSubmission(machine.cli, "agent", "a.agent.md", { itemVersion: "1.0.0" })).toMatchObject({
      color: "red",
    });
    expect(machine.printed().err).toContain("Ignored in a.agent.md");
    expect(machine.printed().err).toContain("handoffs");
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
      external_mcps: [{ name: "clock", command: "uvx", args: ["clock@1.0.0"], env: { CLOCK_ZONE: "" } }],
    });
  });

  test("one without a prompt, or from a repository, is rejected", async () => {
    expect((await refusal("agent", "a.md", { "a.md": "---\nname: a\n---\n" })).message).toContain("no prompt");
    expect(await refusal("agent", "https://github.com/acme/agents", {})).toMatchObject({ category: "usage" });
  });

  test("a name for people becomes one for harnesses, and is kept", async () => {
    const text = "---\nname: PandaDoc Automation\n---\n\n# PandaDoc\n\nYou automate documents.\n";
    using machine = temporaryMachine();
    machine.write({ "a.agent.md": text });
    expect(await readSubmission(machine.cli, "agent", "a.agent.md", { yes: true })).toMatchObject({
      name: "pandadoc-automation",
      display_name: "PandaDoc Automation",
      description: "You automate documents.",
      version: "0.1.0",
    });
    expect(machine.printed().err).toMatch(/is submitted as pandadoc-automation/);
    expect(machine.printed().err).toMatch(/has no description; using its first paragraph/);
  });

  test.each([
    ["1.3", "1.3.0"],
    ["v2", "2.0.0"],
    ["1.4.0", "1.4.0"],
    ["2.0.0-rc.1", "2.0.0-rc.1"],
  ])("the version %s is submitted as %s", async (written, version) => {
    using machine = temporaryMachine();
    machine.write({ "a.md": `---\nname: a\ndescription: A\nversion: "${written}"\n---\nYou help.\n` });
    expect(await readSubmission(machine.cli, "agent", "a.md", {})).toMatchObject({ version });
    expect(machine.printed().err.includes("is submitted as")).toBe(version !== written);
  });
});
