import { expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "./harnesses.js";
import type { FileToMerge, FileToWrite, HookHandler } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { hookEventsOf, renderHook } from "./render-hook.js";
import { AGENT, HOOK } from "./testing/examples.js";
import { readFile } from "./testing/read-back.js";

const TOOL = ["PreToolUse", "PostToolUse"];
const TURN = [...TOOL, "Stop", "UserPromptSubmit"];

test.each([
  ["claude-code", [...TURN, "SessionStart", "SubagentStop", "Notification"]],
  ["codex", [...TURN, "SessionStart", "SubagentStop"]],
  ["copilot", [...TURN, "SessionStart", "SubagentStop"]],
  ["goose", [...TURN, "SessionStart", "SubagentStop"]],
  ["cursor", [...TURN, "SessionStart", "SubagentStop"]],
  ["kiro", [...TURN, "SessionStart"]],
  ["copilot-cli", [...TURN, "SessionStart", "SubagentStop", "Notification"]],
  ["gemini-cli", [...TURN, "SessionStart", "Notification"]],
  ["cline", [...TURN, "SessionStart", "Notification"]],
  ["antigravity", [...TOOL, "Stop"]],
  ["windsurf", TURN],
  ["opencode", []],
  ["pi", []],
  ["amp", []],
  ["zed", []],
] as const)("%s has the events %j", (id, events) => {
  expect(new Set<string>(hookEventsOf(id))).toEqual(new Set<string>(events));
});

const HTTP: HookHandler = {
  id: HOOK.id,
  name: "post-event",
  event: "Stop",
  handlerType: "http",
  handlerConfig: { url: "https://hooks.acme.test/stop", headers: { Authorization: "Bearer ${HOOK_KEY}" }, timeout: 5 },
  executionMode: "async",
  toolFilter: [],
};

const HTTP_HANDLER = {
  type: "http",
  url: "https://hooks.acme.test/stop",
  headers: { Authorization: "Bearer ${HOOK_KEY}" },
  allowedEnvVars: ["HOOK_KEY"],
};

test.each(HARNESS_IDS)("%s calls a URL only where it can", (id) => {
  const { snippet, warnings } = renderHook(id, HTTP);
  const expected: Partial<Record<HarnessId, unknown>> = {
    "claude-code": { hooks: { Stop: [{ matcher: "*", hooks: [{ ...HTTP_HANDLER, timeout: 5 }] }] } },
    "copilot-cli": { version: 1, hooks: { Stop: [{ ...HTTP_HANDLER, timeoutSec: 5 }] } },
  };
  expect(snippet).toEqual(expected[id] ?? {});
  expect(warnings).toHaveLength(expected[id] === undefined ? 1 : 0);
});

test.each([
  ["check.sh", ".cursor/hooks/block-force-push/check.sh"],
  ["./check.sh --all", ".cursor/hooks/block-force-push/check.sh --all"],
  ["python3 check.sh", "python3 .cursor/hooks/block-force-push/check.sh"],
  ["make check.sh.out", "make check.sh.out"],
])("finds the script of the command %j where it is installed", (command, expected) => {
  const { snippet } = renderHook("cursor", { ...HOOK, handlerConfig: { command } });
  expect(snippet).toMatchObject({ hooks: { preToolUse: [{ command: expected }] } });
});

test("quotes arguments for the shell", () => {
  const { script: _, ...hook } = HOOK;
  const handlerConfig = { command: "check", args: ["plain", "two words", "it's", "$HOME"] };
  expect(renderHook("codex", { ...hook, handlerConfig }).snippet).toMatchObject({
    hooks: { PreToolUse: [{ hooks: [{ command: String.raw`check plain 'two words' 'it'\''s' '$HOME'` }] }] },
  });
});

test("keeps two hooks apart whose scripts have the same name", () => {
  const other = { ...HOOK, name: "second" };
  const files = renderAgent("claude-code", { ...AGENT, hooks: [HOOK, other] }).snippet["hook_files"] as FileToWrite[];
  expect(new Set(files.map(({ path }) => path)).size).toBe(2);
});

test.each([
  [{}, "command"],
  [{ command: "" }, "command"],
])("refuses a command hook with the handler_config %j", (handlerConfig, missing) => {
  const { script: _, ...hook } = HOOK;
  const { snippet, warnings } = renderHook("claude-code", { ...hook, handlerConfig });
  expect(snippet).toEqual({});
  expect(warnings[0]).toContain(`has no ${missing}`);
});

test("runs in the background only what is asynchronous, where the harness can", () => {
  const handler = (id: HarnessId, executionMode: HookHandler["executionMode"]) =>
    JSON.stringify(renderHook(id, { ...HOOK, executionMode }).snippet).includes('"async":true');
  expect(handler("claude-code", "async")).toBe(true);
  expect(handler("claude-code", "blocking")).toBe(false);
  expect(handler("cursor", "async")).toBe(false);
});

test("says that a filter has no effect on an event without a tool", () => {
  const { snippet, warnings } = renderHook("claude-code", { ...HOOK, event: "Stop" });
  expect(snippet).toMatchObject({ hooks: { Stop: [{ matcher: "*" }] } });
  expect(warnings[0]).toMatch(/Stop is not a tool event/);
});

test("leaves the matcher out for goose when every tool is meant", () => {
  expect(JSON.stringify(renderHook("goose", { ...HOOK, toolFilter: [] }).snippet)).not.toContain("matcher");
});

test.each([
  ["cursor", ["beforeSubmitPrompt", "stop"]],
  ["codex", ["UserPromptSubmit", "Stop"]],
  ["copilot-cli", ["UserPromptSubmit", "Stop"]],
  ["goose", ["UserPromptSubmit", "Stop"]],
  ["gemini-cli", ["BeforeAgent", "AfterAgent"]],
  ["windsurf", ["pre_user_prompt", "post_cascade_response"]],
] as const)("%s reports its sessions at %j", (id, events) => {
  const { hooks_config: config } = renderAgent(id, { ...AGENT, hooks: [] }).snippet as { hooks_config: FileToMerge };
  expect(Object.keys(config.content["hooks"] as object)).toEqual(events);
  expect(config.text).toContain(`~/.tackroom/hook ${id}`);
});

test("kiro gets session hooks in the agent and in a file, and only the agent's name the agent", () => {
  const { agent_profile: profile, hook_files: files } = renderAgent("kiro", { ...AGENT, hooks: [] }).snippet as {
    agent_profile: FileToWrite;
    hook_files: FileToWrite[];
  };
  const command = `TACK_AGENT_ID=${AGENT.id} ~/.tackroom/hook kiro 2>/dev/null || true`;
  expect(readFile(profile).members["hooks"]).toMatchObject({ userPromptSubmit: [{ command }], stop: [{ command }] });
  expect(files.map(({ path }) => path)).toEqual(["~/.kiro/hooks/tackroom.json"]);
  expect(files[0]?.content).toContain('"command": "~/.tackroom/hook kiro 2>/dev/null || true"');
});

test("cline has one executable for all hooks of an event, and each hook a file of its own", () => {
  const hook: HookHandler = { ...HOOK, event: "UserPromptSubmit", toolFilter: [] };
  const inAgent = renderAgent("cline", { ...AGENT, hooks: [hook] }).snippet["hook_files"] as FileToWrite[];
  const { files: alone } = renderHook("cline", { ...hook, name: "second" });
  const executable = (files: readonly FileToWrite[]) =>
    files.find(({ path }) => path === "~/.cline/hooks/UserPromptSubmit")?.content;
  expect(executable(inAgent)).toContain("~/.tackroom/hook cline");
  expect(executable(alone)).toBe(executable(inAgent));
  expect(inAgent.find(({ path }) => path.endsWith("block-force-push/UserPromptSubmit.sh"))?.content).toContain(
    "~/.cline/scripts/block-force-push/check.sh\n",
  );
  expect(alone.map(({ path }) => path)).toContain("~/.cline/scripts/second/UserPromptSubmit.sh");
});

test.each([
  ["claude-code", "Bash|mcp__memory__.*"],
  ["codex", "Bash|mcp__memory__.*"],
  ["gemini-cli", "run_shell_command|mcp_memory_.*"],
  ["kiro", "shell|@memory/.*"],
  ["cursor", "Shell|MCP:.*"],
] as const)("%s compares a gate with its own names of tools", (id, matcher) => {
  const { snippet, warnings } = renderHook(id, { ...HOOK, toolFilter: ["Bash", "mcp__memory__.*"] });
  expect(JSON.stringify(snippet)).toContain(`"matcher":${JSON.stringify(matcher)}`);
  expect(warnings).toEqual([]);
});

test.each(["gemini-cli", "kiro", "goose", "cursor"] as const)(
  "%s runs a gate for every tool when it has no name for the one that is meant",
  (id) => {
    const { snippet, warnings } = renderHook(id, { ...HOOK, toolFilter: ["Bash", "^Imagined$"] });
    expect(JSON.stringify(snippet)).not.toContain("Imagined");
    expect(JSON.stringify(snippet)).not.toContain("shell");
    expect(warnings.join()).toMatch(/runs for all tools/);
  },
);

test("copilot ignores a matcher, which its hooks have for Copilot CLI, which reads the same files", () => {
  const { snippet, configPath, warnings } = renderHook("copilot", HOOK);
  expect(configPath).toBe(renderHook("copilot-cli", HOOK).configPath);
  expect(snippet).toMatchObject({ hooks: { PreToolUse: [{ matcher: HOOK.toolFilter.join("|") }] } });
  expect(warnings.join()).toMatch(/runs hooks for all tools/);
});

test("an agent's own hook goes with the agent where the harness can hold it there", () => {
  const own: HookHandler = { ...HOOK, scope: "agent" };
  const shared: HookHandler = { ...HOOK, name: "shared", scope: "session" };
  const { agent_profile: profile, hooks_config: config } = renderAgent("claude-code", {
    ...AGENT,
    hooks: [own, shared],
  }).snippet as { agent_profile: FileToWrite; hooks_config: FileToMerge };
  expect(profile.content).toContain("block-force-push/check.sh");
  expect(profile.content).not.toContain("shared/check.sh");
  expect(config.text).toContain("shared/check.sh");
  expect(config.text).not.toContain("block-force-push/check.sh");
});

test("a harness that cannot hold an agent's own hook says that it runs in every session", () => {
  const own: HookHandler = { ...HOOK, scope: "agent" };
  expect(renderAgent("cursor", { ...AGENT, hooks: [own] }).warnings.join()).toMatch(/in every session, not only while/);
  expect(renderAgent("cursor", { ...AGENT, hooks: [HOOK] }).warnings.join()).not.toMatch(/in every session, not only/);
});
