import { defineHarness, type AgentPlace } from "../harness.js";
import type { AgentDefinition } from "../neutral.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import { isRemote, remoteEntry, unlessEmpty } from "../render/mcp-entry.js";
import { described, markdownName, withArguments } from "../render/prompt-text.js";
import { CURLY_ENV } from "../render/resolve-server.js";
import { reportFunction } from "../render/session-hook.js";
import { present } from "../render/text.js";
import { toolLimits } from "../render/tool-limits.js";
import type { ToolDialect } from "../render/tool-names.js";
import { PLAIN_RECORDING } from "../recording/recording-facts.js";
import { inHome, inProject, SHARED_SKILLS } from "../scan/scan-facts.js";
import { opencodeNames, readOpencode } from "../transcript/opencode.js";

const SESSION_PLUGIN = `export const TackroomSessions = async ({ directory }) => ({
  "chat.message": async (input) => {
    report({ hook_event_name: "UserPromptSubmit", session_id: input.sessionID, cwd: directory });
  },
  event: async ({ event }) => {
    if (event.type !== "session.idle") return;
    report({ hook_event_name: "Stop", session_id: event.properties.sessionID, cwd: directory });
  },
});
`;

/** OpenCode finds a model by its provider; a bare name would stop the agent from loading. */
function modelOf({ model }: AgentDefinition): { model?: string; warnings: string[] } {
  if (model === undefined) return { warnings: [] };
  if (model.includes("/")) return { model, warnings: [] };
  return {
    warnings: [
      `OpenCode requires the form "provider/model", so the model ${model} is omitted. Choose one in OpenCode.`,
    ],
  };
}

const TOOLS: ToolDialect = {
  names: {
    read: ["read"],
    write: ["edit"],
    edit: ["edit"],
    grep: ["grep"],
    glob: ["glob", "list"],
    shell: ["bash"],
    fetch: ["webfetch"],
    "web-search": ["websearch"],
    task: ["task"],
    todo: ["todowrite", "todoread"],
  },
  own: /^(?:read|grep|glob|list|bash|webfetch|websearch|task|todowrite|todoread|skill|lsp)$/,
  mcp: (server, tool) => `${server}_${tool ?? "*"}`,
};

const HARMLESS = new Set(["read", "grep", "glob", "list", "todowrite", "todoread"]);

/**
 * The last rule that fits counts. A tool that is allowed is still asked for when it can change something: an agent must not
 * get around the questions that the person has set.
 */
function permissionOf(agent: AgentDefinition, { skillNames }: AgentPlace) {
  const { allowed, denied, warnings } = toolLimits(agent, { displayName: "OpenCode", tools: TOOLS });
  const skill = skillNames.length === 0 ? {} : { skill: "allow" };
  const rules = {
    ...(allowed === undefined
      ? {}
      : {
          "*": "deny",
          ...skill,
          ...Object.fromEntries(allowed.map((name) => [name, HARMLESS.has(name) ? "allow" : "ask"])),
        }),
    ...Object.fromEntries(denied.map((name) => [name, "deny"])),
  };
  return { permission: Object.keys(rules).length === 0 ? undefined : rules, warnings };
}

export const opencode = defineHarness({
  id: "opencode",
  displayName: "OpenCode",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "prompts", "sandboxes"],
  supportedModels: [],
  models: { qualifies: true },
  mcp: {
    format: "jsonc",
    places: { project: "opencode.json", user: "~/.config/opencode/opencode.json" },
    otherPlaces: { project: "opencode.jsonc", user: "~/.config/opencode/opencode.jsonc" },
    rootKey: "mcp",
    transports: ["stdio", "sse", "streamable-http"],
    variables: CURLY_ENV,
    autoApprove: "none",
    entry: (server) => ({
      entry: isRemote(server)
        ? remoteEntry(server, { type: "remote" })
        : present({
            type: "local",
            command: [server.command, ...server.args],
            environment: unlessEmpty(server.env),
          }),
    }),
  },
  skills: { project: ".opencode/skills", user: "~/.config/opencode/skills" },
  hooks: {
    kind: "none",
    reason: "OpenCode runs hooks as plugins in its own process (.opencode/plugins/), not as commands.",
    remedy: "Write it as a plugin.",
    sessionPlugin: {
      places: { project: ".opencode/plugins/tackroom.js", user: "~/.config/opencode/plugins/tackroom.js" },
      content: (platform) => `${reportFunction("opencode", platform)}\n${SESSION_PLUGIN}`,
    },
  },
  prompts: {
    places: { project: ".opencode/commands", user: "~/.config/opencode/commands" },
    filename: markdownName,
    render: (prompt) => described(prompt, withArguments(prompt, "$ARGUMENTS")),
  },
  agents: {
    places: { project: ".opencode/agents/{name}.md", user: "~/.config/opencode/agents/{name}.md" },
    hooksInProfile: "none",
    render: (agent, place) => {
      const { model, warnings } = modelOf(agent);
      const limits = permissionOf(agent, place);
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          { description: agent.description, mode: "all", model, permission: limits.permission },
          agent,
        ),
        warnings: [...warnings, ...limits.warnings],
      };
    },
  },
  tools: TOOLS,
  presence: {
    binaries: ["opencode"],
    markers: ["~/.config/opencode", "~/.local/share/opencode"],
    traces: [".opencode", "opencode.json", "opencode.jsonc"],
  },
  moved: [
    { variable: "OPENCODE_CONFIG", from: "~/.config/opencode/opencode.json" },
    { variable: "OPENCODE_CONFIG_DIR", from: "~/.config/opencode" },
    { variable: "XDG_DATA_HOME", from: "~/.local/share" },
  ],
  scan: {
    places: [
      inProject("mcps", "opencode.jsonc", { members: [["mcp"]] }),
      inProject("mcps", ".opencode/opencode.json", { members: [["mcp"]] }),
      inProject("mcps", ".opencode/opencode.jsonc", { members: [["mcp"]] }),
      inHome("mcps", "~/.config/opencode/opencode.jsonc", { members: [["mcp"]] }),
      inProject("agents", "opencode.json", { members: [["agent"]] }),
      inProject("agents", "opencode.jsonc", { members: [["agent"]] }),
      inHome("agents", "~/.config/opencode/opencode.json", { members: [["agent"]] }),
      inHome("agents", "~/.config/opencode/opencode.jsonc", { members: [["agent"]] }),
      inProject("hooks", ".opencode/plugins/*.ts", { hooks: "code" }),
      inHome("hooks", "~/.config/opencode/plugins/*.ts", { hooks: "code" }),
      ...SHARED_SKILLS,
    ],
    hookFolders: [],
    isKnownByEvents: false,
  },
  transcript: { read: readOpencode, names: opencodeNames, usageComesFirst: true, mayLackUsage: false },
  sessions: {
    lines: [],
    store: {
      format: "opencode-database",
      // Other release channels have a database of their own.
      files: [{ folder: "~/.local/share/opencode", parts: [/^opencode(-.+)?\.db$/] }],
      variable: "OPENCODE_DB",
    },
  },
  recording: PLAIN_RECORDING,
});
