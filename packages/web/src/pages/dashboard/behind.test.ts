import { expect, test } from "vitest";
import { sessionsBehind } from "./behind.js";

test.each([
  [{}, {}, { last: "30" }],
  [{ group: "model", metric: "tokens" }, { model: "m" }, { model: "m", last: "30" }],
  [{ from: "2026-01-01" }, { has_errors: "true" }, { from: "2026-01-01", has_errors: "true" }],
  [{ metric: "tokens" }, { team_id: "t" }, { team_id: "t", last: "30" }],
  [{}, { tool: "Bash", tool_failed: "true" }, { tool: "Bash", tool_failed: "true", last: "30" }],
  [{ team_id: "t" }, { user_id: "u" }, { team_id: "t", user_id: "u", last: "30" }],
])("the sessions of %j with %j are found by %j", (params, more, filters) => {
  expect(sessionsBehind(params as Record<string, string>, "30", more as Record<string, string>)).toEqual({
    to: "/sessions",
    search: { ...filters, subagents: "shown" },
  });
});
