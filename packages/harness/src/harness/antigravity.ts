import type { Harness, HookEntry, HookPlace, RenderedHooks } from "../harness.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import { allowedTools } from "../render/tool-limits.js";
import type { ToolDialect } from "../render/tool-names.js";
import { byEvent, commandHandler, hookPath, inScope } from "../render/hook-shapes.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { fileToMerge } from "../render/merge-file.js";
import { pointerPart } from "../render/names.js";
import { described, markdownName, withTypedArguments } from "../render/prompt-text.js";

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

export const antigravity: Harness = {
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
    render: (agent, place) => {
      const { allowed, warnings } = allowedTools(
        agent,
        { displayName: "Antigravity CLI", tools: TOOLS },
        place.serverNames,
      );
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          { name: agent.name, description: agent.description, tools: allowed, model: agent.model },
          agent,
        ),
        warnings: [
          ...(place.scope === "user" ? ["User-scope agents require Antigravity CLI 1.1.6 or later."] : []),
          ...(allowed === undefined
            ? []
            : ["Antigravity does not document its tool names. Check the tools of the agent in Antigravity."]),
          ...warnings,
        ],
      };
    },
  },
  tools: TOOLS,
};
