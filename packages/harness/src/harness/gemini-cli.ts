import { defineHarness, type HookEntry } from "../harness.js";
import { agentWithTools } from "../render/agent-text.js";
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
import { inBoth, inHome, SERVERS, SHARED_SKILLS } from "../scan/scan-facts.js";
import { ANY } from "../sessions/kept-sessions.js";
import { geminiCliNames, readGeminiCli } from "../transcript/gemini-cli.js";

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

export const geminiCli = defineHarness({
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
    render: agentWithTools({ displayName: "Gemini CLI", tools: TOOLS }),
  },
  tools: TOOLS,
  presence: {
    binaries: ["gemini"],
    markers: ["~/.gemini/settings.json", "~/.gemini/tmp"],
    traces: [".gemini", "GEMINI.md"],
  },
  moved: [{ variable: "GEMINI_CLI_HOME", from: "~/.gemini", to: ".gemini" }],
  scan: {
    places: [
      inHome("mcps", "~/.gemini/extensions/*/gemini-extension.json", SERVERS),
      ...inBoth("prompts", ".gemini/commands/**/*.toml"),
      ...SHARED_SKILLS,
    ],
    hookFolders: [".gemini"],
    isKnownByEvents: true,
    timeoutUnit: "milliseconds",
  },
  transcript: { read: readGeminiCli, names: geminiCliNames, usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [{ folder: "~/.gemini", parts: ["tmp", ANY, "chats", /^session-.*-(?<session>[^-]+)\.jsonl$/] }],
    sessionMember: "sessionId",
    // What it wrote before its log.
    store: {
      format: "gemini-chats",
      files: [{ folder: "~/.gemini", parts: ["tmp", ANY, "chats", /^session-(?:.*-)?(?<session>[^-]+)\.json$/] }],
    },
  },
  recording: {
    output: { always: "{}" },
    transcriptFolders: ["/.gemini/tmp/"],
    otherEndings: [],
    sessionMembers: [],
    eventMembers: [],
  },
});
