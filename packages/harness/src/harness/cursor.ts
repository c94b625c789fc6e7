import { defineHarness, type HookEntry } from "../harness.js";
import { markdownAgent, profilePath, unsupported } from "../render/agent-text.js";
import { byEvent, commandLine, HOOK_LISTS, hookPath, inScope, sharedHooks } from "../render/hook-shapes.js";
import type { ToolDialect } from "../render/tool-names.js";
import { isReadOnly } from "../render/tool-limits.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { ENV_BRACES } from "../render/resolve-server.js";
import { present } from "../render/text.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inProject } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { readCursor } from "../transcript/cursor.js";

function handler(entry: HookEntry): Record<string, unknown> {
  return present({ command: commandLine(entry), timeout: entry.action.timeoutSeconds, matcher: entry.matcher });
}

const HOOKS = { project: ".cursor/hooks.json", user: "~/.cursor/hooks.json" };

/** For hooks: an agent's profile has no list of tools. */
const TOOLS: ToolDialect = {
  names: {
    read: ["Read"],
    write: ["Write"],
    edit: ["Write"],
    grep: ["Grep"],
    glob: ["Grep"],
    shell: ["Shell"],
    task: ["Task"],
  },
  own: /^(?:Shell|Delete|MCP:.*)$/,
  mcp: (_server, tool) => `MCP:${tool ?? ".*"}`,
};

export const cursor = defineHarness({
  id: "cursor",
  displayName: "Cursor",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: {},
  mcp: {
    format: "json",
    places: { project: ".cursor/mcp.json", user: "~/.cursor/mcp.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: ENV_BRACES,
    autoApprove: "none",
    // Cursor negotiates the transport of a remote server, so the entry has no type.
    entry: (server) => ({ entry: isRemote(server) ? remoteEntry(server) : stdioEntry(server) }),
  },
  skills: { project: ".cursor/skills", user: "~/.cursor/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: ["/version", ...HOOK_LISTS],
    // An event name that a build does not know can invalidate the whole file: only the old, general ones.
    events: {
      SessionStart: ["sessionStart"],
      SessionEnd: ["sessionEnd"],
      UserPromptSubmit: ["beforeSubmitPrompt"],
      PreToolUse: ["preToolUse"],
      PostToolUse: ["postToolUse"],
      Stop: ["stop"],
      SubagentStop: ["subagentStop"],
    },
    http: false,
    background: false,
    matchers: true,
    scripts: (place) => {
      const folder = inScope(place, ".cursor/hooks", "~/.cursor/hooks");
      return { folder, reference: folder };
    },
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        version: 1,
        hooks: byEvent(entries, handler),
      }),
  },
  prompts: {
    places: { project: ".cursor/commands", user: "~/.cursor/commands" },
    filename: markdownName,
    render: (prompt) => plainMarkdown(withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".cursor/agents/{name}.md", user: "~/.cursor/agents/{name}.md" },
    hooksInProfile: "none",
    render: (agent, place) => ({
      profile: markdownAgent(
        profilePath(place.path, agent),
        {
          name: agent.name,
          description: agent.description,
          model: agent.model,
          readonly: isReadOnly(agent) ? true : undefined,
        },
        agent,
      ),
      warnings: unsupported(agent, "Cursor", ["tools"]),
    }),
  },
  tools: TOOLS,
  presence: {
    binaries: ["cursor", "cursor-agent"],
    markers: ["~/.cursor"],
    traces: [".cursor", ".cursorrules"],
  },
  moved: [],
  scan: {
    places: [inProject("skills", ".agents/skills/*/SKILL.md")],
    hookFolders: [".cursor"],
    isKnownByEvents: true,
  },
  transcript: { read: readCursor, names: null, usageComesFirst: false, mayLackUsage: true },
  sessions: {
    lines: [
      { folder: "~/.cursor", parts: ["projects", ANY, "agent-transcripts", ANY, /^(?<session>.+)\.jsonl$/] },
      {
        folder: "~/.cursor",
        parts: ["projects", ANY, "agent-transcripts", /^(?<parent>.+)$/, "subagents", /^(?<session>.+)\.jsonl$/],
      },
    ],
    store: null,
  },
  recording: {
    output: SILENCE,
    transcriptFolders: ["/.cursor/projects/"],
    otherEndings: [],
    sessionMembers: ["conversation_id"],
    eventMembers: [],
    isOwn: (payload) => payload["cursor_version"] !== undefined,
  },
});
