import { describe, expect, test } from "vitest";
import { HARNESS_IDS, HARNESSES, type HarnessId } from "./harnesses.js";
import { HOOK_EVENTS } from "@tackroom/contract";
import type { FileToMerge, FileToWrite, McpServer } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderHook } from "./render-hook.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { renderSandbox } from "./render-sandbox.js";
import { renderSkill } from "./render-skill.js";
import { AGENT, HOOK, PROMPT, SANDBOX, SEARCH, SKILL, TRACKER } from "./testing/examples.js";
import { isMerged } from "./testing/read-back.js";
import { filesIn } from "./testing/show-rendering.js";

function textsOf(snippet: unknown): string {
  return filesIn(snippet)
    .map((file) => (isMerged(file) ? file.text : file.content))
    .join("\n");
}

function entryOf(id: HarnessId, server: McpServer): Record<string, unknown> {
  const { content } = renderMcp(id, server).snippet["mcp_config"] as FileToMerge;
  const servers = content[HARNESSES[id].mcp.rootKey] as Record<string, Record<string, unknown>>;
  return servers[server.name] ?? {};
}

const KINDS = {
  mcp: (id: HarnessId) => renderMcp(id, TRACKER),
  skill: (id: HarnessId) => renderSkill(id, SKILL),
  hook: (id: HarnessId) => renderHook(id, HOOK),
  prompt: (id: HarnessId) => renderPrompt(id, PROMPT),
  sandbox: (id: HarnessId) => renderSandbox(id, SANDBOX),
  agent: (id: HarnessId) => renderAgent(id, AGENT),
};

describe.each(HARNESS_IDS)("%s", (id) => {
  test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])("installs a %s or says why not", (kind) => {
    const rendering = KINDS[kind](id);
    const files = "files" in rendering ? (rendering.files as FileToWrite[]) : [];
    const configPath = "configPath" in rendering ? rendering.configPath : null;
    const installs = files.length > 0 || configPath !== null || filesIn(rendering.snippet).length > 0;
    if (installs) expect(rendering.snippet).not.toEqual({});
    else expect(rendering.warnings.join("")).toMatch(/not installed|neither prompts nor commands/);
  });

  test("keeps every file of an agent in its scope", () => {
    const project = filesIn(renderAgent(id, AGENT, { scope: "project" }).snippet);
    const user = filesIn(renderAgent(id, AGENT, { scope: "user" }).snippet);
    expect(project.length).toBeGreaterThan(0);
    for (const { path } of project) expect(path).not.toMatch(/^[~/]|\.\./);
    for (const { path } of user) expect(path).toMatch(/^~\/(?!.*\.\.)/);
  });

  test("names every component of an agent in a file or in a warning", () => {
    for (const scope of ["project", "user"] as const) {
      const { snippet, warnings } = renderAgent(id, AGENT, { scope });
      const said = textsOf(snippet) + JSON.stringify(snippet) + warnings.join("\n");
      for (const name of [
        "tracker",
        "search",
        "release-notes",
        "block-force-push",
        "explain-change",
        "TACK_SANDBOXES",
      ]) {
        if (name === "TACK_SANDBOXES") expect(said).toMatch(/TACK_SANDBOXES|sandboxes-release-manager/);
        else expect(said).toContain(name);
      }
    }
  });

  test("gives every local server of an agent the id of the agent", () => {
    const text = textsOf(renderAgent(id, AGENT, { scope: "user" }).snippet);
    expect(text.match(/TACK_AGENT_ID/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    expect(text).toContain(AGENT.id);
  });

  test("writes no empty value for a variable that has none", () => {
    const server: McpServer = { ...TRACKER, env: [{ name: "A" }, { name: "B", value: "" }] };
    expect(JSON.stringify(renderMcp(id, server).snippet)).not.toMatch(/"":|:""|=""/);
  });

  test("installs an agent that has nothing but a prompt", () => {
    const bare = { ...AGENT, mcpServers: [], skills: [], hooks: [], prompts: [], sandboxes: [] };
    const { snippet } = renderAgent(id, bare);
    expect(snippet).toMatchObject({ agent_profile: { path: expect.any(String) as string } });
    expect(snippet).not.toHaveProperty("mcp_config");
    expect(snippet).not.toHaveProperty("skills");
    expect(JSON.stringify(snippet)).not.toContain("mcpServers");
  });

  test("installs one of two servers with the same name, and says so", () => {
    const { warnings } = renderAgent(id, { ...AGENT, mcpServers: [TRACKER, TRACKER] }, { scope: "user" });
    expect(warnings).toContain('Two MCP servers are named "tracker": only the first is installed. Rename one of them.');
  });

  test("takes the words of its prompt components for an agent without a prompt", () => {
    const { snippet } = renderAgent(id, { ...AGENT, prompt: "" });
    expect((snippet["agent_profile"] as FileToWrite).content).toContain("Start with why.");
  });

  test("calls the portable hook on Windows", () => {
    const text = textsOf(renderAgent(id, AGENT, { platform: "windows" }).snippet);
    if (id !== "copilot-cli") expect(text).not.toContain(".tackroom/hook");
    if (!["copilot", "zed", "amp"].includes(id)) expect(text).toMatch(/tack hook --harness|"tack", \["hook"/);
  });

  test.each(HOOK_EVENTS)("installs a hook for %s or warns", (event) => {
    const { snippet, warnings, notes } = renderHook(id, { ...HOOK, event, toolFilter: [] });
    if (Object.keys(snippet).length > 0) expect(warnings).toEqual([]);
    else {
      expect(warnings).toHaveLength(1);
      expect(notes.length).toBeGreaterThan(0);
    }
  });
});

test.each([
  ["claude-code", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["cursor", { env: { TRACKER_TOKEN: "${env:TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["kiro", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["codex", { env: { TRACKER_REGION: "eu-west-1" }, env_vars: ["TRACKER_TOKEN"] }],
  ["copilot", { env: { TRACKER_TOKEN: "${input:TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["copilot-cli", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["opencode", { environment: { TRACKER_TOKEN: "{env:TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["antigravity", { env: { TRACKER_REGION: "eu-west-1" } }],
  ["goose", { envs: { TRACKER_REGION: "eu-west-1" }, env_keys: ["TRACKER_TOKEN"] }],
  ["pi", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["gemini-cli", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["windsurf", { env: { TRACKER_TOKEN: "${env:TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["zed", { env: { TRACKER_REGION: "eu-west-1" } }],
  ["cline", { env: { TRACKER_TOKEN: "${env:TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
  ["amp", { env: { TRACKER_TOKEN: "${TRACKER_TOKEN}", TRACKER_REGION: "eu-west-1" } }],
] as const)("%s takes a variable without a value in its own way", (id, expected) => {
  const entry = Object.entries(entryOf(id, TRACKER));
  expect(Object.fromEntries(entry.filter(([key]) => key.startsWith("env")))).toEqual(expected);
});

test.each(["codex", "goose", "zed"] as const)("%s gets an sse server as streamable HTTP, with a warning", (id) => {
  const { warnings } = renderMcp(id, { ...SEARCH, transport: "sse" });
  expect(warnings[0]).toMatch(/does not support SSE/);
  expect(entryOf(id, { ...SEARCH, transport: "sse" })).toEqual(entryOf(id, SEARCH));
});

test.each([
  ["claude-code", "http", "sse"],
  ["copilot", "http", "sse"],
  ["copilot-cli", "http", "sse"],
  ["gemini-cli", "http", "sse"],
  ["cline", "streamableHttp", "sse"],
] as const)("%s calls the streamable transport %j", (id, http, sse) => {
  expect(entryOf(id, SEARCH)["type"]).toBe(http);
  expect(entryOf(id, { ...SEARCH, transport: "sse" })["type"]).toBe(sse);
});

test.each(HARNESS_IDS)("%s gets no variables in a remote entry, unless it takes them", (id) => {
  const server: McpServer = { ...SEARCH, env: [{ name: "REGION", value: "eu" }] };
  const { snippet, warnings } = renderMcp(id, server);
  if (id === "goose") expect(entryOf(id, server)).toMatchObject({ envs: { REGION: "eu" } });
  else {
    expect(JSON.stringify(snippet)).not.toContain("REGION");
    expect(warnings.join("\n")).toContain("REGION");
  }
});

describe("arguments that name variables", () => {
  const server: McpServer = {
    ...TRACKER,
    command: ["serve", "--region=${TRACKER_REGION}", "--token", "$TRACKER_TOKEN", "$UNKNOWN"],
  };

  test.each([
    ["claude-code", "${TRACKER_TOKEN}"],
    ["cursor", "${env:TRACKER_TOKEN}"],
    ["copilot", "${input:TRACKER_TOKEN}"],
  ] as const)("are filled, or left to %s as %s", (id, placeholder) => {
    expect(entryOf(id, server)["args"]).toEqual(["--region=eu-west-1", "--token", placeholder, "$UNKNOWN"]);
    expect(renderMcp(id, server).warnings).toEqual([]);
  });

  test.each(["codex", "kiro", "goose", "pi"] as const)("are warned about where %s does not replace them", (id) => {
    expect(renderMcp(id, server).warnings[0]).toMatch(/does not expand variables in arguments/);
  });
});

test("warns about a value that the harness would take for a placeholder", () => {
  const server: McpServer = { ...TRACKER, env: [{ name: "PASSWORD", value: "a${b}c" }] };
  expect(renderMcp("claude-code", server).warnings[0]).toMatch(/PASSWORD .* interprets as a variable/);
  expect(renderMcp("codex", server).warnings).toEqual([]);
});

test("does not let a harness read variables in the settings of a sandbox", () => {
  const { snippet, warnings } = renderSandbox("claude-code", { ...SANDBOX, entrypoint: "sh -c 'echo ${HOME}'" });
  const servers = snippet["mcpServers"] as Record<string, { env: Record<string, string> }>;
  const text = servers["sandbox-python-lab"]?.env["TACK_SANDBOXES"] ?? "";
  expect(text).not.toContain("$");
  expect(JSON.parse(text)).toMatchObject([{ entrypoint: "sh -c 'echo ${HOME}'", runtime_type: "docker" }]);
  expect(warnings).toEqual([]);
});

test.each([
  ["kiro", { autoApprove: ["search"] }],
  ["cline", { autoApprove: ["search"] }],
] as const)("%s approves tools in the entry", (id, expected) => {
  const server: McpServer = { ...TRACKER, autoApprove: ["search"] };
  expect(entryOf(id, server)).toMatchObject(expected);
  expect(renderMcp(id, server).warnings).toEqual([]);
});

test("claude-code approves tools in its settings, and others not at all", () => {
  const server: McpServer = { ...TRACKER, autoApprove: ["search"] };
  expect(renderMcp("claude-code", server).snippet["claude_settings_snippet"]).toEqual({
    enabledMcpjsonServers: ["tracker"],
    permissions: { allow: ["mcp__tracker__search"] },
  });
  expect(renderMcp("cursor", server).warnings[0]).toMatch(/cannot auto-approve tools. Allow search of "tracker"/);
});

test("goes to the other scope when a harness keeps servers in one only", () => {
  const { snippet, warnings } = renderMcp("cline", TRACKER, { scope: "project" });
  expect(snippet["mcp_config"]).toMatchObject({ path: "~/.cline/data/settings/cline_mcp_settings.json" });
  expect(warnings).toEqual(["Cline supports MCP servers only in user scope, so the entry is installed there."]);
});

test.each([
  ["linux", "~/.config/Code/User/mcp.json"],
  ["darwin", "~/Library/Application Support/Code/User/mcp.json"],
  ["windows", "~/AppData/Roaming/Code/User/mcp.json"],
] as const)("finds the user folder of VS Code on %s", (platform, path) => {
  const { snippet } = renderMcp("copilot", TRACKER, { scope: "user", platform });
  expect(snippet["mcp_config"]).toMatchObject({ path });
});

test.each(["windsurf", "cline", "copilot-cli"] as const)(
  "%s: an agent of a user leaves its prompts out of the current project, where an install of them alone goes",
  (id) => {
    const { snippet, warnings } = renderAgent(id, AGENT, { scope: "user" });
    expect(snippet).not.toHaveProperty("prompt_files");
    expect(warnings.join()).toContain('"explain-change" is omitted. Install the agent with scope "project"');
    const inProject = renderAgent(id, AGENT, { scope: "project" }).snippet as { prompt_files: FileToWrite[] };
    expect(inProject.prompt_files).toEqual(renderPrompt(id, PROMPT, { scope: "user" }).files);
  },
);
