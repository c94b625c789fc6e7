import type { Harness, HookEntry } from "../harness.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import { allowedTools } from "../render/tool-limits.js";
import type { ToolDialect } from "../render/tool-names.js";
import {
  byEvent,
  commandLine,
  HOOK_LISTS,
  hookPath,
  inScope,
  nestedHandler,
  sharedHooks,
} from "../render/hook-shapes.js";
import { httpType, isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { withArguments } from "../render/prompt-text.js";
import { DOLLAR } from "../render/resolve-server.js";
import { present, textOf, tomlTextBlock, withFinalNewline } from "../render/text.js";

function handler(entry: HookEntry): Record<string, unknown> {
  const seconds = entry.action.timeoutSeconds;
  return present({
    type: "command",
    name: entry.owner,
    command: commandLine(entry),
    timeout: seconds === undefined ? undefined : seconds * 1000,
  });
}

const TOOLS: ToolDialect = {
  names: {
    read: ["read_file", "read_many_files", "list_directory"],
    write: ["write_file"],
    edit: ["replace"],
    grep: ["grep_search"],
    glob: ["glob"],
    shell: ["run_shell_command"],
    fetch: ["web_fetch"],
    "web-search": ["google_web_search"],
    todo: ["write_todos"],
  },
  // A name that Gemini CLI does not know keeps the whole agent from loading.
  own: /^(?:read_file|read_many_files|list_directory|write_file|replace|glob|grep_search|run_shell_command|web_fetch|google_web_search|write_todos|save_memory|ask_user|activate_skill|mcp_(?!_).*)$/,
  mcp: (server, tool) => `mcp_${server}_${tool ?? "*"}`,
};

const HOOKS = { project: ".gemini/settings.json", user: "~/.gemini/settings.json" };

export const geminiCli: Harness = {
  id: "gemini-cli",
  displayName: "Gemini CLI",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: { vendors: ["google"] },
  mcp: {
    format: "jsonc",
    places: { project: ".gemini/settings.json", user: "~/.gemini/settings.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: DOLLAR,
    autoApprove: "none",
    entry: (server) => ({
      entry: isRemote(server) ? remoteEntry(server, { type: httpType(server) }) : stdioEntry(server),
    }),
  },
  skills: { project: ".gemini/skills", user: "~/.gemini/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
    events: {
      SessionStart: ["SessionStart"],
      SessionEnd: ["SessionEnd"],
      UserPromptSubmit: ["BeforeAgent"],
      PreToolUse: ["BeforeTool"],
      PostToolUse: ["AfterTool"],
      Stop: ["AfterAgent"],
      Notification: ["Notification"],
    },
    http: false,
    background: false,
    matchers: true,
    scripts: (place) => ({
      folder: inScope(place, ".gemini/hooks", "~/.gemini/hooks"),
      reference: inScope(place, '"$GEMINI_PROJECT_DIR"/.gemini/hooks', "~/.gemini/hooks"),
    }),
    advice: "Gemini CLI parses the hook's stdout as JSON: do not print anything else.",
    render: (entries, place) =>
      sharedHooks(
        hookPath(HOOKS, place),
        {
          hooks: byEvent(entries, (entry) => nestedHandler(entry, handler(entry))),
        },
        "jsonc",
      ),
  },
  prompts: {
    places: { project: ".gemini/commands", user: "~/.gemini/commands" },
    filename: (name) => `${name}.toml`,
    render: (prompt) =>
      `${textOf("toml", { description: prompt.description })}prompt = ${tomlTextBlock(withFinalNewline(withArguments(prompt, "{{args}}")))}\n`,
  },
  agents: {
    places: { project: ".gemini/agents/{name}.md", user: "~/.gemini/agents/{name}.md" },
    hooksInProfile: "none",
    render: (agent, place) => {
      const { allowed, warnings } = allowedTools(agent, { displayName: "Gemini CLI", tools: TOOLS }, place.serverNames);
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          { name: agent.name, description: agent.description, tools: allowed, model: agent.model },
          agent,
        ),
        warnings,
      };
    },
  },
  tools: TOOLS,
};
