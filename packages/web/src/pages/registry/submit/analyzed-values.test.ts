import { expect, test } from "vitest";
import { foundInWords, valuesFromAnalysis, type Analysis } from "./analyzed-values.js";

const ANALYSIS: Analysis = {
  name: "Tickets",
  description: "Reads tickets",
  version: "2.1.0",
  tools: [{ name: "list", docstring: "Lists them" }],
  environment_variables: [{ name: "TOKEN", description: "", required: true }],
  issues: [],
  error: null,
  command: "npx",
  args: ["-y", "tickets"],
  framework: "typescript-sdk",
};

test("an untouched form takes everything but the tools", () => {
  const untouched = { name: "", description: "", version: "1.0.0", command: "", args: "", environment_variables: [] };
  expect(valuesFromAnalysis(ANALYSIS, untouched)).toEqual({
    name: "Tickets",
    description: "Reads tickets",
    version: "2.1.0",
    command: "npx",
    args: "-y\ntickets",
    framework: "typescript-sdk",
    environment_variables: [{ name: "TOKEN", description: "", required: true }],
  });
});

test("what was typed stays", () => {
  const typed = {
    name: "mine",
    description: "My own words",
    version: "3.0.0",
    framework: "go",
    environment_variables: [{ name: "OTHER", description: "", required: false }],
    command: "uvx",
  };
  expect(valuesFromAnalysis(ANALYSIS, typed)).toEqual({});
});

test("a server with a URL gets no command", () => {
  const found = valuesFromAnalysis(ANALYSIS, { url: "https://mcp.example.com" });
  expect(found).not.toHaveProperty("command");
  expect(found).not.toHaveProperty("args");
});

test("what was not found changes nothing", () => {
  const nothing = { ...ANALYSIS, name: "", description: "", environment_variables: [] };
  const { command: _command, args: _args, framework: _framework, ...rest } = nothing;
  expect(valuesFromAnalysis(rest, { version: "" })).toEqual({ version: "2.1.0" });
});

test("the findings in words", () => {
  expect(foundInWords(ANALYSIS)).toBe("Found 1 tool and 1 environment variable.");
  expect(foundInWords({ ...ANALYSIS, tools: [] })).toBe("Found 0 tools and 1 environment variable.");
});
