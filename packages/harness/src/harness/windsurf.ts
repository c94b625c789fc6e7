import { defineHarness, type HookEntry } from "../harness.js";
import { agentAsSkill, markdownAgent, profilePath, unsupported } from "../render/agent-text.js";
import { byEvent, commandLine, HOOK_LISTS, hookPath, inScope, sharedHooks } from "../render/hook-shapes.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { ENV_BRACES } from "../render/resolve-server.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inHome, inProject, SERVERS } from "../scan/scan-facts.js";
import { readWindsurf } from "../transcript/windsurf.js";

function handler(entry: HookEntry): Record<string, unknown> {
  return { command: commandLine(entry), show_output: false };
}

const HOOKS = { project: ".windsurf/hooks.json", user: "~/.codeium/windsurf/hooks.json" };

export const windsurf = defineHarness({
  id: "windsurf",
  displayName: "Windsurf",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  mcp: {
    format: "json",
    // Only Devin Local reads the project's file; the editor reads the user's.
    places: { project: ".devin/mcp_config.json", user: "~/.codeium/windsurf/mcp_config.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: ENV_BRACES,
    autoApprove: "none",
    // A remote entry under `url` fails without a word.
    entry: (server) => ({
      entry: isRemote(server) ? remoteEntry(server, {}, "serverUrl") : stdioEntry(server),
    }),
  },
  skills: { project: ".windsurf/skills", user: "~/.codeium/windsurf/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
    events: {
      UserPromptSubmit: ["pre_user_prompt"],
      PreToolUse: ["pre_read_code", "pre_write_code", "pre_run_command", "pre_mcp_tool_use"],
      PostToolUse: ["post_read_code", "post_write_code", "post_run_command", "post_mcp_tool_use"],
      Stop: ["post_cascade_response"],
    },
    http: false,
    background: false,
    matchers: false,
    scripts: (place) => {
      const folder = inScope(place, ".windsurf/hooks", "~/.codeium/windsurf/hooks");
      return { folder, reference: folder };
    },
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        hooks: byEvent(entries, handler),
      }),
  },
  prompts: {
    places: { project: ".windsurf/workflows" },
    filename: markdownName,
    render: (prompt) => plainMarkdown(withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".devin/agents/{name}/AGENT.md", user: "~/.codeium/windsurf/skills/{name}/SKILL.md" },
    hooksInProfile: "none",
    render: (agent, place) => {
      if (place.scope === "user") {
        return agentAsSkill(agent, place, {
          displayName: "Windsurf",
          reason: "Windsurf supports agent files only in projects",
        });
      }
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          { name: agent.name, description: agent.description },
          agent,
        ),
        warnings: [
          "Only Devin reads .devin/: the agent and its MCP servers do not appear in the Windsurf editor.",
          ...unsupported(agent, "Windsurf", ["model", "tools"]),
        ],
      };
    },
  },
  presence: {
    binaries: ["windsurf"],
    markers: ["~/.codeium/windsurf", "~/.config/devin"],
    traces: [".windsurf", ".windsurfrules", ".devin"],
  },
  moved: [],
  scan: {
    places: [
      inHome("mcps", "~/.config/devin/mcp_config.json", SERVERS),
      inProject("hooks", ".devin/hooks.v1.json"),
      inProject("skills", ".devin/skills/*/SKILL.md"),
      inProject("skills", ".agents/skills/*/SKILL.md"),
    ],
    hookFolders: [".windsurf"],
    isKnownByEvents: true,
    toolsOfEvent: {
      pre_run_command: "Bash",
      post_run_command: "Bash",
      pre_read_code: "Read",
      post_read_code: "Read",
      pre_write_code: "Write|Edit",
      post_write_code: "Write|Edit",
      pre_mcp_tool_use: "mcp__.*",
      post_mcp_tool_use: "mcp__.*",
    },
  },
  transcript: { read: readWindsurf, names: null, usageComesFirst: false, mayLackUsage: true },
  sessions: { unread: "stores its sessions encrypted, so only its hooks can record them" },
  recording: {
    output: SILENCE,
    transcriptFolders: [],
    otherEndings: [],
    sessionMembers: ["trajectory_id"],
    eventMembers: ["agent_action_name"],
  },
});
