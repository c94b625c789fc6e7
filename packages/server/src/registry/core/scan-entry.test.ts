import type { ItemType } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { checkSkill } from "./check-skill.js";
import { scannedSubmission } from "./scan-entry.js";

const common = { version: "0.1.0", supported_harnesses: ["cursor"], description: "Found in cursor" };
/** Put together here, so that scanners of this repository find nothing in it. */
const SECRET = ["ghp", "q7Zp2LxV9bNc4TmK8sWd3HfJ6yRg5AeU1oXv"].join("_");

describe("becomes a submission", () => {
  test.each<[ItemType, object, object]>([
    [
      "mcps",
      { name: "@acme/x", command: "npx", args: ["-y", "x@1.0.0"], env: { TOKEN: SECRET, "bad name": "1" } },
      {
        name: "@acme/x",
        category: "scanned",
        command: "npx",
        args: ["-y", "x@1.0.0"],
        environment_variables: [{ name: "TOKEN", description: "", required: true }],
      },
    ],
    ["mcps", { name: "x", url: "https://x.test/sse" }, { name: "x", category: "scanned", url: "https://x.test/sse" }],
    [
      "hooks",
      { name: "x", event: "Stop", handler_config: { command: "x" } },
      { name: "x", event: "Stop", handler_type: "command", handler_config: { command: "x" } },
    ],
    [
      "hooks",
      {
        name: "x",
        event: "PreToolUse",
        execution_mode: "blocking",
        tool_filter: ["Bash"],
        handler_config: { command: "guard.sh" },
        script_filename: "guard.sh",
        script_content: "exit 0",
      },
      {
        name: "x",
        event: "PreToolUse",
        handler_type: "command",
        execution_mode: "blocking",
        tool_filter: ["Bash"],
        handler_config: { command: "guard.sh" },
        script_filename: "guard.sh",
        script_content: "exit 0",
      },
    ],
    ["prompts", { name: "x", template: "t" }, { name: "x", template: "t", category: "general" }],
    ["sandboxes", { name: "x", image: "i:1" }, { name: "x", image: "i:1", runtime_type: "docker" }],
    [
      "agents",
      { name: "x", prompt: "p", tools: ["Read"], disallowed_tools: ["Bash"], color: "red", argument_hint: "a" },
      {
        name: "x",
        model_name: "inherit",
        prompt: "p",
        tools: ["Read"],
        disallowed_tools: ["Bash"],
        color: "red",
        argument_hint: "a",
      },
    ],
    ["agents", { name: "x", prompt: "p" }, { name: "x", model_name: "inherit", prompt: "p" }],
    [
      "agents",
      { name: "Code Reviewer", description: "Reviews", model_name: "opus" },
      {
        name: "code-reviewer",
        display_name: "Code Reviewer",
        description: "Reviews",
        model_name: "opus",
        prompt: "Reviews",
      },
    ],
  ])("%s %j", (type, entry, own) => {
    expect(scannedSubmission(type, entry, "cursor")).toEqual({ payload: { ...common, ...own } });
  });

  test("values of the environment are nowhere in it", () => {
    const entry = { name: "x", command: "npx", env: { TOKEN: SECRET } };
    expect(JSON.stringify(scannedSubmission("mcps", entry, "cursor"))).not.toContain(SECRET);
  });

  test.each([
    [{ source_harness: "claude_code" }, ["claude-code"]],
    [{ source_ide: "codex" }, ["codex"]],
    [{}, ["cursor"]],
  ])("from %j it is for %j", (source, harnesses) => {
    const submission = scannedSubmission("prompts", { name: "x", template: "t", ...source }, "cursor");
    expect(submission).toMatchObject({ payload: { supported_harnesses: harnesses } });
  });

  test("a skill speaks for itself", () => {
    const skillMd = "---\nname: x\ndescription: Does x\n---\n";
    const submission = scannedSubmission("skills", { name: "x", skill_md_content: skillMd }, "cursor");
    const own = { description: "Does x", skill_md_content: skillMd, delivery_mode: "registry_direct" };
    expect(submission).toMatchObject({ payload: { ...own, task_type: "general", skill_path: "/" } });
  });

  test.each(["x", "My__Skill", "日本語", "a/b"])("a skill of which only the name %j is known is valid", (name) => {
    const submission = scannedSubmission("skills", { name }, "cursor");
    expect(submission).toMatchObject({ payload: { name, description: "Found in cursor" } });
    expect("payload" in submission && checkSkill(submission.payload)).toEqual([]);
  });
});

describe("is skipped", () => {
  test.each<[ItemType, unknown, RegExp]>([
    ["mcps", "text", /object/],
    ["mcps", { command: "x" }, /^name/],
    ["mcps", { name: " ", command: "x" }, /^name/],
    ["mcps", { name: "x" }, /command or url is required/],
    ["mcps", { name: "x", command: "npx", args: ["--token", SECRET] }, /^args\[1\]: .*GitHub/],
    ["mcps", { name: "x", url: "https://ada:k9f3jd82@x.test" }, /^url: /],
    ["hooks", { name: "x" }, /^event/],
    ["prompts", { name: "x", template: "" }, /^template/],
    ["sandboxes", { name: "x", image: 5 }, /^image/],
    ["agents", { name: "x" }, /prompt/],
    ["agents", { name: "x", prompt: "p", source_harness: "notepad" }, /^Unknown source_harness/],
  ])("%s %j", (type, entry, reason) => {
    const submission = scannedSubmission(type, entry, "cursor");
    expect(submission).toEqual({ skip: expect.stringMatching(reason) as string });
    expect(JSON.stringify(submission)).not.toContain(SECRET);
  });
});
