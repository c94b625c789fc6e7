import {
  HARNESS_IDS,
  renderAgent,
  renderHook,
  renderMcp,
  renderPrompt,
  renderSandbox,
  renderSkill,
  type AgentDefinition,
  type HarnessId,
  type HookHandler,
  type McpServer,
  type PromptTemplate,
  type SandboxRuntime,
  type SkillFiles,
} from "@tackroom/harness";
import { describe, expect, test } from "vitest";
import type { FileEdit } from "./edits.js";
import { readState } from "./desk.js";
import { checkRow } from "./locked-rows.js";
import { filesOfReply, type InstallReply } from "./reply-files.js";
import {
  getFile,
  install,
  lockedItems,
  makeWorkplace,
  placeIn,
  putFile,
  treeOf,
  uninstall,
  type Item,
} from "./testing/workplace.js";

const TRACKER: McpServer = {
  name: "tracker",
  transport: "stdio",
  command: ["npx", "-y", "@acme/tracker@1.4.0"],
  env: [{ name: "TRACKER_TOKEN" }, { name: "REGION", value: "eu" }],
  headers: [],
  autoApprove: [],
};
const SKILL: SkillFiles = {
  name: "release-notes",
  description: "Writes release notes.",
  files: [
    { path: "SKILL.md", content: "---\nname: release-notes\ndescription: x\n---\n\n# Notes\n", executable: false },
    { path: "scripts/changes.sh", content: "#!/bin/sh\ngit log\n", executable: true },
  ],
};
const HOOK: HookHandler = {
  id: "5b1d0c3e-2a77-4a53-8a10-91c1d7b2a002",
  name: "block-force-push",
  event: "PreToolUse",
  handlerType: "command",
  handlerConfig: { timeout: 20 },
  executionMode: "blocking",
  toolFilter: ["Bash"],
  script: { filename: "check.sh", content: "#!/bin/sh\nexit 0\n" },
};
const PROMPT: PromptTemplate = {
  name: "explain-change",
  description: "Explains a change",
  template: "Explain {{ change }}.\n",
  variables: [{ name: "change", required: true }],
};
const SANDBOX: SandboxRuntime = {
  id: "77e0d8b6-5d41-4f0b-a7e4-0b7f5a3c9003",
  name: "python-lab",
  runtimeType: "docker",
  image: "python:3.13-slim",
  resourceLimits: {},
  networkPolicy: "none",
};
const agentNamed = (name: string): AgentDefinition => ({
  id: "3d9f6f0a-1c52-4d8e-b1b5-6f2b8c4e1004",
  name,
  description: "Prepares a release",
  prompt: `You are ${name}.\n`,
  mcpServers: [{ ...TRACKER, name: `${name}-tracker` }],
  skills: [SKILL],
  hooks: [HOOK],
  prompts: [PROMPT],
  sandboxes: [SANDBOX],
});

/** Server responses by kind. */
const RENDERINGS: Readonly<Record<string, (id: HarnessId) => InstallReply>> = {
  mcp: (id) => ({ config_snippet: renderMcp(id, TRACKER).snippet }),
  sandbox: (id) => ({ config_snippet: renderSandbox(id, SANDBOX).snippet }),
  skill: (id) => {
    const { snippet, files } = renderSkill(id, SKILL);
    return { config_snippet: { ...snippet, files } };
  },
  hook: (id) => {
    const { snippet, configPath, files } = renderHook(id, HOOK);
    return { config_snippet: snippet, config_path: configPath, files };
  },
  prompt: (id) => ({ config_snippet: renderPrompt(id, PROMPT).snippet }),
  "agent in a project": (id) => ({
    config_snippet: renderAgent(id, agentNamed("manager"), { scope: "project" }).snippet,
  }),
  "agent of a user": (id) => ({ config_snippet: renderAgent(id, agentNamed("manager"), { scope: "user" }).snippet }),
};
const CASES = HARNESS_IDS.flatMap((id) => Object.keys(RENDERINGS).map((kind) => [id, kind] as const));

const itemFor = (harness: string, name = "item"): Item => ({ type: "agent", name, harness, scope: "project" });
const mergedIn = (edits: readonly FileEdit[]): Extract<FileEdit, { kind: "merge" }> | undefined =>
  edits.find((edit) => edit.kind === "merge");

describe.each(CASES)("%s, %s", (harness, kind) => {
  const reply = RENDERINGS[kind]?.(harness) ?? { config_snippet: {} };

  test("into nothing and out again leaves nothing", async () => {
    const where = makeWorkplace();
    const before = treeOf(where);
    await install(where, itemFor(harness), reply);
    for (const row of lockedItems(where).flatMap(({ files }) => files)) {
      expect(checkRow(readState(placeIn(where, row.path)), row), row.path).toBe("ok");
    }
    await uninstall(where, itemFor(harness));
    expect(treeOf(where)).toEqual(before);
  });
});

const sharedFilesOf = (harness: HarnessId, kind: string) =>
  filesOfReply({ home: "/home/ada", platform: "linux" }, RENDERINGS[kind]?.(harness) ?? { config_snippet: {} }).filter(
    ({ edits }) => mergedIn(edits),
  );

describe.each(CASES.filter(([harness, kind]) => sharedFilesOf(harness, kind).length > 0))("%s, %s", (harness, kind) => {
  const reply = RENDERINGS[kind]?.(harness) ?? { config_snippet: {} };
  const shared = sharedFilesOf(harness, kind);

  test("into files of others and out again leaves every byte", async () => {
    const styles = Object.keys(STYLES);
    const first = CASES.findIndex(([id, of]) => id === harness && of === kind);
    // Each case uses two of the styles in turn, so that together they cover every format in every style.
    for (const style of [first, first + 2].map((at) => styles[at % styles.length] ?? "")) {
      const where = makeWorkplace();
      for (const { path, edits } of shared) {
        putFile(where, path, othersFile(style, mergedIn(edits)?.format ?? "json", rootsOf(edits)), 0o640);
      }
      const before = treeOf(where);
      expect(await install(where, itemFor(harness), reply)).toEqual([]);
      expect(treeOf(where)).not.toEqual(before);
      for (const { path } of shared) {
        if (style !== "empty") expect(getFile(where, path), style).toContain("theirs");
      }
      await uninstall(where, itemFor(harness));
      expect(treeOf(where), style).toEqual(before);
    }
  });
});

const rootsOf = (edits: readonly FileEdit[]): string[] => [
  ...new Set((mergedIn(edits)?.entries ?? []).map(({ pointer }) => pointer.split("/")[1] ?? "")),
];

type Style = (text: string) => string;
const STYLES: Readonly<Record<string, { readonly indent: string; readonly dress: Style }>> = {
  tabs: { indent: "\t", dress: (text) => text },
  "three spaces without a last newline": { indent: "   ", dress: (text) => text.trimEnd() },
  CRLF: { indent: "  ", dress: (text) => text.replaceAll("\n", "\r\n") },
  "a byte order mark": { indent: "    ", dress: (text) => `\uFEFF${text}` },
  empty: { indent: "  ", dress: () => "" },
};

/** A file with entries of other tools next to ours, and comments if the format supports them. */
function othersFile(style: string, format: string, roots: readonly string[]): string {
  const { indent = "  ", dress = (text: string) => text } = STYLES[style] ?? {};
  const isList = (root: string): boolean => ["inputs", "slash_commands"].includes(root);
  const isPlain = (root: string): boolean => root === "version" || root === "tackroom" || root === "block-force-push";
  const names = roots.filter((root) => !isPlain(root));
  if (format === "toml") {
    return dress(
      `# theirs\nmodel = "x"   # why\n\n${names.map((root) => `[${root}.theirs]\ncommand = 'a'\n`).join("\n")}`,
    );
  }
  if (format === "yaml") {
    const blocks = names.map((root) =>
      isList(root) ? `${root}:\n- command: theirs # note\n` : `${root}:\n   theirs:\n      enabled: true # note\n`,
    );
    return dress(`# theirs\nMODEL: x   # why\n${blocks.join("\n")}`);
  }
  const members = names.map(
    (root) =>
      `${indent}"${root}": ${isList(root) ? '[ { "id": "theirs" }, ]' : `{\n${indent}${indent}"theirs": { "a": [1,2] }, // note\n${indent}}`},`,
  );
  return dress(`// theirs\n{\n${[...members, `${indent}"last":true // end`].join("\n")}\n}\n`);
}

describe("several installs in the same files", () => {
  const reply = (harness: HarnessId, name: string): InstallReply => ({
    config_snippet: renderAgent(harness, agentNamed(name), { scope: "project" }).snippet,
  });

  test.each(HARNESS_IDS)(
    "%s: the first goes, the second and the rest stay as if it had never been",
    async (harness) => {
      const [where, other] = [makeWorkplace(), makeWorkplace()];
      const before = treeOf(where);
      await install(where, itemFor(harness, "one"), reply(harness, "one"));
      await install(where, itemFor(harness, "two"), reply(harness, "two"));
      await uninstall(where, itemFor(harness, "one"));
      await install(other, itemFor(harness, "two"), reply(harness, "two"));
      const bare = (tree: Record<string, string>): unknown =>
        JSON.parse(JSON.stringify(tree).replaceAll(where.home, "~").replaceAll(other.home, "~"));
      expect(bare(treeOf(where))).toEqual(bare(treeOf(other)));
      await uninstall(where, itemFor(harness, "two"));
      expect(treeOf(where)).toEqual(before);
    },
  );

  test("an install that is repeated changes nothing", async () => {
    const where = makeWorkplace();
    await install(where, itemFor("cursor"), reply("cursor", "one"));
    const once = treeOf(where);
    expect(await install(where, itemFor("cursor"), reply("cursor", "one"))).toEqual([]);
    expect(treeOf(where)).toEqual(once);
  });

  test("a newer version takes the place of the older, and what it has no more goes", async () => {
    const where = makeWorkplace();
    const before = treeOf(where);
    await install(where, itemFor("codex"), reply("codex", "old"));
    await install(where, itemFor("codex"), reply("codex", "new"));
    expect(getFile(where, ".codex/config.toml")).not.toContain("old-tracker");
    expect(getFile(where, ".codex/config.toml")).toContain("new-tracker");
    expect(Object.keys(treeOf(where))).not.toContain("work/shop/.codex/agents/old.toml");
    await uninstall(where, itemFor("codex"));
    expect(treeOf(where)).toEqual(before);
  });
});
