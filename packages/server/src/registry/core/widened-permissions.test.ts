import type { ItemKind } from "@tackroom/contract";
import { expect, test } from "vitest";
import type { Fields } from "./fields.js";
import { widenedPermissions } from "./widened-permissions.js";

const skill = (tools?: string): Fields => ({
  skill_md_content: `---\nname: a\ndescription: b\n${tools === undefined ? "" : `allowed-tools: ${tools}\n`}---\n`,
});
const limits = (resource_limits: Fields): Fields => ({ resource_limits });

test.each<[string, ItemKind, Fields, Fields, string[]]>([
  ["the same", "skill", skill("Read, Bash(git:*)"), skill("Bash(git:*), Read"), []],
  ["fewer tools", "skill", skill("Read, Grep"), skill("Read"), []],
  ["one more tool", "skill", skill("Read"), skill("Read, Write"), ['medium skill_md_content "Write"']],
  ["a list where there was none", "skill", skill(), skill("[Read]"), ['medium skill_md_content "Read"']],
  ["any command", "skill", skill("Bash(git:*)"), skill("Bash(*)"), ['high skill_md_content "Bash(*)"']],
  ["any command by its bare name", "skill", skill("Bash(git:*)"), skill("Bash"), ['high skill_md_content "Bash"']],
  ["less than any command", "skill", skill("Bash"), skill("Bash(git add:*)"), []],
  ["less than everything", "skill", skill('"*"'), skill("Write"), []],
  ["a narrower pattern", "skill", skill("Bash(:*)"), skill("Bash(ls)"), []],
  ["a tool approved", "mcp", { auto_approve: ["a"] }, { auto_approve: ["a", "b"] }, ['medium auto_approve "b"']],
  ["all tools approved", "mcp", {}, { auto_approve: ["*"] }, ['high auto_approve "*"']],
  ["a variable", "mcp", {}, { environment_variables: [{ name: "TOKEN" }] }, ['low environment_variables "TOKEN"']],
  ["a header", "mcp", { headers: [{ name: "A" }] }, { headers: [{ name: "A" }, { name: "B" }] }, ['low headers "B"']],
  ["another host", "mcp", { url: "https://a.test/x" }, { url: "https://b.test/x" }, ["medium url b.test"]],
  ["another path", "mcp", { url: "https://a.test/x" }, { url: "https://a.test/y" }, []],
  ["a tool for an agent", "agent", { tools: ["Read"] }, { tools: ["Read", "Grep"] }, ['medium tools "Grep"']],
  ["any command for an agent", "agent", { tools: ["Read"] }, { tools: ["Read", "Bash"] }, ['high tools "Bash"']],
  ["every tool for an agent", "agent", { tools: ["Read"] }, {}, ['high tools all tools; it was limited to "Read"']],
  ["every tool by a star", "agent", { tools: ["Read"] }, { tools: ["*"] }, ["high tools all tools"]],
  ["a first limit of an agent", "agent", {}, { tools: ["Bash"] }, []],
  ["a tool no longer forbidden", "agent", { disallowed_tools: ["Bash"] }, {}, ['high disallowed_tools "Bash"']],
  ["all tools forbidden", "agent", { disallowed_tools: ["Bash"] }, { disallowed_tools: ["*"] }, []],
  ["another event", "hook", { event: "Stop" }, { event: "PreToolUse" }, ["medium event PreToolUse"]],
  ["a wider scope", "hook", {}, { scope: "global" }, ['high scope "global"']],
  ["a narrower scope", "hook", { scope: "global" }, { scope: "session" }, []],
  [
    "a hook that blocks",
    "hook",
    { execution_mode: "async" },
    { execution_mode: "blocking" },
    ['high execution_mode "blocking"'],
  ],
  ["no filter", "hook", { tool_filter: ["Bash"] }, {}, ["high tool_filter all tools"]],
  [
    "a wider filter",
    "hook",
    { tool_filter: ["Bash"] },
    { tool_filter: ["Bash", "Edit"] },
    ['medium tool_filter "Edit"'],
  ],
  ["a first filter", "hook", {}, { tool_filter: ["Bash"] }, []],
  ["no file pattern", "hook", { file_pattern: "*.ts" }, {}, ["medium file_pattern all files"]],
  [
    "a hook that sends elsewhere",
    "hook",
    { handler_config: { url: "https://a.test" } },
    { handler_config: { url: "https://b.test" } },
    ["medium handler_config.url b.test"],
  ],
  [
    "a network",
    "sandbox",
    { network_policy: "none" },
    { network_policy: "bridge" },
    ['medium network_policy "bridge"'],
  ],
  ["the host's network", "sandbox", {}, { network_policy: "host" }, ['high network_policy "host"']],
  ["less of a network", "sandbox", { network_policy: "host" }, {}, []],
  [
    "more memory",
    "sandbox",
    limits({ memory: "512m" }),
    limits({ memory: "2g" }),
    ['medium resource_limits.memory "2g"'],
  ],
  ["the same memory", "sandbox", limits({ memory: "1g" }), limits({ memory: "1024m" }), []],
  ["more processors", "sandbox", limits({ cpus: 1 }), limits({ cpus: 2 }), ["medium resource_limits.cpus 2"]],
  ["no limit", "sandbox", limits({ memory: "1g" }), {}, ["medium resource_limits.memory was removed"]],
  [
    "privileges",
    "sandbox",
    { runtime_config: {} },
    { runtime_config: { privileged: true } },
    ["high runtime_config.privileged now enabled"],
  ],
  [
    "a mount",
    "sandbox",
    { runtime_config: { volumes: ["/a:/a"] } },
    { runtime_config: { volumes: ["/a:/a", "/b:/b"] } },
    ["medium runtime_config.volumes /b:/b"],
  ],
  [
    "a component",
    "agent",
    { components: [] },
    { components: [{ component_type: "mcp", component_id: "x" }] },
    ["low components 1 more component (mcp)"],
  ],
  ["a server", "agent", {}, { external_mcps: [{ name: "x" }] }, ['medium external_mcps "x"']],
  [
    "a server's variable",
    "agent",
    { external_mcps: [{ name: "x", env: {} }] },
    { external_mcps: [{ name: "x", env: { KEY: "" } }] },
    ['low external_mcps[0].env "KEY"'],
  ],
  ["a prompt", "prompt", { template: "a" }, { template: "b" }, []],
])("%s", (...row) => {
  const [, kind, before, after, expected] = row;
  const found = widenedPermissions(kind, before, after);
  expect(found.map(({ code }) => code)).toEqual(expected.map(() => "permissions_widened"));
  expected.forEach((text, index) => {
    const [severity = "", path = "", ...words] = text.split(" ");
    expect(found[index]).toMatchObject({ severity, path, message: expect.stringContaining(words.join(" ")) as string });
  });
});
