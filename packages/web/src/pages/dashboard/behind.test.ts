import { expect, test } from "vitest";
import { sessionsBehind } from "./behind.js";

test.each([
  [{}, {}, { to: "/sessions", search: { last: "30" } }],
  [{ group: "model", metric: "tokens" }, { model: "m" }, { to: "/sessions", search: { model: "m", last: "30" } }],
  [
    { from: "2026-01-01" },
    { has_errors: "true" },
    { to: "/sessions", search: { from: "2026-01-01", has_errors: "true" } },
  ],
  [
    { metric: "tokens" },
    { team_id: "t" },
    { to: "/dashboard", search: { last: "30", team_id: "t", group: "user", metric: "tokens" } },
  ],
  [{ team_id: "t" }, { user_id: "u" }, { to: "/sessions", search: { user_id: "u", last: "30" } }],
])("the sessions of %j with %j are at %j", (params, more, behind) => {
  expect(sessionsBehind(params as Record<string, string>, "30", more as Record<string, string>)).toEqual(behind);
});
