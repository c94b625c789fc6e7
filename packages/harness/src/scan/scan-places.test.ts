import { expect, test } from "vitest";
import { HARNESS_IDS, type HarnessId } from "../harnesses.js";
import { detectHarnesses } from "./detect-harnesses.js";
import type { ScannedMachine } from "./found.js";
import { scanPlaces } from "./scan-places.js";

const LINUX: ScannedMachine = { platform: "linux", env: {}, project: "/w/app" };

const patterns = (id: HarnessId, machine: ScannedMachine = LINUX): string[] =>
  scanPlaces(id, machine).map(({ type, pattern }) => `${type} ${pattern}`);

test.each(HARNESS_IDS)("no pattern of %s leaves the home or the project, or looks for our probe", (id) => {
  for (const { pattern, scope } of scanPlaces(id, LINUX)) {
    expect(pattern).not.toMatch(/probe|\.\.|\\|\/\//);
    if (scope === "user") expect(pattern).toMatch(/^~\//);
  }
});

test("VS Code, goose and Zed keep their files elsewhere on macOS and Windows", () => {
  const mac: ScannedMachine = { ...LINUX, platform: "darwin" };
  expect(patterns("copilot", mac)).toContain("mcps ~/Library/Application Support/Code/User/mcp.json");
  expect(patterns("copilot", mac)).toContain("mcps ~/Library/Application Support/Code - Insiders/User/mcp.json");
  const windows: ScannedMachine = { platform: "windows", env: {}, project: "C:\\w\\app" };
  expect(patterns("copilot", windows)).toContain("mcps ~/AppData/Roaming/Code/User/mcp.json");
  expect(patterns("goose", windows)).toContain("mcps ~/AppData/Roaming/Block/goose/config/config.yaml");
  expect(patterns("zed", windows)).toContain("mcps ~/AppData/Roaming/Zed/settings.json");
  expect(patterns("cline", windows)).toContain("hooks ~/.cline/hooks/*");
});

test("Windows tells by a variable where application data is", () => {
  const env = { APPDATA: "D:\\Profiles\\ada\\AppData\\Roaming\\" };
  expect(patterns("zed", { platform: "windows", env, project: "C:\\w\\app" })).toContain(
    "mcps D:/Profiles/ada/AppData/Roaming/Zed/settings.json",
  );
});

test.each([
  ["claude-code", { CLAUDE_CONFIG_DIR: "/cfg" }, ["mcps /cfg/.claude.json", "agents /cfg/agents/**/*.md"]],
  ["codex", { CODEX_HOME: "/cfg" }, ["mcps /cfg/config.toml", "skills ~/.agents/skills/*/SKILL.md"]],
  ["copilot-cli", { COPILOT_HOME: "/cfg" }, ["mcps /cfg/mcp-config.json"]],
  ["gemini-cli", { GEMINI_CLI_HOME: "/cfg" }, ["mcps /cfg/.gemini/settings.json"]],
  ["goose", { GOOSE_PATH_ROOT: "/cfg" }, ["mcps /cfg/config/config.yaml"]],
  ["kiro", { KIRO_HOME: "/cfg" }, ["mcps /cfg/settings/mcp.json"]],
  ["pi", { PI_CODING_AGENT_DIR: "/cfg" }, ["mcps /cfg/mcp.json"]],
  ["opencode", { XDG_CONFIG_HOME: "/cfg" }, ["mcps /cfg/opencode/opencode.json"]],
  ["opencode", { OPENCODE_CONFIG: "/cfg/my.json" }, ["mcps /cfg/my.json", "mcps ~/.config/opencode/opencode.jsonc"]],
] as const)("%s: %j moves its files", (id, env, moved) => {
  expect(patterns(id, { ...LINUX, env })).toEqual(expect.arrayContaining([...moved]));
});

test("Claude Code keeps servers of one person under the path of the project, in either spelling on Windows", () => {
  const members = scanPlaces("claude-code", { platform: "windows", env: {}, project: "C:\\w\\app" }).flatMap(
    (place) => place.members ?? [],
  );
  expect(members).toContainEqual(["projects", "C:/w/app", "mcpServers"]);
  expect(members).toContainEqual(["projects", "C:\\w\\app", "mcpServers"]);
});

test("a harness is here by its program or by its folder", async () => {
  const has = new Set(["claude", "~/.gemini/settings.json", "/cfg/codex"]);
  const detected = await detectHarnesses({
    platform: "darwin",
    env: { CODEX_HOME: "/cfg/codex" },
    isOnPath: async (program) => has.has(program),
    exists: async (path) => has.has(path),
  });
  expect(detected).toEqual([
    { id: "claude-code", by: "claude" },
    { id: "codex", by: "/cfg/codex" },
    { id: "gemini-cli", by: "~/.gemini/settings.json" },
  ]);
});
