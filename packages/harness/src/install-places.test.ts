import { describe, expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "./harnesses.js";
import { allowsKey, findInstallPlaces, installPlaces, type InstallKind } from "./install-places.js";
import type { FileToMerge, FileToWrite, InstallOptions, Platform, Scope } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderHook } from "./render-hook.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { renderSandbox } from "./render-sandbox.js";
import { renderSkill } from "./render-skill.js";
import { AGENT, HOOK, PROMPT, SANDBOX, SEARCH, SKILL, TRACKER } from "./testing/examples.js";
import { filesIn } from "./testing/show-rendering.js";

const placesFor = (id: HarnessId, kind: InstallKind, path: string) => findInstallPlaces(installPlaces(id, kind), path);

const SCOPES: readonly Scope[] = ["project", "user"];
const PLATFORMS: readonly (Platform | undefined)[] = [undefined, "linux", "darwin", "windows"];
const OPTIONS = SCOPES.flatMap((scope) =>
  PLATFORMS.map((platform): InstallOptions => (platform === undefined ? { scope } : { scope, platform })),
);
const KINDS: readonly InstallKind[] = ["mcp", "agent", "skill", "hook", "prompt", "sandbox"];

type AnyFile = (FileToWrite | FileToMerge) & { readonly merge?: string };

/** Every file that the renderer can ask for. */
const RENDERED: Readonly<Record<InstallKind, (id: HarnessId, options: InstallOptions) => AnyFile[]>> = {
  mcp: (id, options) => [TRACKER, SEARCH].flatMap((server) => filesIn(renderMcp(id, server, options).snippet)),
  sandbox: (id, options) => filesIn(renderSandbox(id, SANDBOX, options).snippet),
  skill: (id, options) => [...renderSkill(id, SKILL, options).files],
  prompt: (id, options) => filesIn(renderPrompt(id, PROMPT, options).snippet),
  hook: hookFiles,
  agent: (id, options) =>
    filesIn(renderAgent(id, { ...AGENT, skills: [SKILL, { ...SKILL, name: AGENT.name }] }, options).snippet),
};

function hookFiles(id: HarnessId, options: InstallOptions): AnyFile[] {
  return (["PreToolUse", "Stop", "SessionStart", "Notification"] as const).flatMap((event) => {
    const { snippet, configPath, files } = renderHook(id, { ...HOOK, event }, options);
    if (configPath === null) return [...files];
    const keys = Object.keys(snippet).flatMap((name) =>
      name === "hooks" ? Object.keys(snippet[name] as object).map((each) => `/hooks/${each}/-`) : [`/${name}`],
    );
    return [{ path: configPath, format: "json", content: snippet, text: "", keys, merge: "" }, ...files];
  });
}

const modeOf = (file: AnyFile): string => {
  if ("keys" in file) return "merge";
  return file.merge === undefined ? "own" : "section";
};

describe.each(HARNESS_IDS)("%s", (id) => {
  test.each(KINDS)("may write every file that it renders for a %s", (kind) => {
    const files = OPTIONS.flatMap((options) => RENDERED[kind](id, options));
    for (const file of files) {
      const places = placesFor(id, kind, file.path).filter(({ mode }) => mode === modeOf(file));
      expect(places, `${file.path} (${modeOf(file)})`).not.toEqual([]);
      for (const key of "keys" in file ? file.keys : []) {
        expect(
          places.some((place) => allowsKey(place, key)),
          `${file.path} ${key}`,
        ).toBe(true);
      }
      const isProgram = !("keys" in file) && file.executable === true;
      if (isProgram)
        expect(
          places.some(({ executable }) => executable),
          file.path,
        ).toBe(true);
    }
  });

  test("may write nothing else", () => {
    for (const path of HOSTILE) for (const kind of KINDS) expect(placesFor(id, kind, path), path).toEqual([]);
  });
});

const HOSTILE = [
  ".bashrc",
  "~/.bashrc",
  "~/.profile",
  "~/.zshenv",
  ".ssh/authorized_keys",
  "~/.ssh/authorized_keys",
  "~/.config/systemd/user/x.service",
  ".config/systemd/user/x.service",
  "~/.config/autostart/x.desktop",
  "~/.config/fish/config.fish",
  "~/Library/LaunchAgents/x.plist",
  "~/.local/bin/git",
  "~/.tackroom/config.json",
  "~/.tackroom/hook",
  ".git/hooks/pre-commit",
  ".git/config",
  ".github/workflows/x.yml",
  ".github/actions/x/action.yml",
  ".github/dependabot.yml",
  ".github/hooks/other.json",
  "node_modules/.bin/tsc",
  "package.json",
  ".npmrc",
  ".envrc",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  "~/.config/Code/User/settings.json",
  "~/.config/Code/User/tasks.json",
  ".claude/settings.local.json",
  ".claude/skills/x",
  ".claude/skills",
  ".claude/agents/../settings.json",
  ".claude/agents/a/b.md",
  ".claude/commands/a/b.md",
  ".claude/agents/.md",
  ".Claude/settings.json",
  "~/.claude/plugins/x.json",
  "~/.codex/auth.json",
  "~/.gemini/oauth_creds.json",
  ".opencode/plugins/other.js",
  ".pi/extensions/other.ts",
  "Makefile",
  "CLAUDE.md",
  "~/AGENTS.md",
  "sub/.mcp.json",
  "~/sub/.mcp.json",
];

describe("the keys of a shared file", () => {
  test.each([
    ["claude-code", "agent", ".claude/settings.json", ["/hooks/Stop/-"]],
    ["claude-code", "agent", "~/.claude.json", ["/mcpServers/a", "/mcpServers/a~1b"]],
    ["gemini-cli", "agent", ".gemini/settings.json", ["/mcpServers/a", "/hooks/BeforeTool/-"]],
    ["goose", "prompt", "~/.config/goose/config.yaml", ["/slash_commands/-"]],
    ["copilot", "mcp", ".vscode/mcp.json", ["/servers/a", "/inputs/-"]],
    ["amp", "mcp", ".amp/settings.json", ["/amp.mcpServers/a"]],
  ] as const)("of %s for a %s in %s are ours to change", (id, kind, path, keys) => {
    const places = placesFor(id, kind, path);
    for (const key of keys)
      expect(
        places.some((place) => allowsKey(place, key)),
        key,
      ).toBe(true);
  });

  test.each([
    ["claude-code", ".claude/settings.json"],
    ["claude-code", "~/.claude/settings.json"],
    ["claude-code", "~/.claude.json"],
    ["gemini-cli", "~/.gemini/settings.json"],
    ["codex", "~/.codex/config.toml"],
    ["zed", "~/.config/zed/settings.json"],
    ["opencode", "opencode.json"],
    ["goose", "~/.config/goose/config.yaml"],
    ["cursor", ".cursor/hooks.json"],
  ] as const)("of %s in %s that are the person's are not", (id, path) => {
    const places = placesFor(id, "agent", path);
    expect(places).not.toEqual([]);
    const theirs = [
      "",
      "/",
      "/permissions",
      "/permissions/allow/-",
      "/env",
      "/env/PATH",
      "/apiKeyHelper",
      "/statusLine",
      "/hooks",
      "/hooks/Stop",
      "/hooks/Stop/0",
      "/hooks/Stop/-/x",
      "/mcpServers",
      "/mcpServers/",
      "/mcpServers/a/env",
      "/mcp_servers",
      "/extensions",
      "/mcp",
      "/context_servers",
      "/projects/x/mcpServers",
      "/notify",
      "/GOOSE_PROVIDER",
      "hooks",
    ];
    for (const key of theirs)
      expect(
        places.some((place) => allowsKey(place, key)),
        key,
      ).toBe(false);
  });
});

describe("a kind", () => {
  test.each([
    ["mcp", ".claude/skills/x/SKILL.md"],
    ["mcp", ".claude/settings.json"],
    ["skill", ".mcp.json"],
    ["skill", ".claude/settings.json"],
    ["skill", ".claude/agents/x.md"],
    ["prompt", ".claude/settings.json"],
    ["prompt", ".claude/hooks/x/run.sh"],
    ["sandbox", ".claude/hooks/x/run.sh"],
    ["hook", ".mcp.json"],
    ["hook", ".claude/agents/x.md"],
  ] as const)("%s has no business in %s", (kind, path) => {
    expect(placesFor("claude-code", kind, path)).toEqual([]);
  });

  test("of what a hook fetches itself has a folder of tack's in the project", () => {
    expect(placesFor("claude-code", "hook", ".tackroom/hooks/lint/run.sh")).toHaveLength(1);
    expect(placesFor("claude-code", "hook", "~/.tackroom/hooks/lint/run.sh")).toEqual([]);
    expect(placesFor("claude-code", "skill", ".tackroom/hooks/lint/run.sh")).toEqual([]);
  });
});
