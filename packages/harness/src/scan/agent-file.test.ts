import { expect, test } from "vitest";
import { agentFileMembers, agentModel } from "./agent-file.js";
import { readScannedFile } from "./read-scanned-file.js";

const limits = (members: Record<string, unknown>) => agentFileMembers(members).entry;

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    "Claude Code's commas",
    { tools: "Read, Grep, Bash(git log:*, git show:*)" },
    { tools: ["Read", "Grep", "Bash(git log:*, git show:*)"] },
  ],
  ["a list", { tools: ["search/codebase", "edit/editFiles"] }, { tools: ["search/codebase", "edit/editFiles"] }],
  ["every tool", { tools: ["*"] }, {}],
  ["no member", {}, {}],
  ["an empty member", { tools: null }, {}],
  ["an empty list", { tools: [] }, { disallowed_tools: ["*"] }],
  ["forbidden tools", { disallowedTools: "Write, Edit" }, { disallowed_tools: ["Write", "Edit"] }],
  ["Kiro's word for them", { excludedTools: ["shell"] }, { disallowed_tools: ["shell"] }],
  ["OpenCode's switches", { tools: { write: false, bash: true } }, { disallowed_tools: ["write"] }],
  ["OpenCode's switches for all others", { tools: { "*": false, read: true } }, { tools: ["read"] }],
  ["OpenCode's rules", { permission: { edit: "deny", bash: "ask" } }, { disallowed_tools: ["edit"] }],
  ["OpenCode's rules for all others", { permission: { "*": "deny", read: "allow" } }, { tools: ["read"] }],
  ["Cursor's switch", { readonly: true }, { disallowed_tools: ["Write", "Edit", "Bash"] }],
  ["Codex's sandbox", { sandbox_mode: "read-only" }, { disallowed_tools: ["Write", "Edit", "Bash"] }],
  ["Claude Code's plan mode", { permissionMode: "plan" }, { disallowed_tools: ["Write", "Edit", "Bash"] }],
  ["colour and hint", { color: "red", "argument-hint": "<file>" }, { color: "red", argument_hint: "<file>" }],
])("an agent's limits are taken over from %s", (_what, members, entry) => {
  expect(limits(members)).toEqual(entry);
});

test("servers that an agent's file defines become its own, and never with a value", () => {
  const { entry, leftOut } = agentFileMembers({
    "mcp-servers": {
      clock: { type: "local", command: "uvx", args: ["clock@1.0.0"], env: { ZONE: "a-secret-value" }, tools: ["*"] },
      search: { type: "http", url: "https://mcp.acme.test/mcp", headers: { Authorization: "Bearer abc" } },
      broken: { type: "local" },
    },
  });
  expect(entry["external_mcps"]).toEqual([
    { name: "clock", command: "uvx", args: ["clock@1.0.0"], env: { ZONE: "" } },
    { name: "search", url: "https://mcp.acme.test/mcp" },
  ]);
  expect(leftOut).toEqual(["mcp-servers.broken", "mcp-servers.search.headers.Authorization"]);
  expect(JSON.stringify({ entry, leftOut })).not.toContain("a-secret-value");
});

test("what the registry has no place for is named", () => {
  const { leftOut } = agentFileMembers({
    name: "a",
    handoffs: [{ agent: "b" }],
    mcpServers: ["github"],
    permission: { bash: { "git *": "allow" } },
    "user-invocable": true,
    target: "",
  });
  expect(leftOut).toEqual(["handoffs", "mcpServers.github", "permission.bash", "user-invocable"]);
});

test.each([
  [{ permission: { bash: { "*": "deny", "git status": "allow" }, edit: "deny" } }, "permission.bash"],
  [{ permission: { bash: { "rm *": "ask" } } }, "permission.bash"],
  [{ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./gate.sh" }] }] } }, "hooks"],
])("a file is refused whose restrictions would be lost: %j", (members, named) => {
  expect(agentFileMembers(members).refusal).toBe(
    `The registry does not support its ${named}, which restrict what it may do.`,
  );
});

test("what restricts nothing is only left out", () => {
  const { leftOut, refusal } = agentFileMembers({
    permissionMode: "acceptEdits",
    sandbox_mode: "workspace-write",
    hooks: { PostToolUse: [{ hooks: [{ type: "command", command: "lint" }] }], PreToolUse: [] },
    model: ["A", "B", "C"],
  });
  expect(leftOut).toEqual(["hooks", "model[1]", "model[2]", "permissionMode", "sandbox_mode"]);
  expect(refusal).toBeUndefined();
  expect(agentModel({ model: ["A", "B"] })).toBe("A");
});

test("a scan finds an agent with its limits", () => {
  const text =
    "---\nname: reviewer\ndescription: Reviews\ntools: Read, Grep\nhandoffs:\n  - agent: b\n---\nYou review.\n";
  const place = { type: "agents", scope: "project", pattern: "a.md" } as const;
  expect(readScannedFile({ path: "a.md", text }, place, ["claude-code"])).toMatchObject({
    components: [{ entry: { tools: ["Read", "Grep"] }, leftOut: ["handoffs"] }],
  });
});
