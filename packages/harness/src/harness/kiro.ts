import { defineHarness, type AgentPlace, type HookEntry, type HookPlace, type RenderedHooks } from "../harness.js";
import type { AgentDefinition, FileToWrite } from "../neutral.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import { byEvent, commandLine, hookPath, inScope } from "../render/hook-shapes.js";
import { approved, isRemote, longNameWarnings, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { pathPart } from "../render/names.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { DOLLAR_BRACES, inValuesOnly } from "../render/resolve-server.js";
import { OURS, sessionCommandOf } from "../render/session-hook.js";
import { jsonText, present } from "../render/text.js";
import { allowedTools } from "../render/tool-limits.js";
import type { ToolDialect } from "../render/tool-names.js";
import { PLAIN_RECORDING } from "../recording/recording-facts.js";
import { inBoth } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { kiroNames, readKiro } from "../transcript/kiro.js";

/** What the hook files of the second generation call the events of the first. */
const TRIGGERS: Readonly<Record<string, string>> = {
  agentSpawn: "SessionStart",
  userPromptSubmit: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  stop: "Stop",
};

/** CLI 2.x: inside the agent's JSON. */
function embeddedHandler(entry: HookEntry, place: HookPlace): Record<string, unknown> {
  const command = commandLine(entry);
  const seconds = entry.action.timeoutSeconds;
  return present({
    command: entry.agentId === undefined ? command : sessionCommandOf(entry.agentId, command, place.platform),
    matcher: entry.matcher,
    timeout_ms: seconds === undefined ? undefined : seconds * 1000,
  });
}

const HOOKS = { project: ".kiro/hooks/{name}.json", user: "~/.kiro/hooks/{name}.json" };

/** CLI 3 and IDE 1.x: a file of its own. It fires in every session, so it names no agent. */
function hookFile(owner: string, entries: readonly HookEntry[], place: HookPlace): FileToWrite {
  return {
    path: hookPath(HOOKS, place, owner === OURS ? OURS : `${OURS}-${pathPart(owner)}`),
    content: jsonText({
      version: "v1",
      hooks: entries.map((entry) =>
        present({
          name: `${owner} ${TRIGGERS[entry.event] ?? entry.event}`,
          trigger: TRIGGERS[entry.event] ?? entry.event,
          matcher: entry.matcher,
          action: { type: "command", command: commandLine(entry) },
          timeout: entry.action.timeoutSeconds,
          enabled: true,
        }),
      ),
    }),
  };
}

function renderHooks(entries: readonly HookEntry[], place: HookPlace): RenderedHooks {
  const owners = [...new Set(entries.map(({ owner }) => owner))];
  return {
    snippet: { hooks: byEvent(entries, (entry) => embeddedHandler(entry, place)) },
    files: owners.map((owner) =>
      hookFile(
        owner,
        entries.filter((entry) => entry.owner === owner),
        place,
      ),
    ),
    notes: [
      "Kiro CLI 2.13 or later and Kiro IDE 1.0.182 or later read the hook file; older CLIs need the `hooks` of the snippet in the agent's JSON. With both, the hook may run twice.",
    ],
  };
}

/** A custom agent of CLI 2.x does not load steering by itself. */
function resources(place: AgentPlace): string[] {
  const root = place.scope === "project" ? ".kiro" : "~/.kiro";
  return [
    `file://${root}/steering/**/*.md`,
    ...(place.scope === "project" ? ["file://AGENTS.md"] : []),
    ...place.skillNames.map((name) => `skill://${root}/skills/${name}/SKILL.md`),
  ];
}

const TOOLS: ToolDialect = {
  names: {
    read: ["read"],
    write: ["write"],
    edit: ["write"],
    grep: ["grep"],
    glob: ["glob"],
    shell: ["shell"],
    fetch: ["web_fetch"],
    "web-search": ["web_search"],
    task: ["use_subagent"],
    todo: ["todo_list"],
  },
  own: /^(?:@.*|fs_read|fs_write|execute_bash|read|write|shell|grep|glob|aws|use_aws|knowledge|thinking)$/,
  mcp: (server, tool) => (tool === undefined ? `@${server}` : `@${server}/${tool}`),
};

/** Without the tools, which the two formats write differently. */
function agentMembers(agent: AgentDefinition, place: AgentPlace): Record<string, unknown> {
  return {
    name: agent.name,
    description: agent.description,
    includeMcpJson: true,
    resources: resources(place),
    model: agent.model,
  };
}

export const kiro = defineHarness({
  id: "kiro",
  displayName: "Kiro",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: { vendors: ["anthropic"] },
  mcp: {
    format: "json",
    places: { project: ".kiro/settings/mcp.json", user: "~/.kiro/settings/mcp.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: inValuesOnly(DOLLAR_BRACES),
    autoApprove: "entry",
    entry: (server) => ({
      entry: { ...(isRemote(server) ? remoteEntry(server) : stdioEntry(server)), ...approved(server) },
      warnings: longNameWarnings(server, "Kiro"),
    }),
  },
  skills: { project: ".kiro/skills", user: "~/.kiro/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    events: {
      SessionStart: ["agentSpawn"],
      UserPromptSubmit: ["userPromptSubmit"],
      PreToolUse: ["preToolUse"],
      PostToolUse: ["postToolUse"],
      Stop: ["stop"],
    },
    http: false,
    background: false,
    matchers: true,
    scripts: (place) => {
      const folder = inScope(place, ".kiro/hooks/scripts", "~/.kiro/hooks/scripts");
      return { folder, reference: folder };
    },
    render: renderHooks,
  },
  prompts: {
    places: { project: ".kiro/prompts", user: "~/.kiro/prompts" },
    filename: markdownName,
    render: (prompt) => plainMarkdown(withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".kiro/agents/{name}.json", user: "~/.kiro/agents/{name}.json" },
    otherPlaces: { project: ".kiro/agents/{name}.md", user: "~/.kiro/agents/{name}.md" },
    hooksInProfile: "all",
    render: (agent, place) => {
      const { allowed, warnings } = allowedTools(agent, { displayName: "Kiro", tools: TOOLS }, place.serverNames);
      const members = agentMembers(agent, place);
      const profile = present({
        ...members,
        tools: allowed ?? ["*"],
        prompt: agent.prompt,
        hooks: Object.keys(place.hooks).length === 0 ? undefined : place.hooks,
      });
      return {
        profile: { path: profilePath(place.path, agent), content: jsonText(profile) },
        // CLI 3 and IDE 1.x read Markdown; where `tools` is absent there, the agent has all of them.
        otherProfiles: [
          markdownAgent(profilePath(place.otherPath ?? "", agent), { ...members, tools: allowed }, agent),
        ],
        warnings,
      };
    },
  },
  tools: TOOLS,
  presence: { binaries: ["kiro-cli", "kiro"], markers: ["~/.kiro"], traces: [".kiro"] },
  moved: [{ variable: "KIRO_HOME", from: "~/.kiro" }],
  scan: {
    // CLI 2.x keeps hooks in the file of the agent.
    places: [...inBoth("hooks", ".kiro/agents/*.json"), ...inBoth("hooks", ".kiro/hooks/*.json")],
    hookFolders: [".kiro"],
    isKnownByEvents: true,
  },
  transcript: { read: readKiro, names: kiroNames, usageComesFirst: false, mayLackUsage: true },
  sessions: {
    lines: [
      { folder: "~/.kiro", parts: ["sessions", "cli", /^(?<session>.+)\.jsonl$/] },
      { folder: "~/.kiro", parts: ["sessions", ANY, /^(?<session>.+)$/, "messages.jsonl"] },
    ],
    store: null,
  },
  recording: PLAIN_RECORDING,
});
