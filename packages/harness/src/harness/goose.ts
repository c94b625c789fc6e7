import { defineHarness, type HookEntry, type HookPlace, type RenderedHooks } from "../harness.js";
import type { Platform, PromptTemplate } from "../neutral.js";
import { markdownAgent, profilePath, unsupported } from "../render/agent-text.js";
import { byEvent, commandHandler, HOOK_LISTS, hookPath, nestedHandler, sharedHooks } from "../render/hook-shapes.js";
import { isRemote } from "../render/mcp-entry.js";
import { pathPart } from "../render/names.js";
import { withOtherBracesQuoted } from "../render/prompt-text.js";
import { headerValue, type ResolvedServer } from "../render/resolve-server.js";
import { jsonText, present, textOf } from "../render/text.js";
import { PLAIN_RECORDING } from "../recording/recording-facts.js";
import { inBoth, inHome, inProject, SERVERS } from "../scan/scan-facts.js";
import { gooseNames, readGoose } from "../transcript/goose.js";

const TIMEOUT_SECONDS = 300;

const CONFIG = {
  user: (platform: string | undefined) =>
    platform === "windows" ? "~/AppData/Roaming/Block/goose/config/config.yaml" : "~/.config/goose/config.yaml",
};

/** goose asks for what `env_keys` names and keeps it in the keyring; `${VAR}` reads from there and from `envs`. */
function extension(server: ResolvedServer): Record<string, unknown> {
  const openHeaders = server.openHeaders.map((header) => [header.name, headerValue(header, (name) => `\${${name}}`)]);
  const address = isRemote(server)
    ? {
        type: "streamable_http",
        name: server.name,
        enabled: true,
        uri: server.url,
        headers: { ...server.headers, ...(Object.fromEntries(openHeaders) as Record<string, string>) },
      }
    : { type: "stdio", name: server.name, enabled: true, cmd: server.command, args: server.args };
  const keys = [
    ...server.openVariables,
    ...(isRemote(server) ? server.openHeaders.map(({ variable }) => variable) : []),
  ];
  return { ...address, envs: server.env, env_keys: [...new Set(keys)], timeout: TIMEOUT_SECONDS };
}

const PLUGIN = { project: ".agents/plugins/{name}", user: "~/.agents/plugins/{name}" };
const inPlugin = (file: string) => ({ project: `${PLUGIN.project}/${file}`, user: `${PLUGIN.user}/${file}` });
const HOOKS = inPlugin("hooks/hooks.json");
const MANIFEST = inPlugin("plugin.json");

/** Hooks are installed as a plugin. Omitting the matcher matches all tools: `*` is not a valid regular expression. */
function renderHooks(entries: readonly HookEntry[], place: HookPlace): RenderedHooks {
  const manifest = { name: place.name, version: "1.0.0", description: "Hooks installed by Tackroom" };
  return sharedHooks(
    hookPath(HOOKS, place),
    { hooks: byEvent(entries, (entry) => nestedHandler(entry, commandHandler(entry))) },
    "json",
    [{ path: hookPath(MANIFEST, place), content: jsonText(manifest) }],
  );
}

/** goose fills `{{ name }}` in a recipe itself. */
function recipe(prompt: PromptTemplate): string {
  const parameters = prompt.variables.map((variable) =>
    present({
      key: variable.name,
      input_type: "string",
      requirement: variable.required === false || variable.default !== undefined ? "optional" : "required",
      description: variable.description ?? variable.name,
      default: variable.default ?? (variable.required === false ? "" : undefined),
    }),
  );
  return textOf(
    "yaml",
    present({
      version: "1.0.0",
      title: prompt.name,
      description: prompt.description,
      prompt: withOtherBracesQuoted(prompt),
      parameters: parameters.length === 0 ? undefined : parameters,
    }),
  );
}

const inConfig = (rest: string) => (platform: Platform | undefined) =>
  `${platform === "windows" ? "~/AppData/Roaming/Block/goose/config" : "~/.config/goose"}${rest}`;
const inData = (rest: string) => (platform: Platform | undefined) =>
  `${platform === "windows" ? "~/AppData/Roaming/Block/goose/data" : "~/.local/share/goose"}${rest}`;

export const goose = defineHarness({
  id: "goose",
  displayName: "Goose",
  defaultScope: "user",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"],
  supportedModels: [],
  models: {},
  mcp: {
    format: "yaml",
    places: CONFIG,
    rootKey: "extensions",
    transports: ["stdio", "streamable-http"],
    variables: { kind: "names" },
    autoApprove: "none",
    remoteVariables: true,
    entry: (server) => ({ entry: extension(server) }),
  },
  skills: { project: ".agents/skills", user: "~/.agents/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
    manifest: MANIFEST,
    events: {
      SessionStart: ["SessionStart"],
      SessionEnd: ["SessionEnd"],
      UserPromptSubmit: ["UserPromptSubmit"],
      PreToolUse: ["PreToolUse"],
      PostToolUse: ["PostToolUse"],
      Stop: ["Stop"],
      SubagentStop: ["SubagentStop"],
    },
    http: false,
    background: false,
    matchers: true,
    scripts: (place) => ({ folder: `${hookPath(PLUGIN, place)}/scripts`, reference: '"${PLUGIN_ROOT}"/scripts' }),
    render: renderHooks,
  },
  prompts: {
    places: { project: ".goose/recipes", user: "~/.config/goose/recipes" },
    filename: (name) => `${name}.yaml`,
    render: recipe,
    config: {
      places: CONFIG,
      format: "yaml",
      list: "slash_commands",
      element: (prompt, path) => ({ command: pathPart(prompt.name), recipe_path: path }),
      merge:
        "Add the element to slash_commands unless its command is already listed, with ~ expanded to your home directory. Leave all other keys and comments unchanged.",
    },
    advice:
      "The prompt is installed as a Goose recipe. Run it with `goose run --recipe`, or with its slash command once config.yaml lists it.",
  },
  agents: {
    places: { project: ".agents/agents/{name}.md", user: "~/.agents/agents/{name}.md" },
    hooksInProfile: "none",
    render: (agent, place) => ({
      profile: markdownAgent(
        profilePath(place.path, agent),
        { name: agent.name, description: agent.description, model: agent.model },
        agent,
      ),
      warnings: unsupported(agent, "Goose", ["tools"]),
    }),
  },
  presence: { binaries: ["goose"], markers: [inConfig(""), inData("")], traces: [".goosehints"] },
  moved: [
    { variable: "GOOSE_PATH_ROOT", from: "~/.config/goose", to: "config" },
    { variable: "GOOSE_PATH_ROOT", from: "~/AppData/Roaming/Block/goose/config", to: "config" },
    { variable: "GOOSE_PATH_ROOT", from: "~/.local/share/goose", to: "data" },
    { variable: "GOOSE_PATH_ROOT", from: "~/AppData/Roaming/Block/goose/data", to: "data" },
  ],
  scan: {
    places: [
      ...inBoth("mcps", ".agents/plugins/*/.mcp.json", SERVERS),
      inProject("agents", ".goose/agents/*.md"),
      inHome("agents", inConfig("/agents/*.md")),
      inProject("skills", ".goose/skills/*/SKILL.md"),
      inHome("skills", inConfig("/skills/*/SKILL.md")),
      inHome("prompts", inConfig("/recipes/*.yaml")),
    ],
    hookFolders: [],
    isKnownByEvents: false,
  },
  transcript: { read: readGoose, names: gooseNames, usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [],
    store: { format: "goose-database", files: [{ folder: inData(""), parts: ["sessions", "sessions.db"] }] },
  },
  recording: PLAIN_RECORDING,
});
