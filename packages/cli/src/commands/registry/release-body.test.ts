import { expect, test } from "vitest";
import { releaseBody } from "./release-body.js";

test("a skill's own fields are in extra, and what belongs to the item is left out", () => {
  const submission = { name: "tidy", visibility: "public", version: "1.1.0", description: "d", task_type: "testing" };
  expect(releaseBody("skill", submission)).toEqual({
    version: "1.1.0",
    description: "d",
    extra: { task_type: "testing" },
  });
});

test("an MCP server's repository is the source of its version", () => {
  const submission = {
    name: "t",
    category: "general",
    version: "2.0.0",
    description: "d",
    git_url: "https://x",
    git_ref: "v2",
  };
  expect(releaseBody("mcp", submission)).toEqual({
    version: "2.0.0",
    description: "d",
    extra: { source_url: "https://x", source_ref: "v2" },
  });
});

test("an agent's fields stand beside the others", () => {
  const submission = { name: "a", version: "1.1.0", description: "d", model_name: "m", prompt: "p" };
  expect(releaseBody("agent", submission)).toEqual({
    version: "1.1.0",
    description: "d",
    model_name: "m",
    prompt: "p",
  });
});
