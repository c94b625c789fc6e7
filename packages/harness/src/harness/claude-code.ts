import { defineHarness, type HookEntry } from "../harness.js";
import type { Scope } from "../neutral.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import {
  backgroundHandler,
  byEvent,
  HOOK_LISTS,
  hookPath,
  httpHandler,
  inScope,
  nestedHandler,
  sharedHooks,
} from "../render/hook-shapes.js";
import { httpType, isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { described, markdownName, withArguments } from "../render/prompt-text.js";
import { DOLLAR_BRACES, type ResolvedServer } from "../render/resolve-server.js";
import { present } from "../render/text.js";
import { toolLimits } from "../render/tool-limits.js";
import type { ToolDialect } from "../render/tool-names.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inBoth, inProject } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { claudeCodeNames, readClaudeCode } from "../transcript/claude-code.js";

function addCommand(server: ResolvedServer, scope?: Scope): string[] {
  const scoped = scope === undefined ? [] : ["--scope", scope];
  if (isRemote(server)) {
    const headers = Object.entries(server.headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
    return ["claude", "mcp", "add", "--transport", httpType(server), ...scoped, server.name, server.url, ...headers];
  }
  // `--env` takes every word up to the next option: before the name it would swallow the name.
  const env = Object.entries(server.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  return ["claude", "mcp", "add", server.name, ...scoped, ...env, "--", server.command, ...server.args];
}

/** A server of `.mcp.json` waits for the user's approval; these settings give it, and that of single tools. */
function settingsSnippet({ name, autoApprove }: ResolvedServer): Record<string, unknown> {
  const allow = autoApprove.map((tool) => `mcp__${name}__${tool}`);
  return present({
    enabledMcpjsonServers: [name],
    permissions: allow.length === 0 ? undefined : { allow },
  });
}

function handler(entry: HookEntry): Record<string, unknown> {
  if (entry.action.type === "command") return backgroundHandler(entry);
  return present({ ...httpHandler(entry.action), timeout: entry.action.timeoutSeconds });
}

const TOOLS: ToolDialect = {
  names: {
    read: ["Read"],
    write: ["Write"],
    edit: ["Edit"],
    grep: ["Grep"],
    glob: ["Glob"],
    shell: ["Bash"],
    fetch: ["WebFetch"],
    "web-search": ["WebSearch"],
    task: ["Task"],
    todo: ["TodoWrite"],
  },
  own: /^(?:[A-Z]|mcp__)/,
  mcp: (server, tool) => (tool === undefined ? `mcp__${server}` : `mcp__${server}__${tool}`),
  takesArguments: true,
};

const HOOKS = { project: ".claude/settings.json", user: "~/.claude/settings.json" };

/** Servers that one person has in one project are kept under the project's path. */
function ownOfProject(project: string): string[][] {
  const spellings = new Set([project, project.replaceAll("\\", "/")]);
  return [...spellings].map((path) => ["projects", path, "mcpServers"]);
}

const SUBAGENT = /^(?<session>agent-.+)\.jsonl$/;

export const claudeCode = defineHarness({
  id: "claude-code",
  displayName: "Claude Code",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: { vendors: ["anthropic"], takesAliases: true },
  mcp: {
    format: "json",
    places: { project: ".mcp.json", user: "~/.claude.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: DOLLAR_BRACES,
    autoApprove: "settings",
    entry: (server) => ({
      entry: isRemote(server) ? remoteEntry(server, { type: httpType(server) }) : stdioEntry(server, { type: "stdio" }),
      warnings: /^[A-Za-z0-9_-]+$/.test(server.name)
        ? []
        : [
            `\`claude mcp add\` accepts only letters, digits, "_" and "-" in names. Install "${server.name}" with another local name.`,
          ],
    }),
    addCommand,
    extras: (server) => ({
      command: addCommand(server),
      type: "shell_command",
      claude_settings_snippet: settingsSnippet(server),
    }),
  },
  skills: { project: ".claude/skills", user: "~/.claude/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
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
    background: true,
    matchers: true,
    claudeToolNames: true,
    scripts: (place) => ({
      folder: inScope(place, ".claude/hooks", "~/.claude/hooks"),
      reference: inScope(place, '"$CLAUDE_PROJECT_DIR"/.claude/hooks', "~/.claude/hooks"),
    }),
    advice: "Cursor, VS Code, Copilot CLI and Devin also read and run the hooks in .claude/settings.json.",
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        hooks: byEvent(entries, (entry) => nestedHandler(entry, handler(entry), "*")),
      }),
  },
  prompts: {
    places: { project: ".claude/commands", user: "~/.claude/commands" },
    filename: markdownName,
    render: (prompt) => described(prompt, withArguments(prompt, "$ARGUMENTS")),
  },
  agents: {
    places: { project: ".claude/agents/{name}.md", user: "~/.claude/agents/{name}.md" },
    hooksInProfile: "session",
    render: (agent, place) => {
      const { allowed, denied, warnings } = toolLimits(agent, { displayName: "Claude Code", tools: TOOLS });
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          {
            name: agent.name,
            description: agent.description,
            tools: allowed,
            disallowedTools: denied.length === 0 ? undefined : denied,
            model: agent.model,
            color: agent.color,
            // Only servers of this install: a name that Claude Code does not know breaks the agent.
            mcpServers: place.serverNames.length === 0 ? undefined : place.serverNames,
            skills: place.skillNames.length === 0 ? undefined : place.skillNames,
            hooks: Object.keys(place.hooks).length === 0 ? undefined : place.hooks,
          },
          agent,
        ),
        warnings,
      };
    },
  },
  tools: TOOLS,
  presence: {
    binaries: ["claude"],
    markers: ["~/.claude", "~/.claude.json"],
    traces: [".claude", ".mcp.json", "CLAUDE.md"],
  },
  moved: [
    { variable: "CLAUDE_CONFIG_DIR", from: "~/.claude.json", to: ".claude.json" },
    { variable: "CLAUDE_CONFIG_DIR", from: "~/.claude" },
  ],
  scan: {
    places: [
      { type: "mcps", scope: "project", pattern: "~/.claude.json", members: ownOfProject },
      ...inBoth("agents", ".claude/agents/**/*.md"),
      ...inBoth("prompts", ".claude/commands/**/*.md"),
      inProject("hooks", ".claude/settings.local.json"),
    ],
    hookFolders: [".claude"],
    isKnownByEvents: true,
  },
  transcript: { read: readClaudeCode, names: claudeCodeNames, usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [
      { folder: "~/.claude", parts: ["projects", ANY, /^(?<session>.+)\.jsonl$/] },
      { folder: "~/.claude", parts: ["projects", ANY, /^(?<parent>.+)$/, "subagents", SUBAGENT] },
    ],
    store: null,
    subagents: { folder: "subagents", file: SUBAGENT },
  },
  recording: {
    output: SILENCE,
    transcriptFolders: ["/.claude/projects/"],
    otherEndings: ["StopFailure"],
    sessionMembers: [],
    eventMembers: [],
  },
});
