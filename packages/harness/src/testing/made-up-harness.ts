import { defineHarness } from "../harness.js";
import { agentWithTools } from "../render/agent-text.js";
import { byEvent, commandHandler, HOOK_LISTS, hookPath, inScope, sharedHooks } from "../render/hook-shapes.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { DOLLAR_BRACES } from "../render/resolve-server.js";
import { inProject } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { reading, spoken } from "../transcript/reading.js";

const HOOKS = { project: ".madeup/hooks.json", user: "~/.madeup/hooks.json" };
const TOOLS = { names: { read: ["look"], shell: ["run"] }, own: /^(?:look|run)$/, mcp: (server: string) => server };

/** The one file of a harness that nobody has. */
export const madeUp = defineHarness({
  id: "made-up",
  displayName: "Made Up",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: {},
  mcp: {
    format: "json",
    places: { project: ".madeup/mcp.json", user: "~/.madeup/mcp.json" },
    rootKey: "servers",
    transports: ["stdio", "streamable-http"],
    variables: DOLLAR_BRACES,
    autoApprove: "none",
    entry: (server) => ({ entry: isRemote(server) ? remoteEntry(server) : stdioEntry(server) }),
  },
  skills: { project: ".madeup/skills", user: "~/.madeup/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
    events: { UserPromptSubmit: ["asked"], PreToolUse: ["before_tool"], Stop: ["all_said"] },
    http: false,
    background: false,
    matchers: false,
    scripts: (place) => {
      const folder = inScope(place, ".madeup/hooks", "~/.madeup/hooks");
      return { folder, reference: folder };
    },
    render: (entries, place) => sharedHooks(hookPath(HOOKS, place), { hooks: byEvent(entries, commandHandler) }),
  },
  prompts: {
    places: { project: ".madeup/prompts", user: "~/.madeup/prompts" },
    filename: markdownName,
    render: (prompt) => plainMarkdown(withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".madeup/agents/{name}.md", user: "~/.madeup/agents/{name}.md" },
    hooksInProfile: "none",
    render: agentWithTools({ displayName: "Made Up", tools: TOOLS }),
  },
  tools: TOOLS,
  presence: { binaries: ["madeup"], markers: ["~/.madeup"], traces: [".madeup"] },
  moved: [{ variable: "MADEUP_HOME", from: "~/.madeup" }],
  scan: {
    places: [inProject("skills", ".madeup/more/*/SKILL.md")],
    hookFolders: [".madeup"],
    isKnownByEvents: false,
  },
  transcript: {
    read: ({ text }) => reading({ type: "line", events: spoken("user", text, { timestamp: null, model: null }) }),
    names: ({ title }) => ({ title }),
    usageComesFirst: true,
    mayLackUsage: true,
  },
  sessions: {
    lines: [{ folder: "~/.madeup", parts: ["sessions", ANY, /^(?<session>.+)\.jsonl$/] }],
    // In the format of another harness, for which there is a reader.
    store: {
      format: "amp-threads",
      files: [{ folder: "~/.madeup", parts: ["threads", /^(?<session>.+)\.json$/] }],
    },
  },
  recording: {
    output: { always: '{"ok":true}', at: { all_said: "{}" } },
    transcriptFolders: ["/.madeup/sessions/"],
    otherEndings: ["gave_up"],
    sessionMembers: ["madeup_session"],
    eventMembers: ["madeup_event"],
  },
});
