import { defineHarness, type HookEntry, type HookPlace, type RenderedHooks } from "../harness.js";
import { agentWithTools } from "../render/agent-text.js";
import type { ToolDialect } from "../render/tool-names.js";
import { byEvent, commandHandler, hookPath, inScope } from "../render/hook-shapes.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { fileToMerge } from "../render/merge-file.js";
import { pointerPart } from "../render/names.js";
import { described, markdownName, withTypedArguments } from "../render/prompt-text.js";
import { inHome, inProject, SERVERS } from "../scan/scan-facts.js";
import { readAntigravity } from "../transcript/antigravity.js";

const TOOL_EVENTS = ["PreToolUse", "PostToolUse"];

/** Only events around tools have a matcher. */
function handler(entry: HookEntry): Record<string, unknown> {
  const command = commandHandler(entry);
  return TOOL_EVENTS.includes(entry.event) ? { matcher: entry.matcher ?? "*", hooks: [command] } : command;
}

const TOOLS: ToolDialect = {
  names: {
    read: ["view_file", "list_dir"],
    write: ["write_to_file"],
    edit: ["replace_file_content"],
    grep: ["grep_search"],
    glob: ["find_by_name"],
    shell: ["run_command"],
    fetch: ["read_url_content"],
    "web-search": ["search_web"],
  },
  own: /^(?:view_file|list_dir|write_to_file|replace_file_content|multi_replace_file_content|grep_search|find_by_name|run_command|read_url_content|search_web)$/,
  mcp: (server, tool) => (tool === undefined ? server : `${server}/${tool}`),
};

const HOOKS = { project: ".agents/hooks.json", user: "~/.gemini/config/hooks.json" };

/** A file of named hooks. */
function renderHooks(entries: readonly HookEntry[], place: HookPlace): RenderedHooks {
  const owners = [...new Set(entries.map(({ owner }) => owner))];
  const content = Object.fromEntries(
    owners.map((owner) => [
      owner,
      byEvent(
        entries.filter((entry) => entry.owner === owner),
        handler,
      ),
    ]),
  );
  const config = fileToMerge({
    path: hookPath(HOOKS, place),
    format: "json",
    content,
    keys: Object.keys(content).map((name) => `/${pointerPart(name)}`),
    merge: "Set only these keys, and leave all other hooks in the file unchanged.",
  });
  return { snippet: content, config, files: [], notes: [] };
}

export const antigravity = defineHarness({
  id: "antigravity",
  displayName: "Antigravity CLI",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: {},
  mcp: {
    format: "json",
    places: { project: ".agents/mcp_config.json", user: "~/.gemini/config/mcp_config.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: { kind: "none" },
    autoApprove: "none",
    entry: (server) => ({
      entry: isRemote(server) ? remoteEntry(server, {}, "serverUrl") : stdioEntry(server),
    }),
  },
  skills: { project: ".agents/skills", user: "~/.gemini/antigravity-cli/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: ["/{key}"],
    events: { PreToolUse: ["PreToolUse"], PostToolUse: ["PostToolUse"], Stop: ["Stop"] },
    // No event tells of a prompt; the invocation that follows it does.
    sessionEvents: ["PreInvocation", "Stop"],
    sessionCommandTakesEvent: true,
    http: false,
    background: false,
    matchers: true,
    // Commands run in the folder of hooks.json.
    scripts: (place) => ({
      folder: inScope(place, ".agents/hooks", "~/.gemini/config/hooks"),
      reference: inScope(place, "./hooks", "~/.gemini/config/hooks"),
    }),
    advice: 'Antigravity expects JSON on stdout: print at least {}, or {"decision":""} from a Stop hook.',
    render: renderHooks,
  },
  prompts: {
    places: { project: ".agents/workflows", user: "~/.gemini/antigravity-cli/global_workflows" },
    filename: markdownName,
    render: (prompt) => described(prompt, withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".agents/agents/{name}.md", user: "~/.gemini/config/agents/{name}.md" },
    hooksInProfile: "none",
    render: agentWithTools({ displayName: "Antigravity CLI", tools: TOOLS }, ({ scope }, allowed) => [
      ...(scope === "user" ? ["User-scope agents require Antigravity CLI 1.1.6 or later."] : []),
      ...(allowed === undefined
        ? []
        : ["Antigravity does not document its tool names. Check the tools of the agent in Antigravity."]),
    ]),
  },
  tools: TOOLS,
  presence: { binaries: ["agy"], markers: ["~/.gemini/antigravity-cli", "~/.gemini/config"], traces: [] },
  moved: [],
  scan: {
    // Three generations of it keep things in three places; each is still on somebody's disk.
    places: [
      inHome("mcps", "~/.gemini/antigravity-cli/mcp_config.json", SERVERS),
      inHome("mcps", "~/.gemini/antigravity/mcp_config.json", SERVERS),
      inHome("skills", "~/.gemini/config/skills/*/SKILL.md"),
      inProject("agents", ".agents/agents/*/agent.md"),
      inProject("agents", ".agents/agents/*/agent.json"),
      inHome("agents", "~/.gemini/config/agents/*/agent.md"),
      inHome("agents", "~/.gemini/antigravity-cli/agents/*/agent.json"),
      inHome("prompts", "~/.gemini/antigravity/global_workflows/*.md"),
    ],
    hookFolders: [],
    isKnownByEvents: false,
    hooks: "named",
  },
  transcript: { read: readAntigravity, names: null, usageComesFirst: false, mayLackUsage: true },
  sessions: {
    lines: [
      {
        folder: "~/.gemini",
        parts: [/^antigravity/, "brain", /^(?<session>.+)$/, ".system_generated", "logs", "transcript.jsonl"],
      },
    ],
    store: null,
  },
  recording: {
    output: { always: "{}", at: { Stop: '{"decision":""}' } },
    transcriptFolders: ["/.gemini/antigravity"],
    otherEndings: [],
    sessionMembers: ["conversationId"],
    eventMembers: [],
    isOwn: (payload) => payload["conversationId"] !== undefined && payload["workspacePaths"] !== undefined,
  },
});
