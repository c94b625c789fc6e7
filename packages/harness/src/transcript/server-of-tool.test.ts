import { expect, test } from "vitest";
import { serverKey, serverOfTool } from "./server-of-tool.js";

test.each([
  ["mcp__github__create_issue", "github"],
  ["mcp__Linear_Server__list__all", "linear-server"],
  ["mcp__claude_ai_Notion__search", "claude-ai-notion"],
  ["@postgres/query", "postgres"],
  ["Bash", ""],
  ["apply_patch", ""],
  ["my_server_do_things", ""],
  ["", ""],
])("%s belongs to the server %j", (tool, server) => {
  expect(serverOfTool(tool)).toBe(server);
});

test("names that harnesses spell differently compare as equal", () => {
  expect(serverKey("io.github/My Server")).toBe(serverKey("io_github_my-server"));
});
