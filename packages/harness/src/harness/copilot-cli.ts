import { defineHarness, type HookEntry } from "../harness.js";
import type { Platform } from "../neutral.js";
import { agentWithTools } from "../render/agent-text.js";
import { COPILOT_TOOLS } from "../render/tool-names.js";
import {
  byEvent,
  commandLine,
  HOOK_LISTS,
  hookPath,
  httpHandler,
  inScope,
  sharedHooks,
} from "../render/hook-shapes.js";
import { httpType, isRemote, longNameWarnings, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { described, markdownName, withArguments } from "../render/prompt-text.js";
import { DOLLAR } from "../render/resolve-server.js";
import { OURS, sessionCommand, sessionCommandInPowerShell } from "../render/session-hook.js";
import { present } from "../render/text.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inHome, inProject, SERVERS } from "../scan/scan-facts.js";
import { copilotCliNames, readCopilotCli } from "../transcript/copilot-cli.js";

function handler(entry: HookEntry, platform: Platform | undefined): Record<string, unknown> {
  const { action, matcher } = entry;
  const common = { timeoutSec: action.timeoutSeconds, matcher };
  if (action.type === "http") return present({ ...httpHandler(action), ...common });
  if (entry.owner === OURS) {
    // A project is shared by machines, and ours can be called on each of them.
    const shells = {
      bash: sessionCommand("copilot-cli", "linux"),
      powershell: sessionCommandInPowerShell("copilot-cli"),
    };
    return present({ type: "command", ...shells, ...common });
  }
  // Not for both shells: where a command cannot run, Copilot CLI refuses every tool.
  return present({ type: "command", [platform === "windows" ? "powershell" : "bash"]: commandLine(entry), ...common });
}

const HOOKS = { project: ".github/hooks/{name}.json", user: "~/.copilot/hooks/{name}.json" };

export const copilotCli = defineHarness({
  id: "copilot-cli",
  displayName: "Copilot CLI",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: {},
  mcp: {
    format: "json",
    places: { project: ".mcp.json", user: "~/.copilot/mcp-config.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: DOLLAR,
    autoApprove: "none",
    entry: (server) => ({
      entry: {
        ...(isRemote(server) ? remoteEntry(server, { type: httpType(server) }) : stdioEntry(server, { type: "stdio" })),
        tools: ["*"],
      },
      warnings: longNameWarnings(server, "Copilot CLI"),
    }),
  },
  skills: { project: ".agents/skills", user: "~/.agents/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: ["/version", ...HOOK_LISTS],
    // Copilot CLI knows a camelCase spelling too; this one brings the payload that names its event.
    events: {
      SessionStart: ["SessionStart"],
      SessionEnd: ["SessionEnd"],
      UserPromptSubmit: ["UserPromptSubmit"],
      PreToolUse: ["PreToolUse"],
      PostToolUse: ["PostToolUse"],
      Stop: ["Stop"],
      SubagentStop: ["SubagentStop"],
      Notification: ["Notification"],
    },
    http: true,
    background: false,
    matchers: true,
    claudeToolNames: true,
    scripts: (place) => {
      const folder = inScope(place, ".github/hooks/scripts", "~/.copilot/hooks/scripts");
      return { folder, reference: folder };
    },
    advice: "Copilot CLI does not load anything from an untrusted folder.",
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        version: 1,
        hooks: byEvent(entries, (entry) => handler(entry, place.platform)),
      }),
  },
  prompts: {
    places: { project: ".claude/commands" },
    filename: markdownName,
    render: (prompt) => described(prompt, withArguments(prompt, "$ARGUMENTS")),
    advice: "Copilot CLI reads commands from .claude/commands, so Claude Code shows them too.",
  },
  agents: {
    places: { project: ".github/agents/{name}.agent.md", user: "~/.copilot/agents/{name}.agent.md" },
    hooksInProfile: "none",
    render: agentWithTools({ displayName: "Copilot CLI", tools: COPILOT_TOOLS }),
  },
  tools: COPILOT_TOOLS,
  presence: { binaries: ["copilot"], markers: ["~/.copilot"], traces: [] },
  moved: [{ variable: "COPILOT_HOME", from: "~/.copilot" }],
  scan: {
    places: [
      inProject("mcps", ".mcp.json", { ...SERVERS, isBareMap: true }),
      inProject("mcps", ".github/mcp.json", { ...SERVERS, isBareMap: true }),
      inHome("skills", "~/.copilot/skills/*/SKILL.md"),
      inProject("skills", ".github/skills/*/SKILL.md"),
      inHome("hooks", "~/.copilot/settings.json"),
      inProject("hooks", ".github/copilot/settings.json"),
      inProject("hooks", ".github/copilot/settings.local.json"),
    ],
    hookFolders: [".github", ".copilot"],
    isKnownByEvents: true,
    // Cursor has some of its events, and never a command by shell.
    hookMembers: ["bash", "powershell", "timeoutSec"],
    events: {
      sessionStart: "SessionStart",
      userPromptSubmitted: "UserPromptSubmit",
      preToolUse: "PreToolUse",
      postToolUse: "PostToolUse",
      agentStop: "Stop",
      subagentStop: "SubagentStop",
      notification: "Notification",
    },
  },
  transcript: { read: readCopilotCli, names: copilotCliNames, usageComesFirst: false, mayLackUsage: true },
  sessions: {
    lines: [{ folder: "~/.copilot", parts: ["session-state", /^(?<session>.+)$/, "events.jsonl"] }],
    store: null,
  },
  recording: {
    output: SILENCE,
    transcriptFolders: ["/.copilot/session-state/"],
    otherEndings: ["agentStop"],
    sessionMembers: [],
    eventMembers: [],
  },
});
