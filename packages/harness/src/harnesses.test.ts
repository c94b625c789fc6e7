import { expect, test } from "vitest";
import { describeHarnesses } from "./describe-harnesses.js";
import { HARNESS_IDS, harnessCalled, HARNESSES, parseHarnessId } from "./harnesses.js";

test.each([
  ["claude-code", "claude-code"],
  ["claude_code", "claude-code"],
  ["copilot_cli", "copilot-cli"],
  ["pi", "pi"],
  ["notepad", undefined],
  ["Claude-Code", undefined],
  ["constructor", undefined],
  ["", undefined],
])("reads %j as %j", (text, id) => {
  expect(parseHarnessId(text)).toBe(id);
});

test.each([
  ["claude", "claude-code"],
  ["Claude-Code", "claude-code"],
  ["gemini", "gemini-cli"],
  ["vscode", "copilot"],
  ["copilot", "copilot"],
  ["constructor", undefined],
])("a person who types %j means %j", (text, id) => {
  expect(harnessCalled(text)).toBe(id);
});

test.each(HARNESS_IDS)("%s calls itself what the list calls it", (id) => {
  expect(HARNESSES[id].id).toBe(id);
});

const ALL = ["mcp_servers", "agents", "skills", "hooks", "prompts", "sandboxes"];

test.each([
  ["cursor", []],
  ["kiro", []],
  ["claude-code", []],
  ["codex", ["prompts"]],
  ["copilot", []],
  ["copilot-cli", []],
  ["opencode", ["hooks"]],
  ["antigravity", []],
  ["goose", []],
  ["pi", ["agents", "hooks"]],
  ["gemini-cli", []],
  ["windsurf", []],
  ["zed", ["hooks", "prompts"]],
  ["cline", []],
  ["amp", ["agents", "hooks", "prompts"]],
])("describes %s as able to take all but %j", (name, missing) => {
  expect(describeHarnesses().find((harness) => harness.name === name)).toEqual({
    name,
    display_name: expect.any(String) as string,
    capabilities: ALL.filter((capability) => !missing.includes(capability)),
    supported_models: [],
  });
});
