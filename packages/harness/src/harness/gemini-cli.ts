import type { Harness, HookEntry } from "../harness.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
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

const HOOKS = { project: ".gemini/settings.json", user: "~/.gemini/settings.json" };

export const geminiCli: Harness = {
  id: "gemini-cli",
  displayName: "Gemini CLI",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
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
    advice: "Gemini CLI reads the hook's stdout as JSON: print nothing else there.",
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
    render: (agent, place) => ({
      profile: markdownAgent(
        profilePath(place.path, agent),
        { name: agent.name, description: agent.description, tools: agent.tools, model: agent.model },
        agent,
      ),
      warnings: [],
    }),
  },
};
