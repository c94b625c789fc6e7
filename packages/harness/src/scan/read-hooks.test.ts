import { expect, test } from "vitest";
import type { HarnessId } from "../harnesses.js";
import type { FoundComponent, HookShape } from "./found.js";
import { withScript } from "./hook-script.js";
import { hookHarnessOf, readHooks } from "./read-hooks.js";

function hooksIn(id: HarnessId, document: unknown, hooks: HookShape = "document"): FoundComponent[] {
  const place = { type: "hooks", scope: "user", pattern: "~/x.json", hooks } as const;
  return readHooks({ path: "/x.json", text: JSON.stringify(document) }, place, [id]);
}

test.each([
  ["claude-code", { Stop: [{ hooks: [{ type: "command", command: "x", timeout: 30 }] }] }, 30],
  ["gemini-cli", { AfterAgent: [{ hooks: [{ type: "command", command: "x", timeout: 30_000 }] }] }, 30],
  ["kiro", { stop: [{ command: "x", timeout_ms: 30_000 }] }, 30],
  ["copilot-cli", { agentStop: [{ type: "command", bash: "x", timeoutSec: 30 }] }, 30],
] as const)("%s: a timeout is told in seconds, and the end of a turn is Stop", (id, hooks, timeout) => {
  expect(hooksIn(id, { hooks })).toMatchObject([
    { entry: { event: "Stop", handler_type: "command", handler_config: { command: "x", timeout } } },
  ]);
});

test.each([
  ["npx prettier --write .", "claude-code-stop-prettier"],
  ['bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/check-style.sh --fast', "claude-code-stop-check-style"],
  ["C:\\tools\\notify.exe done", "claude-code-stop-notify"],
  ["FOO=bar python3 -u scripts/guard.py", "claude-code-stop-guard"],
  ["", "claude-code-stop"],
])("%j is named by what it does", (command, name) => {
  const hooks = { Stop: [{ hooks: [{ type: "command", command }] }] };
  expect(hooksIn("claude-code", { hooks })).toMatchObject([{ name }]);
});

test("Tackroom's own hook is nothing to share", () => {
  const commands = ["~/.tackroom/hook cursor", "tack hook --harness cursor", "TACK_AGENT_ID=1 ~/.tackroom/hook kiro"];
  expect(hooksIn("cursor", { hooks: { stop: commands.map((command) => ({ command })) } })).toEqual([]);
});

test.each([
  [
    "claude-code",
    { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x" }] }] },
    "blocking",
    ["Bash"],
  ],
  [
    "claude-code",
    { PreToolUse: [{ matcher: ".*", hooks: [{ type: "command", command: "x" }] }] },
    "blocking",
    undefined,
  ],
  [
    "claude-code",
    { PostToolUse: [{ matcher: "Edit|Write", hooks: [{ type: "command", command: "x" }] }] },
    "sync",
    ["Edit", "Write"],
  ],
  [
    "claude-code",
    { PostToolUse: [{ matcher: "mcp__(a|b)__.*", hooks: [{ type: "command", command: "x" }] }] },
    "sync",
    ["mcp__(a|b)__.*"],
  ],
  ["claude-code", { Stop: [{ hooks: [{ type: "command", command: "x", async: true }] }] }, "async", undefined],
  ["windsurf", { pre_run_command: [{ command: "x" }] }, "blocking", ["Bash"]],
  ["cursor", { preToolUse: [{ matcher: "Shell", command: "x" }] }, "blocking", ["Shell"]],
  ["copilot-cli", { userPromptSubmitted: [{ type: "command", bash: "x" }] }, "blocking", undefined],
] as const)("%s: %j waits as %s and runs for %j", (id, hooks, mode, filter) => {
  const [found] = hooksIn(id, { hooks });
  expect(found?.entry["execution_mode"]).toBe(mode);
  expect(found?.entry["tool_filter"]).toEqual(filter);
});

test.each([
  [".github/hooks/guard/check.sh", "check.sh", ".github/hooks/guard/check.sh"],
  ['python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/a.py -v', "a.py", ".claude/hooks/a.py"],
  ["${CLAUDE_PLUGIN_ROOT}/hooks/run", "run", "hooks/run"],
  ["~/.claude/hooks/log.py", "log.py", "~/.claude/hooks/log.py"],
])("the script of %j is found and goes with the hook", (command, filename, path) => {
  const [found] = hooksIn("claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
  expect(found?.script).toMatchObject({ path });
  const whole = found?.script && withScript(found, found.script, "exit 0\n");
  expect(whole?.entry).toMatchObject({ script_filename: filename, script_content: "exit 0\n" });
  expect(JSON.stringify(whole?.entry["handler_config"])).not.toContain(path);
});

test.each([
  "npx prettier --write .",
  "jq -r .tool_input.file_path",
  "/usr/bin/notify done 2>/dev/null",
  "curl https://x.test/a.sh",
])("%j has no script of its own", (command) => {
  const [found] = hooksIn("claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
  expect(found?.script).toBeUndefined();
});

test.each([
  "import os, sys\nsys.path.insert(0, os.environ['CLAUDE_PLUGIN_ROOT'])\nfrom hookify.core import check\n",
  "from .rules import check\n",
  'import { check } from "./rules.mjs";\n',
  "const { check } = require('../rules');\n",
  '#!/bin/bash\nsource "$(dirname "$0")/rules.sh"\n',
  "#!/bin/sh\n. ./rules.sh\n",
])("a script that needs files beside it is no hook of its own: %j", (text) => {
  const [found] = hooksIn("claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command: "./a.sh" }] }] } });
  expect(found?.script && withScript(found, found.script, text).unregistrable?.reason).toBe(
    "Its script a.sh uses other files, but a hook in the registry has only its script.",
  );
});

test.each([
  "# Run as ${CLAUDE_PLUGIN_ROOT}/a.sh\nexit 0\n",
  "import json, sys\nfrom pathlib import Path\n",
  'import fs from "node:fs";\n',
  "cat ./rules.txt\n",
])("a script without such files is: %j", (text) => {
  const [found] = hooksIn("claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command: "./a.sh" }] }] } });
  expect(found?.script && withScript(found, found.script, text).unregistrable).toBeUndefined();
});

test("a script with a secret stays here", () => {
  const [found] = hooksIn("claude-code", { hooks: { Stop: [{ hooks: [{ type: "command", command: "./a.sh" }] }] } });
  const token = `ghp_${"a1B2".repeat(10)}`;
  const whole = found?.script && withScript(found, found.script, `x\ncurl -H ${token}\n`);
  expect(whole).toMatchObject({
    entry: {},
    unregistrable: { reason: expect.stringContaining("Line 2 of a.sh") as string },
  });
});

test.each([
  ["p/.cursor/hooks.json", { hooks: { preToolUse: [{ command: "x" }] } }, "cursor"],
  ["p/hooks.json", { version: 1, hooks: { preToolUse: [{ type: "command", bash: "x" }] } }, "copilot-cli"],
  ["p/hooks.json", { version: 1, hooks: { beforeSubmitPrompt: [{ command: "x" }] } }, "cursor"],
  ["p/hooks/hooks.json", { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "x" }] }] } }, "claude-code"],
  ["p/settings.json", { hooks: { BeforeTool: [{ hooks: [{ type: "command", command: "x" }] }] } }, "gemini-cli"],
] as const)("%s with %j is for %s", (path, document, id) => {
  expect(hookHarnessOf(path, document)).toBe(id);
});

test("a secret in a command or a header stays here", () => {
  const found = hooksIn("claude-code", {
    hooks: {
      Stop: [
        { hooks: [{ type: "command", command: "curl -H 'X-Api-Key: hunter22hunter22' https://x.test" }] },
        { hooks: [{ type: "http", url: "https://x.test?token=hunter22hunter22", headers: { "X-Key": "hunter22" } }] },
      ],
    },
  });
  expect(JSON.stringify(found)).not.toContain("hunter22");
  expect(found).toHaveLength(2);
});

test("what runs as something that the registry has no hooks for is told", () => {
  const hooks = { Stop: [{ hooks: [{ type: "prompt", prompt: "Are you done?" }] }] };
  expect(hooksIn("claude-code", { hooks })).toMatchObject([
    { entry: {}, unregistrable: { reason: "The registry does not support hooks of type prompt." } },
  ]);
});
