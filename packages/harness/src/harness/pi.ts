import { defineHarness, type AgentFile, type AgentPlace } from "../harness.js";
import type { AgentDefinition } from "../neutral.js";
import { profilePath, unsupported } from "../render/agent-text.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { described, markdownName, plainMarkdown, withArguments } from "../render/prompt-text.js";
import { inValuesOnly, style } from "../render/resolve-server.js";
import { reportFunction } from "../render/session-hook.js";
import { withFinalNewline } from "../render/text.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inHome, inProject, SERVERS, SHARED_SKILLS } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { piNames, readPi } from "../transcript/pi.js";

const SESSION_EXTENSION = `/** The session that an event belongs to, if this version of Pi provides it. */
function sessionOf(context) {
  const transcript = context?.sessionManager?.getSessionFile?.();
  return { session_id: context?.sessionManager?.getSessionId?.(), transcript_path: transcript, cwd: context?.cwd };
}

export default (pi) => {
  pi.on("input", (event, context) => {
    report({ hook_event_name: "UserPromptSubmit", ...sessionOf(context) });
  });
  pi.on("agent_end", (event, context) => {
    report({ hook_event_name: "Stop", ...sessionOf(context) });
  });
};
`;

/** The adapter also runs a value that begins with an exclamation mark. */
const VARIABLES = style((name) => `\${${name}}`, /\$\{|\$env:|^!/);

/** Pi has one AGENTS.md in a project, which belongs to the user: the agent is a section of it. */
function profile(agent: AgentDefinition, place: AgentPlace): AgentFile {
  const path = profilePath(place.path, agent);
  if (place.scope === "user") return { path, content: plainMarkdown(agent.prompt) };
  const begin = `<!-- tackroom:begin ${agent.name} -->`;
  const end = `<!-- tackroom:end ${agent.name} -->`;
  return {
    path,
    content: `${begin}\n${withFinalNewline(agent.prompt)}${end}\n`,
    merge: `Replace the section between "${begin}" and "${end}", or append it. Leave the rest of the file unchanged.`,
  };
}

export const pi = defineHarness({
  id: "pi",
  displayName: "Pi",
  defaultScope: "user",
  capabilities: ["mcp_servers", "skills", "prompts", "sandboxes"],
  supportedModels: [],
  mcp: {
    format: "json",
    places: { project: ".pi/mcp.json", user: "~/.pi/agent/mcp.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: inValuesOnly(VARIABLES),
    autoApprove: "none",
    entry: (server) => ({ entry: isRemote(server) ? remoteEntry(server) : stdioEntry(server) }),
    advice: "Pi has no built-in MCP support. Install the package pi-mcp-adapter, which reads this file.",
  },
  skills: { project: ".pi/skills", user: "~/.pi/agent/skills" },
  hooks: {
    kind: "none",
    reason: "Pi runs hooks as extensions in its own process (.pi/extensions/), not as commands.",
    remedy: "Write it as an extension.",
    sessionPlugin: {
      places: { project: ".pi/extensions/tackroom.ts", user: "~/.pi/agent/extensions/tackroom.ts" },
      content: (platform) => `${reportFunction("pi", platform)}\n${SESSION_EXTENSION}`,
    },
  },
  prompts: {
    places: { project: ".pi/prompts", user: "~/.pi/agent/prompts" },
    filename: markdownName,
    render: (prompt) => described(prompt, withArguments(prompt, "$ARGUMENTS")),
  },
  agents: {
    places: { project: "AGENTS.md", user: "~/.pi/agent/agents/{name}/AGENTS.md" },
    sectionIn: "project",
    hooksInProfile: "none",
    render: (agent, place) => ({
      profile: profile(agent, place),
      warnings: [
        place.scope === "project"
          ? "Pi does not support agents. The prompt is added as a section of AGENTS.md and applies to all sessions of the project."
          : "Pi does not support agents and does not load this profile automatically. Point Pi to it, or copy the text to AGENTS.md.",
        ...unsupported(agent, "Pi", ["model", "tools"]),
      ],
    }),
  },
  presence: { binaries: ["pi"], markers: ["~/.pi/agent"], traces: [".pi"] },
  moved: [{ variable: "PI_CODING_AGENT_DIR", from: "~/.pi/agent" }],
  scan: {
    places: [
      inProject("mcps", ".mcp.json", SERVERS),
      inHome("mcps", "~/.agents/mcp.json", SERVERS),
      inHome("mcps", "~/.config/mcp/mcp.json", SERVERS),
      inHome("hooks", "~/.pi/agent/extensions/*/index.ts", { hooks: "code" }),
      inProject("hooks", ".pi/extensions/*/index.ts", { hooks: "code" }),
      ...SHARED_SKILLS,
    ],
    hookFolders: [],
    isKnownByEvents: false,
  },
  transcript: { read: readPi, names: piNames, usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [{ folder: "~/.pi/agent", parts: ["sessions", ANY, /^.*_(?<session>[^_]+)\.jsonl$/] }],
    store: null,
  },
  recording: {
    output: SILENCE,
    transcriptFolders: [],
    otherEndings: ["agent_end"],
    sessionMembers: [],
    eventMembers: [],
  },
});
