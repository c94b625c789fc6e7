import type { Harness, HookEntry, HookPlace, RenderedHooks } from "../harness.js";
import type { FileToWrite } from "../neutral.js";
import { markdownAgent, profilePath, unsupported } from "../render/agent-text.js";
import { byEvent, commandLine, hookPath, inScope } from "../render/hook-shapes.js";
import { approved, isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { ENV_BRACES } from "../render/resolve-server.js";
import { OURS } from "../render/session-hook.js";

/** Each command gets the whole input; Cline reads the stdout of the last one. */
function shellScript(commands: readonly string[]): string {
  const last = commands.length - 1;
  return [
    "#!/bin/sh",
    "# Written by Tackroom.",
    "input=$(cat)",
    ...commands.map((command, index) =>
      index === last ? `printf '%s' "$input" | ${command}` : `printf '%s' "$input" | ${command} >/dev/null || exit $?`,
    ),
    "",
  ].join("\n");
}

function powerShellScript(commands: readonly string[]): string {
  const last = commands.length - 1;
  return [
    "# Written by Tackroom.",
    "$event = [Console]::In.ReadToEnd()",
    ...commands.map((command, index) => (index === last ? `$event | ${command}` : `$event | ${command} | Out-Null`)),
    "",
  ].join("\n");
}

const HOOKS = { project: ".clinerules/hooks/{name}", user: "~/.cline/hooks/{name}" };

/** Cline runs the one executable that is named after the event. */
function executables(entries: readonly HookEntry[], place: HookPlace): FileToWrite[] {
  return [...new Set(entries.map(({ event }) => event))].map((event) => {
    // Ours first: it says nothing that Cline should read, unless it is alone.
    const commands = entries
      .filter((entry) => entry.event === event)
      .toSorted((a, b) => Number(b.owner === OURS) - Number(a.owner === OURS))
      .map(commandLine);
    return place.platform === "windows"
      ? { path: hookPath(HOOKS, place, `${event}.ps1`), content: powerShellScript(commands) }
      : { path: hookPath(HOOKS, place, event), content: shellScript(commands), executable: true };
  });
}

function renderHooks(entries: readonly HookEntry[], place: HookPlace): RenderedHooks {
  return {
    snippet: { hooks: byEvent(entries, (entry) => ({ command: commandLine(entry) })) },
    files: executables(entries, place),
    notes: [
      "Cline runs one executable per event and folder: where yours has that name already, call these commands from it instead of replacing it.",
    ],
  };
}

export const cline: Harness = {
  id: "cline",
  displayName: "Cline",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  mcp: {
    format: "json",
    places: { user: "~/.cline/data/settings/cline_mcp_settings.json" },
    rootKey: "mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: ENV_BRACES,
    autoApprove: "entry",
    entry: (server) => ({
      entry: {
        // Without a type Cline would take a remote server for sse.
        ...(isRemote(server)
          ? remoteEntry(server, { type: server.transport === "sse" ? "sse" : "streamableHttp" })
          : stdioEntry(server)),
        ...approved(server),
      },
    }),
  },
  skills: { project: ".cline/skills", user: "~/.cline/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    executable: true,
    // A task is what others call a session; its end is the end of the turn.
    events: {
      SessionStart: ["TaskStart"],
      SessionEnd: ["SessionShutdown"],
      UserPromptSubmit: ["UserPromptSubmit"],
      PreToolUse: ["PreToolUse"],
      PostToolUse: ["PostToolUse"],
      Stop: ["TaskComplete"],
      Notification: ["Notification"],
    },
    http: false,
    background: false,
    matchers: false,
    scripts: (place) => {
      const folder = inScope(place, ".cline/scripts", "~/.cline/scripts");
      return { folder, reference: folder };
    },
    advice: "Cline wants a JSON object on stdout: print {} at least.",
    render: renderHooks,
  },
  prompts: {
    places: { project: ".clinerules/workflows" },
    filename: markdownName,
    render: (prompt) => plainMarkdown(withTypedArguments(prompt)),
  },
  agents: {
    places: { project: ".cline/agents/{name}.yaml", user: "~/.cline/agents/{name}.yaml" },
    hooksInProfile: "none",
    render: (agent, place) => ({
      // Front matter and a body, in spite of the ending.
      profile: markdownAgent(
        profilePath(place.path, agent),
        { name: agent.name, description: agent.description },
        agent,
      ),
      warnings: unsupported(agent, "Cline", ["model", "tools"]),
    }),
  },
};
