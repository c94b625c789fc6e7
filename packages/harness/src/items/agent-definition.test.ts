import { expect, test } from "vitest";
import { definitionOf } from "./agent-definition.js";

const agentWith = (fields: object) => ({
  agent: { id: "a1", slug: "reviewer", description: "Reviews", fields: { prompt: "Review.", ...fields } },
  components: [],
});

test("the model of a harness goes before that of all, and that of the session is not named", () => {
  const model_name = "claude-sonnet-4-5";
  expect(definitionOf(agentWith({ model_name }), "codex")).toMatchObject({ model: model_name });
  const own = { model_name, models_by_harness: { codex: "gpt-5" } };
  expect(definitionOf(agentWith(own), "codex")).toMatchObject({ model: "gpt-5" });
  expect(definitionOf(agentWith(own), "cursor")).toMatchObject({ model: model_name });
  expect(definitionOf(agentWith({ model_name: "inherit" }), "codex")).not.toHaveProperty("model");
});

test("an agent's limits come with its version, and a person may set others for an install", () => {
  const limited = agentWith({ tools: ["Read"], disallowed_tools: ["Bash"], color: "blue", argument_hint: "<issue>" });
  expect(definitionOf(limited, "codex")).toMatchObject({
    tools: ["Read"],
    disallowedTools: ["Bash"],
    color: "blue",
    argumentHint: "<issue>",
  });
  expect(definitionOf(limited, "codex", { options: { tools: ["Grep"] } })).toMatchObject({ tools: ["Grep"] });
  expect(definitionOf(agentWith({ tools: [], disallowed_tools: [] }), "codex")).not.toHaveProperty("tools");
});
