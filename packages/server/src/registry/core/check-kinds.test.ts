import { describe, expect, test } from "vitest";
import { checkAgent, checkAgentName } from "./check-agent.js";
import { checkHook } from "./check-hook.js";
import { analysedTools, checkMcp, completeMcp } from "./check-mcp.js";
import { checkPrompt, completePrompt } from "./check-prompt.js";
import { checkSandbox } from "./check-sandbox.js";
import { checkSkill } from "./check-skill.js";
import type { Fields } from "./fields.js";

const hookContext = { supportedHarnesses: [], supportsEvent: () => true };
const agentContext = { isHarness: (text: string) => text === "cursor" };
const paths = (errors: readonly { path: string }[]): string[] => errors.map(({ path }) => path);

test.each<[Fields, string[]]>([
  [{ git_url: "https://x.test/r" }, []],
  [{ command: "npx", args: ["x"] }, []],
  [{ url: "https://x.test/sse" }, []],
  [{ git_url: "https://x.test/r", command: "npx" }, []],
  [{ git_url: "https://x.test/r", url: "https://x.test" }, []],
  [{}, ["git_url"]],
  [{ docker_image: "x" }, ["git_url"]],
  [{ url: "https://x.test", command: "npx" }, ["url"]],
  [{ url: "https://x.test", transport: "streamable-http" }, []],
  [{ url: "https://x.test", transport: "stdio" }, ["transport"]],
  [{ command: "npx", transport: "stdio" }, []],
  [{ command: "npx", transport: "sse" }, ["transport"]],
  [{ command: "bash", args: ["-c", "x"] }, ["command"]],
  [{ command: "python", args: ["-c", "x"] }, ["args[0]"]],
  [{ git_url: "https://x.test/r", git_ref: "-x" }, ["git_ref"]],
  [{ command: "x", headers: [{ name: "A" }, { name: "a" }] }, ["headers[1].name"]],
  [
    { command: "x", environment_variables: [{ name: "A" }, { name: "a" }, { name: "A" }] },
    ["environment_variables[2].name"],
  ],
])("an MCP server %j has problems at %j", (fields, expected) => {
  expect(paths(checkMcp(fields))).toEqual(expected);
});

test.each([
  [{ url: "u" }, "sse"],
  [{ command: "c" }, "stdio"],
  [{ git_url: "g" }, undefined],
  [{ git_url: "g", url: "u" }, "sse"],
  [{ url: "u", transport: "streamable-http" }, "streamable-http"],
])("the transport of %j is %s", (fields: Fields, transport) => {
  expect(completeMcp(fields)["transport"]).toBe(transport);
});

test.each<[Fields, string[]]>([
  [{ handler_type: "command", handler_config: { command: "x", timeout: 5 } }, []],
  [{ handler_type: "command", handler_config: {} }, ["handler_config.command"]],
  [{ handler_type: "command", handler_config: { command: 5 } }, ["handler_config.command"]],
  [{ handler_type: "command", handler_config: { command: " " } }, ["handler_config.command"]],
  [{ handler_type: "command", script_content: "x", script_filename: "x.sh" }, []],
  [{ handler_type: "command", script_content: "x" }, ["script_filename"]],
  [{ handler_type: "command", script_content: "x", script_filename: "../x" }, ["script_filename"]],
  [{ handler_type: "http", handler_config: { url: "https://x.test" } }, []],
  [{ handler_type: "http", handler_config: { url: "ftp://x.test" } }, ["handler_config.url"]],
  [{ handler_type: "http", handler_config: {} }, ["handler_config.url"]],
  [{ handler_type: "http", handler_config: { url: "http://x", headers: { a: 1 } } }, ["handler_config.headers"]],
  [{ handler_type: "command", handler_config: { command: "x", timeout: "5" } }, ["handler_config.timeout"]],
  [{ handler_type: "command", handler_config: { command: "x", timeout: 0 } }, ["handler_config.timeout"]],
  [{ handler_type: "command", handler_config: { command: "x" }, source_path: "../x" }, ["source_path"]],
])("a hook %j has problems at %j", (fields, expected) => {
  expect(paths(checkHook(fields, hookContext))).toEqual(expected);
});

test.each([
  [["cursor"], []],
  [["cursor", "zed"], []],
  [["zed"], ["event"]],
  [[], []],
])("a hook for %j has problems at %j", (supportedHarnesses, expected) => {
  const fields = { event: "Stop", handler_type: "command", handler_config: { command: "x" } };
  const supportsEvent = (harness: string, event: string) => harness === "cursor" && event === "Stop";
  expect(paths(checkHook(fields, { supportedHarnesses, supportsEvent }))).toEqual(expected);
});

describe("prompts", () => {
  test("variables that are given must be the template's", () => {
    expect(paths(checkPrompt({ template: "{{a}}", variables: [{ name: "b" }] }))).toEqual([
      "variables[0].name",
      "variables",
    ]);
    expect(checkPrompt({ template: "{{a}}" })).toEqual([]);
  });

  test("variables that are not given are derived", () => {
    const template = "{{a}}";
    expect(completePrompt({ template })).toEqual({ template, variables: [{ name: "a", required: true }] });
    expect(completePrompt({ template, variables: [] })).toEqual({ template, variables: [] });
  });
});

test.each<[Fields, string[]]>([
  [{ runtime_type: "docker", image: "ghcr.io/acme/x:1.0@sha256:ab" }, []],
  [{ runtime_type: "docker", image: "https://x.test/y" }, ["image"]],
  [{ runtime_type: "docker", image: "a b" }, ["image"]],
  [{ runtime_type: "docker", image: "-x" }, ["image"]],
  [{ runtime_type: "docker", image: "" }, ["image"]],
  [{ runtime_type: "lxc", image: "images:debian/12" }, []],
  [{ runtime_type: "lxc", image: "" }, ["image"]],
  [{ runtime_type: "firecracker", image: "x" }, ["runtime_config"]],
  [{ runtime_type: "firecracker", image: "", runtime_config: { config_path: "/x" } }, []],
  [{ runtime_type: "firecracker", runtime_config: { kernel_image_path: "/k" } }, ["runtime_config"]],
  [{ runtime_type: "firecracker", runtime_config: { kernel_image_path: "/k", rootfs_path: "/r" } }, []],
  [{ runtime_type: "wasm", image: "" }, ["image"]],
  [{ runtime_type: "wasm", image: "", runtime_config: { module: "x.wasm" } }, []],
  [{ runtime_type: "wasm", image: "https://x.test/x.wasm" }, []],
  [{ runtime_type: "lxc", image: "x", resource_limits: { cpu: 0.5, memory: "512m", timeout: "30s", other: "x" } }, []],
  [
    { runtime_type: "lxc", image: "x", resource_limits: { cpu: 0, memory: "much", pids: -1, disk: "1Gi", cpus: "0" } },
    [
      "resource_limits.cpu",
      "resource_limits.cpus",
      "resource_limits.memory",
      "resource_limits.pids",
      "resource_limits.disk",
    ],
  ],
  [
    { runtime_type: "lxc", image: "x", runtime_config: { privileged: "yes", module: 1 } },
    ["runtime_config.module", "runtime_config.privileged"],
  ],
  [{ runtime_type: "lxc", image: "x", source_ref: "a b", sandbox_path: "a\\b" }, ["source_ref", "sandbox_path"]],
])("a sandbox %j has problems at %j", (fields, expected) => {
  expect(paths(checkSandbox(fields))).toEqual(expected);
});

test.each<[Fields, string[]]>([
  [{ prompt: "x" }, []],
  [{ prompt: " " }, ["prompt"]],
  [{ components: [{ component_type: "prompt", component_id: "x" }] }, []],
  [{ prompt: "x", external_mcps: [{ name: "a", args: ["-y", "x"] }] }, []],
  [{ prompt: "x", external_mcps: [{ name: "a", url: "https://x.test" }] }, []],
  [{ prompt: "x", external_mcps: [{ name: "a" }] }, ["external_mcps[0]"]],
  [{ prompt: "x", external_mcps: [{ name: "a", command: "a;b" }] }, ["external_mcps[0].command"]],
  [{ prompt: "x", external_mcps: [{ name: "a", command: "node", args: ["-e", "x"] }] }, ["external_mcps[0].args[0]"]],
  [
    {
      prompt: "x",
      external_mcps: [
        { name: "a", url: "u" },
        { name: "a", url: "v" },
      ],
    },
    ["external_mcps[1].name"],
  ],
  [{ prompt: "x", external_mcps: [{ name: "a", url: "u", env: { "A B": "1" } }] }, ['external_mcps[0].env["A B"]']],
  [{ prompt: "x", models_by_harness: { cursor: "m", notepad: "m" } }, ["models_by_harness.notepad"]],
])("an agent %j has problems at %j", (fields, expected) => {
  expect(paths(checkAgent(fields, agentContext))).toEqual(expected);
});

test.each([
  ["reviewer", true],
  ["0_a-b", true],
  ["Reviewer", false],
  ["-a", false],
  ["a b", false],
  ["", false],
  ["a".repeat(65), false],
])("%j may be the name of an agent: %s", (name, allowed) => {
  expect(checkAgentName(name)).toHaveLength(allowed ? 0 : 1);
});

test("what is null or of another type is no exception", () => {
  const odd = Object.fromEntries(
    "command url git_url args headers files handler_config variables components external_mcps prompt image resource_limits runtime_config models_by_harness skill_md_content"
      .split(" ")
      .flatMap((name) => [[name, null]]),
  );
  for (const value of [null, 5, "x", [null], [5], { a: null }]) {
    const fields = Object.fromEntries(Object.keys(odd).map((name) => [name, value]));
    const checkers = [
      () => checkMcp(fields),
      () => checkHook(fields, hookContext),
      () => checkSandbox(fields),
      () => checkAgent(fields, agentContext),
      () => checkSkill(fields),
    ];
    for (const checker of checkers) expect(Array.isArray(checker())).toBe(true);
  }
});

test.each([
  [undefined, {}],
  [{ tools: "none" }, {}],
  [{ tools: [7, null, {}, { name: "" }, { name: "a\u202eb" }] }, {}],
  [
    { tools: ["a", { name: "b", docstring: "B" }] },
    {
      tools: [
        { name: "a", description: "" },
        { name: "b", description: "B" },
      ],
    },
  ],
])("an analysis %j tells the tools %j", (analysis, expected) => {
  expect(analysedTools(analysis)).toEqual(expected);
});

test("the transport http is stored as streamable-http", () => {
  expect(completeMcp({ url: "https://x.test", transport: "http" })).toEqual({
    url: "https://x.test",
    transport: "streamable-http",
  });
});
