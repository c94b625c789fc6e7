import type { ItemKind, Permissions } from "@tackroom/contract";
import { expect, test } from "vitest";
import type { Fields } from "./fields.js";
import { addedPermissions, permissionsOf } from "./permissions.js";

const page = (tools: string): Fields => ({ skill_md_content: `---\nname: a\nallowed-tools: ${tools}\n---\n` });
const given = (permissions: Permissions) =>
  Object.fromEntries(Object.entries(permissions).filter(([, names]) => names.length > 0));

test.each<readonly [ItemKind, Fields, Fields, object]>([
  ["skill", page("Read"), page("Read, Bash(git:*)"), { allowed_tools: ["Bash(git:*)"] }],
  ["skill", page("Bash"), page("Bash(git:*)"), {}],
  [
    "mcp",
    { command: "npx", args: ["a@1"], tools: [{ name: "read" }] },
    {
      command: "npx",
      args: ["a@2"],
      url: "https://mcp.example.com/x",
      tools: [{ name: "read" }, { name: "write" }],
      environment_variables: [{ name: "TOKEN" }],
    },
    {
      tools: ["write"],
      hosts: ["mcp.example.com"],
      environment_variables: ["TOKEN"],
      commands: ["npx a@2"],
    },
  ],
  [
    "hook",
    { event: "Stop", handler_config: { command: "lint" } },
    { event: "PreToolUse", handler_config: { url: "https://hooks.example.com" } },
    { hook_events: ["PreToolUse"], hosts: ["hooks.example.com"] },
  ],
  ["sandbox", { network_policy: "none", image: "a" }, { network_policy: "host", image: "a" }, { network: ["host"] }],
  ["agent", { tools: ["Read"] }, {}, { allowed_tools: ["*"] }],
  ["prompt", {}, { template: "Other" }, {}],
])("of a %s are those that the version before did not have", (kind, before, after, added) => {
  expect(given(addedPermissions(permissionsOf(kind, before), permissionsOf(kind, after)))).toEqual(added);
});

test("of a first version are all that it has", () => {
  expect(given(addedPermissions(null, permissionsOf("skill", page("Read"))))).toEqual({ allowed_tools: ["Read"] });
});
