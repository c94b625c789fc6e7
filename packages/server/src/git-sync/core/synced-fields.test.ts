import { expect, test } from "vitest";
import { syncedFields, type Found } from "./synced-fields.js";

const NOTHING: Found = {
  sha: "a".repeat(40),
  ref: "main",
  tools: [],
  environment_variables: [],
  framework: "fastmcp",
  docker_image: null,
};
const always = { git_ref: "main", resolved_sha: "a".repeat(40), framework: "fastmcp", tools: [] };

test("tools are replaced by those of the repository", () => {
  const tools = [{ name: "new", docstring: "Does new things", input_schema: { type: "object" } }];
  expect(syncedFields({ tools: [{ name: "old", description: "" }] }, { ...NOTHING, tools })).toEqual({
    ...always,
    tools: [{ name: "new", description: "Does new things", input_schema: { type: "object" } }],
  });
});

test("tools stay where the analysis could not read the repository at all", () => {
  const tools = [{ name: "old", description: "" }];
  expect(syncedFields({ tools }, { ...NOTHING, framework: null })).toMatchObject({ tools });
});

test("new variables are added as optional, and listed ones keep their descriptions", () => {
  const listed = { name: "API_KEY", description: "By hand", required: true };
  const found = [
    { name: "API_KEY", description: "From the README" },
    { name: "REGION", description: "Where it runs" },
  ];
  expect(syncedFields({ environment_variables: [listed] }, { ...NOTHING, environment_variables: found })).toMatchObject(
    {
      environment_variables: [listed, { name: "REGION", description: "Where it runs", required: false }],
    },
  );
});

test("the framework stays when none is detected", () => {
  expect(syncedFields({ framework: "go" }, { ...NOTHING, framework: null })).toMatchObject({ framework: "go" });
  expect(syncedFields({ framework: "go" }, NOTHING)).toMatchObject({ framework: "fastmcp" });
});

const IMAGE = { ...NOTHING, docker_image: "acme/tickets:1" };

test("a declared image fills in what the listing does not say", () => {
  expect(syncedFields({}, IMAGE)).toEqual({
    ...always,
    docker_image: "acme/tickets:1",
    command: "docker",
    args: ["run", "-i", "--rm", "acme/tickets:1"],
    setup_instructions: "Pull the image: docker pull acme/tickets:1",
  });
});

test.each([
  ["command", { command: "uvx", args: ["tickets"] }],
  ["image", { docker_image: "acme/own:2" }],
  ["URL", { url: "https://mcp.example.com" }],
  ["setup instructions", { command: "uvx", setup_instructions: "Ask Ada." }],
])("a %s that was set by hand is kept", (_what, before) => {
  expect(syncedFields(before, IMAGE)).toEqual({ ...always, ...before });
});

test("setup instructions that were set by hand are kept, also when the image is filled in", () => {
  expect(syncedFields({ setup_instructions: "Ask Ada." }, IMAGE)).toMatchObject({
    command: "docker",
    setup_instructions: "Ask Ada.",
  });
});

test("everything else is a copy of the current version", () => {
  const before = {
    git_url: "https://x/y",
    auto_approve: ["a"],
    tags: ["t"],
    git_ref: "old",
    resolved_sha: "b".repeat(40),
  };
  expect(syncedFields(before, NOTHING)).toEqual({ ...before, ...always });
});
