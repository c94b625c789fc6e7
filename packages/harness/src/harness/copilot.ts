import { defineHarness } from "../harness.js";
import { inInsiders, inVsCode } from "../home-path.js";
import { markdownAgent, profilePath } from "../render/agent-text.js";
import { allowedTools } from "../render/tool-limits.js";
import { COPILOT_TOOLS } from "../render/tool-names.js";
import { byEvent, commandHandler, HOOK_LISTS, hookPath, inScope, sharedHooks } from "../render/hook-shapes.js";
import { httpType, isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { replaceVariables } from "../render/prompt-text.js";
import { INPUT_BRACES, isAuthorization, type ResolvedServer } from "../render/resolve-server.js";
import { frontMatter, present } from "../render/text.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inHome, inProject, SHARED_SKILLS } from "../scan/scan-facts.js";
import { ANY, inVsCodes } from "../sessions/kept-sessions.js";
import { copilotNames, readCopilot } from "../transcript/copilot.js";

const MAX_BODY_LENGTH = 30_000;

/** VS Code asks for each of these once, and keeps the answer. Servers that share one must describe it in the same words. */
function inputs(server: ResolvedServer): Record<string, unknown>[] {
  const asked = [
    ...(isRemote(server) ? [] : server.openVariables.map((id) => ({ id, description: id }))),
    ...(isRemote(server)
      ? server.openHeaders.map(({ name, variable }) => ({
          id: variable,
          description: `${isAuthorization(name) ? "Token" : name} for ${server.name}`,
        }))
      : []),
  ];
  return asked.map(({ id, description }) => ({ type: "promptString", id, description, password: true }));
}

const HOOKS = { project: ".github/hooks/{name}.json", user: "~/.copilot/hooks/{name}.json" };

const LOG = /^(?<session>.+)\.jsonl$/;
/** What VS Code wrote before its log of changes. */
const DOCUMENT = /^(?<session>.+)\.json$/;

export const copilot = defineHarness({
  id: "copilot",
  displayName: "GitHub Copilot (VS Code)",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: { takesTitles: true },
  mcp: {
    format: "jsonc",
    places: { project: ".vscode/mcp.json", user: inVsCode("/mcp.json") },
    rootKey: "servers",
    besideLists: ["inputs"],
    transports: ["stdio", "sse", "streamable-http"],
    variables: INPUT_BRACES,
    autoApprove: "none",
    entry: (server) => ({
      entry: isRemote(server) ? remoteEntry(server, { type: httpType(server) }) : stdioEntry(server, { type: "stdio" }),
      beside: { inputs: inputs(server) },
    }),
  },
  skills: { project: ".github/skills", user: "~/.copilot/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
    events: {
      SessionStart: ["SessionStart"],
      UserPromptSubmit: ["UserPromptSubmit"],
      PreToolUse: ["PreToolUse"],
      PostToolUse: ["PostToolUse"],
      Stop: ["Stop"],
      SubagentStop: ["SubagentStop"],
    },
    sessionEvents: [],
    noSessions: "Hooks are a preview feature in VS Code, so its sessions are not reported.",
    http: false,
    background: false,
    matchers: false,
    // Copilot CLI runs these too, and without a matcher for every tool.
    writesMatchers: true,
    scripts: (place) => {
      const folder = inScope(place, ".github/hooks/scripts", "~/.copilot/hooks/scripts");
      return { folder, reference: folder };
    },
    advice: "Hooks are a preview feature in VS Code, and an organization can disable them.",
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        hooks: byEvent(entries, (entry) => present({ ...commandHandler(entry), matcher: entry.matcher })),
      }),
  },
  prompts: {
    places: { project: ".github/prompts", user: inVsCode("/prompts") },
    filename: (name) => `${name}.prompt.md`,
    render: (prompt) =>
      frontMatter(
        { name: prompt.name, description: prompt.description },
        replaceVariables(prompt, (name) => `\${input:${name}}`),
      ),
  },
  agents: {
    places: { project: ".github/agents/{name}.agent.md", user: "~/.copilot/agents/{name}.agent.md" },
    hooksInProfile: "none",
    render: (agent, place) => {
      const { allowed, warnings } = allowedTools(
        agent,
        { displayName: "GitHub Copilot (VS Code)", tools: COPILOT_TOOLS },
        place.serverNames,
      );
      return {
        profile: markdownAgent(
          profilePath(place.path, agent),
          {
            name: agent.name,
            description: agent.description,
            "argument-hint": agent.argumentHint,
            tools: allowed,
            model: agent.model,
          },
          agent,
        ),
        warnings: [
          ...(agent.prompt.length > MAX_BODY_LENGTH
            ? [`Copilot limits agents to 30,000 characters; this prompt has ${agent.prompt.length}. Shorten it.`]
            : []),
          ...warnings,
        ],
      };
    },
  },
  tools: COPILOT_TOOLS,
  presence: {
    binaries: ["code", "code-insiders"],
    markers: [inVsCode(""), inInsiders(""), "~/.vscode/extensions/github.copilot*"],
    traces: [".vscode/mcp.json", ".github/agents", ".github/copilot-instructions.md"],
  },
  moved: [{ variable: "COPILOT_HOME", from: "~/.copilot" }],
  scan: {
    places: [
      inHome("mcps", inInsiders("/mcp.json"), { members: [["servers"]] }),
      inHome("prompts", inInsiders("/prompts/*.prompt.md")),
      inHome("agents", inVsCode("/agents/*.agent.md")),
      inProject("agents", ".github/agents/*.md"),
      ...SHARED_SKILLS,
    ],
    hookFolders: [],
    isKnownByEvents: false,
  },
  transcript: { read: readCopilot, names: copilotNames, usageComesFirst: false, mayLackUsage: true },
  sessions: {
    lines: [
      ...inVsCodes("workspaceStorage", ANY, "chatSessions", LOG),
      ...inVsCodes("globalStorage", "emptyWindowChatSessions", LOG),
    ],
    store: {
      format: "vs-code-chats",
      files: [
        ...inVsCodes("workspaceStorage", ANY, "chatSessions", DOCUMENT),
        ...inVsCodes("globalStorage", "emptyWindowChatSessions", DOCUMENT),
      ],
    },
  },
  recording: {
    output: SILENCE,
    transcriptFolders: ["/workspaceStorage/"],
    otherEndings: [],
    sessionMembers: [],
    eventMembers: [],
  },
});
