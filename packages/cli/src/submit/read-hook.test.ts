import { symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { readSubmission } from "./read-submission.js";
import { refusal, submission } from "./testing/submission.js";

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

  test("a gate of Claude Code's settings keeps its matcher, its mode and its script", async () => {
    const command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/gate.sh --strict';
    const settings = { hooks: { PreToolUse: [{ matcher: "Bash|Write", hooks: [{ type: "command", command }] }] } };
    const files = { ".claude/settings.json": JSON.stringify(settings), ".claude/hooks/gate.sh": "exit 2\n" };
    expect(await submission("hook", ".claude/settings.json", files, { itemVersion: "1.0.0" })).toMatchObject({
      event: "PreToolUse",
      execution_mode: "blocking",
      tool_filter: ["Bash", "Write"],
      handler_config: { command: "gate.sh --strict" },
      script_filename: "gate.sh",
      script_content: "exit 2\n",
    });
  });

  test("Copilot's hooks.json with its script, its variables and what its README says", async () => {
    const hooks = {
      version: 1,
      hooks: {
        preToolUse: [
          { type: "command", bash: "hooks/guard/guard.sh", cwd: ".", env: { GUARD_MODE: "block" }, timeoutSec: 10 },
        ],
        sessionEnd: [{ type: "command", bash: "hooks/guard/end.sh" }],
      },
    };
    using machine = temporaryMachine();
    machine.write({
      "hooks/guard/hooks.json": JSON.stringify(hooks),
      "hooks/guard/guard.sh": "exit 2\n",
      "hooks/guard/README.md": "---\nname: Guard\ndescription: Guards tools\ntags: [safety]\n---\n",
    });
    expect(await readSubmission(machine.cli, "hook", "hooks/guard", { itemVersion: "1.0.0" })).toMatchObject({
      event: "PreToolUse",
      description: "Guards tools",
      tags: ["safety"],
      execution_mode: "blocking",
      handler_config: { command: "GUARD_MODE=block guard.sh", timeout: 10 },
      script_content: "exit 2\n",
    });
    expect(machine.printed().err).toContain("The registry does not support the event sessionEnd");
  });

  test("only scripts of its own project are read, wherever one stands", async () => {
    const command = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/gate.sh';
    const settings = (line: string) =>
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: line }] }] } });
    const files = { ".claude/hooks/gate.sh": "mine\n", "~/gate.sh": "mine\n", "hooks/gate.sh": "mine\n" };
    const flags = { itemVersion: "1.0.0" };
    const own = { "repo/.claude/settings.json": settings(command), "repo/.claude/hooks/gate.sh": "theirs\n" };
    expect(await submission("hook", "repo/.claude/settings.json", { ...files, ...own }, flags)).toMatchObject({
      script_content: "theirs\n",
    });
    for (const line of [command, "~/gate.sh", "sh hooks/gate.sh"]) {
      const foreign = { ...files, "repo/.claude/settings.json": settings(line) };
      expect((await refusal("hook", "repo/.claude/settings.json", foreign, flags)).message).toContain(
        "does not exist in its project",
      );
    }
  });

  test("a link to a file of the user is not followed: neither the description nor the script", async () => {
    using machine = temporaryMachine();
    const hook = { name: "guard", description: "Guards", event: "PreToolUse", script_filename: "guard.sh" };
    machine.write({ "~/private.json": JSON.stringify(hook), "a/x": "", "b/hook.json": JSON.stringify(hook) });
    symlinkSync(machine.at("~/private.json"), machine.at("a/hook.json"));
    symlinkSync(machine.at("~/private.json"), machine.at("b/guard.sh"));
    await expect(readSubmission(machine.cli, "hook", "a", {})).rejects.toThrow("hook.json is a symbolic link");
    await expect(readSubmission(machine.cli, "hook", "b", {})).rejects.toThrow("guard.sh was not found next to");
  });

  test.each([
    [{ PreToolUse: [{ hooks: [{ type: "command", command: "./gone.sh" }] }] }, /gone\.sh does not exist/],
    [{ PreToolUse: [{ hooks: [{ type: "command", command: "x", if: "Bash(rm *)" }] }] }, /does not support its if/],
    [{ SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "x" }] }] }, /only for "startup"/],
    [{ PreToolUse: [{ hooks: [{ type: "command", command: "x", cwd: "sub" }] }] }, /the folder sub/],
    [{ preToolUse: [{ type: "command", powershell: "./x.ps1" }] }, /only has a PowerShell command/],
  ])("what would be weakened is rejected: %j", async (hooks, reason) => {
    const error = await refusal("hook", "hooks.json", { "hooks.json": JSON.stringify({ hooks }) });
    expect(error.message).toMatch(reason);
  });
});
