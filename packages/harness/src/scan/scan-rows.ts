import type { HarnessId } from "../harnesses.js";
import type { Platform } from "../neutral.js";
import { vsCodeUserFolder } from "../render/names.js";
import { inBoth, inHome, inProject, SHARED_SKILLS, type ScanRow } from "./scan-row.js";

const SERVERS = [["mcpServers"]];
const BARE = { members: SERVERS, isBareMap: true };

const inVsCode = (rest: string) => (platform: Platform | undefined) => `${vsCodeUserFolder(platform)}${rest}`;
const inInsiders = (rest: string) => (platform: Platform | undefined) =>
  `${vsCodeUserFolder(platform).replace("/Code/", "/Code - Insiders/")}${rest}`;
const gooseFolder = (rest: string) => (platform: Platform | undefined) =>
  `${platform === "windows" ? "~/AppData/Roaming/Block/goose/config" : "~/.config/goose"}${rest}`;

/** Claude Code keeps servers that one person has in one project under the project's path. */
function ownOfProject(project: string): string[][] {
  const spellings = new Set([project, project.replaceAll("\\", "/")]);
  return [...spellings].map((path) => ["projects", path, "mcpServers"]);
}

export const SCAN_ROWS: Readonly<Record<HarnessId, ScanRow>> = {
  "claude-code": {
    binaries: ["claude"],
    markers: ["~/.claude", "~/.claude.json"],
    moved: [
      { variable: "CLAUDE_CONFIG_DIR", from: "~/.claude.json", to: ".claude.json" },
      { variable: "CLAUDE_CONFIG_DIR", from: "~/.claude" },
    ],
    places: [
      { type: "mcps", scope: "project", pattern: "~/.claude.json", members: ownOfProject },
      ...inBoth("agents", ".claude/agents/**/*.md"),
      ...inBoth("prompts", ".claude/commands/**/*.md"),
      inProject("hooks", ".claude/settings.local.json"),
    ],
  },
  cursor: {
    binaries: ["cursor", "cursor-agent"],
    markers: ["~/.cursor"],
    places: [inProject("skills", ".agents/skills/*/SKILL.md")],
  },
  kiro: {
    binaries: ["kiro-cli", "kiro"],
    markers: ["~/.kiro"],
    moved: [{ variable: "KIRO_HOME", from: "~/.kiro" }],
    // CLI 2.x keeps hooks in the file of the agent.
    places: [...inBoth("hooks", ".kiro/agents/*.json"), ...inBoth("hooks", ".kiro/hooks/*.json")],
  },
  codex: {
    binaries: ["codex"],
    markers: ["~/.codex"],
    moved: [{ variable: "CODEX_HOME", from: "~/.codex" }],
    places: [inHome("skills", "~/.codex/skills/*/SKILL.md"), ...inBoth("hooks", ".codex/config.toml")],
  },
  copilot: {
    binaries: ["code", "code-insiders"],
    markers: [inVsCode(""), inInsiders(""), "~/.vscode/extensions/github.copilot*"],
    moved: [{ variable: "COPILOT_HOME", from: "~/.copilot" }],
    places: [
      inHome("mcps", inInsiders("/mcp.json"), { members: [["servers"]] }),
      inHome("prompts", inInsiders("/prompts/*.prompt.md")),
      inHome("agents", inVsCode("/agents/*.agent.md")),
      inProject("agents", ".github/agents/*.md"),
      ...SHARED_SKILLS,
    ],
  },
  "copilot-cli": {
    binaries: ["copilot"],
    markers: ["~/.copilot"],
    moved: [{ variable: "COPILOT_HOME", from: "~/.copilot" }],
    events: {
      sessionStart: "SessionStart",
      userPromptSubmitted: "UserPromptSubmit",
      preToolUse: "PreToolUse",
      postToolUse: "PostToolUse",
      agentStop: "Stop",
      subagentStop: "SubagentStop",
      notification: "Notification",
    },
    places: [
      inProject("mcps", ".mcp.json", BARE),
      inProject("mcps", ".github/mcp.json", BARE),
      inHome("skills", "~/.copilot/skills/*/SKILL.md"),
      inProject("skills", ".github/skills/*/SKILL.md"),
      inHome("hooks", "~/.copilot/settings.json"),
      inProject("hooks", ".github/copilot/settings.json"),
      inProject("hooks", ".github/copilot/settings.local.json"),
    ],
  },
  opencode: {
    binaries: ["opencode"],
    markers: ["~/.config/opencode", "~/.local/share/opencode"],
    moved: [
      { variable: "OPENCODE_CONFIG", from: "~/.config/opencode/opencode.json" },
      { variable: "OPENCODE_CONFIG_DIR", from: "~/.config/opencode" },
      { variable: "XDG_DATA_HOME", from: "~/.local/share" },
    ],
    places: [
      inProject("mcps", "opencode.jsonc", { members: [["mcp"]] }),
      inProject("mcps", ".opencode/opencode.json", { members: [["mcp"]] }),
      inProject("mcps", ".opencode/opencode.jsonc", { members: [["mcp"]] }),
      inHome("mcps", "~/.config/opencode/opencode.jsonc", { members: [["mcp"]] }),
      inProject("agents", "opencode.json", { members: [["agent"]] }),
      inProject("agents", "opencode.jsonc", { members: [["agent"]] }),
      inHome("agents", "~/.config/opencode/opencode.json", { members: [["agent"]] }),
      inHome("agents", "~/.config/opencode/opencode.jsonc", { members: [["agent"]] }),
      inProject("hooks", ".opencode/plugins/*.ts", { hooks: "code" }),
      inHome("hooks", "~/.config/opencode/plugins/*.ts", { hooks: "code" }),
      ...SHARED_SKILLS,
    ],
  },
  antigravity: {
    binaries: ["agy"],
    markers: ["~/.gemini/antigravity-cli", "~/.gemini/config"],
    hooks: "named",
    // Three generations of it keep things in three places; each is still on somebody's disk.
    places: [
      inHome("mcps", "~/.gemini/antigravity-cli/mcp_config.json", { members: SERVERS }),
      inHome("mcps", "~/.gemini/antigravity/mcp_config.json", { members: SERVERS }),
      inHome("skills", "~/.gemini/config/skills/*/SKILL.md"),
      inProject("agents", ".agents/agents/*/agent.md"),
      inProject("agents", ".agents/agents/*/agent.json"),
      inHome("agents", "~/.gemini/config/agents/*/agent.md"),
      inHome("agents", "~/.gemini/antigravity-cli/agents/*/agent.json"),
      inHome("prompts", "~/.gemini/antigravity/global_workflows/*.md"),
    ],
  },
  "gemini-cli": {
    binaries: ["gemini"],
    markers: ["~/.gemini/settings.json", "~/.gemini/tmp"],
    moved: [{ variable: "GEMINI_CLI_HOME", from: "~/.gemini", to: ".gemini" }],
    places: [
      inHome("mcps", "~/.gemini/extensions/*/gemini-extension.json", { members: SERVERS }),
      ...inBoth("prompts", ".gemini/commands/**/*.toml"),
      ...SHARED_SKILLS,
    ],
  },
  goose: {
    binaries: ["goose"],
    markers: [
      gooseFolder(""),
      (platform) => (platform === "windows" ? "~/AppData/Roaming/Block/goose/data" : "~/.local/share/goose"),
    ],
    moved: [
      { variable: "GOOSE_PATH_ROOT", from: "~/.config/goose", to: "config" },
      { variable: "GOOSE_PATH_ROOT", from: "~/AppData/Roaming/Block/goose/config", to: "config" },
      { variable: "GOOSE_PATH_ROOT", from: "~/.local/share/goose", to: "data" },
    ],
    places: [
      ...inBoth("mcps", ".agents/plugins/*/.mcp.json", { members: SERVERS }),
      inProject("agents", ".goose/agents/*.md"),
      inHome("agents", gooseFolder("/agents/*.md")),
      inProject("skills", ".goose/skills/*/SKILL.md"),
      inHome("skills", gooseFolder("/skills/*/SKILL.md")),
      inHome("prompts", gooseFolder("/recipes/*.yaml")),
    ],
  },
  pi: {
    binaries: ["pi"],
    markers: ["~/.pi/agent"],
    moved: [{ variable: "PI_CODING_AGENT_DIR", from: "~/.pi/agent" }],
    places: [
      inProject("mcps", ".mcp.json", { members: SERVERS }),
      inHome("mcps", "~/.agents/mcp.json", { members: SERVERS }),
      inHome("mcps", "~/.config/mcp/mcp.json", { members: SERVERS }),
      inHome("hooks", "~/.pi/agent/extensions/*/index.ts", { hooks: "code" }),
      inProject("hooks", ".pi/extensions/*/index.ts", { hooks: "code" }),
      ...SHARED_SKILLS,
    ],
  },
  windsurf: {
    binaries: ["windsurf"],
    markers: ["~/.codeium/windsurf", "~/.config/devin"],
    places: [
      inHome("mcps", "~/.config/devin/mcp_config.json", { members: SERVERS }),
      inProject("hooks", ".devin/hooks.v1.json"),
      inProject("skills", ".devin/skills/*/SKILL.md"),
      inProject("skills", ".agents/skills/*/SKILL.md"),
    ],
  },
  zed: {
    binaries: ["zed"],
    markers: [(platform) => (platform === "windows" ? "~/AppData/Roaming/Zed" : "~/.config/zed")],
    places: [],
  },
  cline: {
    binaries: ["cline"],
    markers: [
      "~/.cline",
      inVsCode("/globalStorage/saoudrizwan.claude-dev"),
      "~/.vscode/extensions/saoudrizwan.claude-dev*",
    ],
    hooks: "programs",
    places: [
      inHome("mcps", "~/.cline/mcp.json", { members: SERVERS }),
      inHome("mcps", inVsCode("/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), {
        members: SERVERS,
      }),
      inProject("skills", ".clinerules/skills/*/SKILL.md"),
      inProject("hooks", ".cline/hooks/*", { hooks: "programs" }),
      inHome("hooks", "~/Documents/Cline/Hooks/*", { hooks: "programs" }),
    ],
  },
  amp: {
    binaries: ["amp"],
    markers: ["~/.config/amp", "~/.local/share/amp"],
    places: [
      inHome("mcps", "~/.config/amp/settings.jsonc", { members: [["amp.mcpServers"]] }),
      inProject("hooks", ".amp/plugins/*.ts", { hooks: "code" }),
      inHome("hooks", "~/.config/amp/plugins/*.ts", { hooks: "code" }),
    ],
  },
};
