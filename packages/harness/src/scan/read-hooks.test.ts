import { expect, test } from "vitest";
import type { HarnessId } from "../harnesses.js";
import type { FoundComponent, HookShape } from "./found.js";
import { readHooks } from "./read-hooks.js";

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
    { entry: {}, unregistrable: { reason: "The registry has no hooks that run as prompt." } },
  ]);
});
