import { defineHarness, type HookEntry, type HookPlace, type RenderedHooks } from "../harness.js";
import { inVsCode } from "../home-path.js";
import type { FileToWrite } from "../neutral.js";
import { markdownAgent, profilePath, unsupported } from "../render/agent-text.js";
import { byEvent, commandLine, hookPath, inScope } from "../render/hook-shapes.js";
import { approved, isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { pathPart } from "../render/names.js";
import { markdownName, plainMarkdown, withTypedArguments } from "../render/prompt-text.js";
import { ENV_BRACES } from "../render/resolve-server.js";
import { OURS, sessionCommand } from "../render/session-hook.js";
import { inHome, inProject, SERVERS } from "../scan/scan-facts.js";
import { inVsCodes } from "../sessions/kept-sessions.js";
import { readCline } from "../transcript/cline.js";

const HOOKS = { project: ".clinerules/hooks/{name}", user: "~/.cline/hooks/{name}" };
const scriptFolder = (place: HookPlace): string => inScope(place, ".cline/scripts", "~/.cline/scripts");

/** The events at which our own hook reports a session. */
const SESSION_EVENTS = ["UserPromptSubmit", "TaskComplete"];

/**
 * Cline runs the one executable that is named after the event. This one runs every hook that is installed for it, and is
 * the same for all of them, so that one install does not replace another. The others' way to refuse, exit status 2, becomes
 * Cline's.
 */
function shellDispatcher(event: string, place: HookPlace): string {
  const report = `printf '%s' "$input" | { ${sessionCommand("cline", place.platform)}; } >/dev/null`;
  return `#!/bin/sh
# Written by Tackroom.
# Runs every hook that is installed for this event. The first one that refuses decides.
input=$(cat)
${SESSION_EVENTS.includes(event) ? `${report}\n` : ""}said='{}'
for hook in ${scriptFolder(place)}/*/${event}.sh; do
  [ -f "$hook" ] || continue
  output=$(printf '%s' "$input" | sh "$hook")
  if [ $? -eq 2 ]; then
    printf '{"cancel":true,"errorMessage":"Stopped by the hook %s."}\\n' "$(basename "$(dirname "$hook")")"
    exit 0
  fi
  case $output in
  *'"cancel":true'* | *'"cancel": true'*) printf '%s\\n' "$output" && exit 0 ;;
  '{'*) said=$output ;;
  esac
done
printf '%s\\n' "$said"
`;
}

function powerShellDispatcher(event: string, place: HookPlace): string {
  const command = `$event | ${sessionCommand("cline", place.platform)} | Out-Null`;
  const report = `if (Get-Command tack -ErrorAction SilentlyContinue) { ${command} }\n`;
  return `# Written by Tackroom.
# Runs every hook that is installed for this event. The first one that refuses decides.
$event = [Console]::In.ReadToEnd()
${SESSION_EVENTS.includes(event) ? report : ""}$said = '{}'
foreach ($hook in Get-ChildItem -Path ${scriptFolder(place)}/*/${event}.ps1 -ErrorAction SilentlyContinue) {
  $output = ($event | & $hook.FullName) -join [Environment]::NewLine
  if ($LASTEXITCODE -eq 2) {
    '{"cancel":true,"errorMessage":"Stopped by the hook ' + $hook.Directory.Name + '."}'
    exit 0
  }
  if ($output -match '"cancel"\\s*:\\s*true') { $output; exit 0 }
  if ($output.StartsWith('{')) { $said = $output }
}
$said
`;
}

function dispatcher(event: string, place: HookPlace): FileToWrite {
  const isWindows = place.platform === "windows";
  return isWindows
    ? { path: hookPath(HOOKS, place, `${event}.ps1`), content: powerShellDispatcher(event, place) }
    : { path: hookPath(HOOKS, place, event), content: shellDispatcher(event, place), executable: true };
}

/** One hook, in a file of its own: whatever a command line is made of stays together there. */
function hookScript(entry: HookEntry, place: HookPlace): FileToWrite {
  const path = `${scriptFolder(place)}/${pathPart(entry.owner)}/${entry.event}`;
  return place.platform === "windows"
    ? { path: `${path}.ps1`, content: `# Written by Tackroom.\n$input | ${commandLine(entry)}\nexit $LASTEXITCODE\n` }
    : { path: `${path}.sh`, content: `#!/bin/sh\n# Written by Tackroom.\n${commandLine(entry)}\n`, executable: true };
}

function renderHooks(entries: readonly HookEntry[], place: HookPlace): RenderedHooks {
  const events = [...new Set(entries.map(({ event }) => event))];
  return {
    snippet: { hooks: byEvent(entries, (entry) => ({ command: commandLine(entry) })) },
    files: [
      ...events.map((event) => dispatcher(event, place)),
      ...entries.filter(({ owner }) => owner !== OURS).map((entry) => hookScript(entry, place)),
    ],
    notes: [
      "Cline runs one executable per event and folder. If you already have a file with that name, call these commands from it instead of replacing it.",
    ],
  };
}

const EXTENSION = "saoudrizwan.claude-dev";

export const cline = defineHarness({
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
      const folder = scriptFolder(place);
      return { folder, reference: folder };
    },
    advice: "Cline expects a JSON object on stdout: print at least {}.",
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
  presence: {
    binaries: ["cline"],
    markers: ["~/.cline", inVsCode(`/globalStorage/${EXTENSION}`), `~/.vscode/extensions/${EXTENSION}*`],
    traces: [".clinerules"],
  },
  moved: [],
  scan: {
    places: [
      inHome("mcps", "~/.cline/mcp.json", SERVERS),
      inHome("mcps", inVsCode(`/globalStorage/${EXTENSION}/settings/cline_mcp_settings.json`), SERVERS),
      inProject("skills", ".clinerules/skills/*/SKILL.md"),
      inProject("hooks", ".cline/hooks/*", { hooks: "programs" }),
      inHome("hooks", "~/Documents/Cline/Hooks/*", { hooks: "programs" }),
    ],
    hookFolders: [],
    isKnownByEvents: false,
    hooks: "programs",
  },
  transcript: { read: readCline, names: null, usageComesFirst: true, mayLackUsage: false },
  sessions: {
    lines: [],
    // The SDK's sessions have no documented form.
    store: {
      format: "cline-tasks",
      files: inVsCodes("globalStorage", EXTENSION, "tasks", /^(?<session>.+)$/, "ui_messages.json"),
    },
  },
  recording: {
    output: { always: "{}" },
    transcriptFolders: [],
    otherEndings: [],
    sessionMembers: ["taskId"],
    eventMembers: [],
  },
});
