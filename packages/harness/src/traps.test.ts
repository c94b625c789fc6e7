import { expect, test } from "vitest";
import type { FileToMerge, FileToWrite } from "./neutral.js";
import { renderAgent } from "./render-agent.js";
import { renderMcp } from "./render-mcp.js";
import { renderPrompt } from "./render-prompt.js";
import { AGENT, PROMPT, SEARCH, TRACKER } from "./testing/examples.js";
import { readFile } from "./testing/read-back.js";

const tokenHeaders = (token: string) => ({ Authorization: `Bearer ${token}`, "X-Team": "platform" });
const ADDRESS = "https://mcp.acme.test/mcp";

test.each([
  ["claude-code", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["cursor", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["kiro", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  [
    "codex",
    "mcp_servers",
    { url: ADDRESS, bearer_token_env_var: "SEARCH_TOKEN", http_headers: { "X-Team": "platform" } },
  ],
  ["copilot", "servers", { type: "http", url: ADDRESS, headers: tokenHeaders("${input:SEARCH_TOKEN}") }],
  ["copilot-cli", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}"), tools: ["*"] }],
  ["opencode", "mcp", { type: "remote", url: ADDRESS, headers: tokenHeaders("{env:SEARCH_TOKEN}") }],
  ["antigravity", "mcpServers", { serverUrl: ADDRESS, headers: { "X-Team": "platform" } }],
  ["pi", "mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["gemini-cli", "mcpServers", { type: "http", url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
  ["windsurf", "mcpServers", { serverUrl: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["zed", "context_servers", { url: ADDRESS, headers: { "X-Team": "platform" } }],
  ["cline", "mcpServers", { type: "streamableHttp", url: ADDRESS, headers: tokenHeaders("${env:SEARCH_TOKEN}") }],
  ["amp", "amp.mcpServers", { url: ADDRESS, headers: tokenHeaders("${SEARCH_TOKEN}") }],
] as const)("%s reads a remote server under %s, with its own keys only", (id, rootKey, entry) => {
  const { content } = renderMcp(id, SEARCH).snippet["mcp_config"] as FileToMerge;
  expect(content[rootKey]).toEqual({ search: entry });
});

test("goose resolves a header from the names that its entry lists", () => {
  const { content } = renderMcp("goose", SEARCH).snippet["mcp_config"] as FileToMerge;
  expect(content["extensions"]).toMatchObject({
    search: {
      type: "streamable_http",
      uri: ADDRESS,
      headers: tokenHeaders("${SEARCH_TOKEN}"),
      env_keys: ["SEARCH_TOKEN"],
    },
  });
});

test("codex takes headers other than Authorization from variables by name", () => {
  const { content } = renderMcp("codex", { ...SEARCH, headers: [{ name: "X-Api-Key" }] }).snippet[
    "mcp_config"
  ] as FileToMerge;
  expect(content["mcp_servers"]).toEqual({
    search: { url: ADDRESS, env_http_headers: { "X-Api-Key": "SEARCH_X_API_KEY" } },
  });
});

test.each([
  [
    SEARCH,
    `claude mcp add --transport http search ${ADDRESS} --header Authorization: Bearer \${SEARCH_TOKEN} --header X-Team: platform`,
  ],
  [{ ...TRACKER, env: [] }, "claude mcp add tracker -- npx -y @acme/tracker@1.4.0 --project shop"],
  [
    TRACKER,
    "claude mcp add tracker --env TRACKER_TOKEN=${TRACKER_TOKEN} --env TRACKER_REGION=eu-west-1 -- npx -y @acme/tracker@1.4.0 --project shop",
  ],
])("claude mcp add has no --url, and its variables do not swallow the name (%#)", (server, argv) => {
  const { command } = renderMcp("claude-code", server).snippet as { command: string[] };
  expect(command.join(" ")).toBe(argv);
});

test("a claude-code agent names the servers that its install defines", () => {
  const { agent_profile: profile, mcp_config: servers } = renderAgent("claude-code", AGENT).snippet as {
    agent_profile: FileToWrite;
    mcp_config: object;
  };
  expect(readFile(profile).members["mcpServers"]).toEqual(Object.keys(servers));
});

test("a codex agent has no key that codex does not know", () => {
  const profile = renderAgent("codex", { ...AGENT, tools: ["shell"], color: "red" }).snippet["agent_profile"];
  expect(Object.keys(readFile(profile as FileToWrite).members)).toEqual([
    "name",
    "description",
    "model",
    "developer_instructions",
  ]);
});

test.each([
  ["acme/sonnet-x", "acme/sonnet-x", false],
  ["sonnet-x", undefined, true],
])("opencode takes the model %j as %j", (model, written, warns) => {
  const { snippet, warnings } = renderAgent("opencode", { ...AGENT, model });
  expect(readFile(snippet["agent_profile"] as FileToWrite).members["model"]).toBe(written);
  expect(warnings.some((warning) => warning.includes("provider/model"))).toBe(warns);
});

test.each(["cursor", "codex", "opencode", "goose", "pi", "windsurf", "zed", "cline", "amp"] as const)(
  "%s says that it cannot limit an agent's tools",
  (id) => {
    expect(renderAgent(id, { ...AGENT, tools: ["Read"] }).warnings.join("\n")).toMatch(
      /cannot limit the tools to Read/,
    );
  },
);

test.each(["claude-code", "copilot", "copilot-cli", "gemini-cli", "antigravity", "kiro"] as const)(
  "%s limits an agent's tools",
  (id) => {
    const profile = renderAgent(id, { ...AGENT, tools: ["Read"] }).snippet["agent_profile"] as FileToWrite;
    expect(readFile(profile).members["tools"]).toEqual(["Read"]);
  },
);

test("copilot says that it cuts an agent at 30,000 characters", () => {
  const long = { ...AGENT, prompt: "x".repeat(30_001) };
  expect(renderAgent("copilot", long).warnings[0]).toMatch(/30,000 characters .* 30001/);
});

test("copilot asks once for a variable that two servers share", () => {
  const servers = [TRACKER, { ...TRACKER, name: "second" }];
  const { content } = renderAgent("copilot", { ...AGENT, mcpServers: servers }).snippet["mcp_config"] as FileToMerge;
  expect(content["inputs"]).toHaveLength(1);
});

test("an agent without agent files does not take the place of its own skill", () => {
  const same = { ...AGENT, name: "release-notes" };
  expect(renderAgent("zed", same).snippet["agent_profile"]).toMatchObject({
    path: ".agents/skills/release-notes-agent/SKILL.md",
  });
});

test("a section of AGENTS.md says how to keep the user's own words", () => {
  const profile = renderAgent("pi", AGENT, { scope: "project" }).snippet["agent_profile"];
  expect(profile).toMatchObject({ path: "AGENTS.md", merge: expect.stringContaining("keep the rest") as string });
});

test.each([
  ["claude-code", "Explain $ARGUMENTS."],
  ["gemini-cli", "Explain {{args}}."],
  ["copilot", "Explain ${input:change}."],
  ["goose", "Explain {{ change }}."],
] as const)("%s fills a prompt with what the user typed", (id, text) => {
  const prompt = { ...PROMPT, template: "Explain {{ change }}.", variables: [{ name: "change" }] };
  expect(renderPrompt(id, prompt).files[0]?.content).toContain(text);
});

test.each(["kiro", "copilot-cli"] as const)("%s warns about a name that leaves no room for tools", (id) => {
  expect(renderMcp(id, { ...TRACKER, name: "x".repeat(50) }).warnings[0]).toMatch(/64 characters/);
});
