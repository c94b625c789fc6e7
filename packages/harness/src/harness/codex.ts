import { startOf } from "@tackroom/contract/shorten";
import { defineHarness } from "../harness.js";
import type { AgentDefinition } from "../neutral.js";
import { profilePath, unsupported } from "../render/agent-text.js";
import {
  backgroundHandler,
  byEvent,
  HOOK_LISTS,
  hookPath,
  inScope,
  nestedHandler,
  sharedHooks,
} from "../render/hook-shapes.js";
import { isRemote, stdioEntry, unlessEmpty } from "../render/mcp-entry.js";
import { isAuthorization, type ResolvedServer } from "../render/resolve-server.js";
import { pathPart } from "../render/names.js";
import { MAX_SKILL_DESCRIPTION_LENGTH } from "../render/skill-files.js";
import { isReadOnly } from "../render/tool-limits.js";
import { frontMatter, present, textOf, tomlTextBlock } from "../render/text.js";
import { SILENCE } from "../recording/recording-facts.js";
import { inBoth, inHome } from "../scan/scan-facts.js";
import { ANY, type SessionFiles } from "../sessions/kept-sessions.js";
import { codexNames, readCodex } from "../transcript/codex.js";

/** Codex has no placeholders: each kind of secret has a key that names the variable. */
function remote(server: ResolvedServer): Record<string, unknown> {
  const bearer = server.openHeaders.find(({ name }) => isAuthorization(name));
  const others = server.openHeaders.filter((header) => header !== bearer);
  return present({
    url: server.url,
    bearer_token_env_var: bearer?.variable,
    http_headers: unlessEmpty(server.headers),
    env_http_headers: unlessEmpty(Object.fromEntries(others.map(({ name, variable }) => [name, variable]))),
  });
}

function local(server: ResolvedServer): Record<string, unknown> {
  return present({
    ...stdioEntry(server),
    env_vars: server.openVariables.length === 0 ? undefined : server.openVariables,
  });
}

function agentToml(agent: AgentDefinition): string {
  const head = textOf(
    "toml",
    present({
      name: agent.name,
      description: agent.description,
      model: agent.model,
      sandbox_mode: isReadOnly(agent) ? "read-only" : undefined,
    }),
  );
  return `${head}developer_instructions = ${tomlTextBlock(agent.prompt)}\n`;
}

const HOOKS = { project: ".codex/hooks.json", user: "~/.codex/hooks.json" };

const ROLLOUT = /^rollout-.*?(?<session>[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/;
const PACKED_ROLLOUT = /^rollout-.*?(?<session>[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl\.zst$/;
const rollouts = (file: RegExp): SessionFiles[] => [
  { folder: "~/.codex", parts: ["sessions", ANY, ANY, ANY, file] },
  { folder: "~/.codex", parts: ["archived_sessions", file] },
];

export const codex = defineHarness({
  id: "codex",
  displayName: "Codex CLI",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "hooks", "sandboxes"],
  supportedModels: [],
  models: { vendors: ["openai"] },
  mcp: {
    format: "toml",
    places: { project: ".codex/config.toml", user: "~/.codex/config.toml" },
    rootKey: "mcp_servers",
    transports: ["stdio", "streamable-http"],
    variables: { kind: "names" },
    autoApprove: "none",
    entry: (server) => ({ entry: isRemote(server) ? remote(server) : local(server) }),
  },
  skills: { project: ".agents/skills", user: "~/.agents/skills" },
  hooks: {
    kind: "handlers",
    places: HOOKS,
    keys: HOOK_LISTS,
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
    background: true,
    matchers: true,
    claudeToolNames: true,
    scripts: (place) => {
      const folder = inScope(place, ".codex/hooks", "~/.codex/hooks");
      return { folder, reference: folder };
    },
    advice: "Codex runs a new or changed hook only after you trust it. Start Codex once and confirm the prompt.",
    render: (entries, place) =>
      sharedHooks(hookPath(HOOKS, place), {
        hooks: byEvent(entries, (entry) => nestedHandler(entry, backgroundHandler(entry))),
      }),
  },
  prompts: {
    places: { project: ".agents/skills", user: "~/.agents/skills" },
    // A skill of the same name has its own folder there.
    filename: (name) => `${name}-prompt/SKILL.md`,
    render: (prompt) =>
      frontMatter(
        {
          name: `${pathPart(prompt.name)}-prompt`,
          description: startOf(prompt.description, MAX_SKILL_DESCRIPTION_LENGTH),
        },
        prompt.template,
      ),
    advice: "Codex no longer supports prompt files, so the prompt is installed as a skill.",
  },
  agents: {
    places: { project: ".codex/agents/{name}.toml", user: "~/.codex/agents/{name}.toml" },
    hooksInProfile: "none",
    render: (agent, place) => ({
      profile: {
        path: profilePath(place.path, agent),
        content: agentToml(agent),
      },
      warnings: [
        ...unsupported(agent, "Codex CLI", ["tools"]),
        ...(place.scope === "project" ? ["Codex reads .codex/ only in trusted projects."] : []),
      ],
    }),
  },
  presence: { binaries: ["codex"], markers: ["~/.codex"], traces: [".codex"] },
  moved: [{ variable: "CODEX_HOME", from: "~/.codex" }],
  scan: {
    places: [inHome("skills", "~/.codex/skills/*/SKILL.md"), ...inBoth("hooks", ".codex/config.toml")],
    hookFolders: [".codex"],
    isKnownByEvents: false,
  },
  transcript: { read: readCodex, names: codexNames, usageComesFirst: false, mayLackUsage: false },
  sessions: { lines: rollouts(ROLLOUT), packed: rollouts(PACKED_ROLLOUT), store: null },
  recording: {
    output: SILENCE,
    transcriptFolders: ["/.codex/sessions/"],
    otherEndings: [],
    sessionMembers: [],
    eventMembers: [],
  },
});
