import type { ItemKind } from "@tackroom/contract";
import { definitionOf, type ComponentOfAgent } from "../items/agent-definition.js";
import { handlerOf, skillFilesOf, templateOf } from "../items/components.js";
import { isRecord, textOf, type VersionOfItem } from "../items/fields.js";
import { serverOf } from "../items/mcp-server.js";
import type { AgentDefinition, FileToMerge, FileToWrite, McpServer } from "../neutral.js";
import { mcpFile } from "../render/merge-file.js";
import { renderServers } from "../render/servers.js";
import { placeSkill } from "../render/skill-files.js";
import { renderAgentFor } from "../render-agent.js";
import { renderHookFor } from "../render-hook.js";
import { placePrompt } from "../render-prompt.js";
import type { PluginHarness } from "./plugin-harness.js";

/** What becomes a plugin: a released version, and for an agent the versions that it pins. */
export interface PluginItem {
  readonly kind: ItemKind;
  readonly version: VersionOfItem;
  readonly components: readonly ComponentOfAgent[];
}

export interface PluginFiles {
  /** Paths relative to the folder of the plugin. */
  readonly files: readonly FileToWrite[];
  /** The file of MCP servers apart from the others, because some formats have it elsewhere. */
  readonly servers: FileToMerge | undefined;
}

const NOTHING: PluginFiles = { files: [], servers: undefined };

/** The files that an install writes for the harness, in the places where its plugins have them. */
export function renderPluginFiles(plugin: PluginHarness, item: PluginItem): PluginFiles {
  return RENDER[item.kind]?.(plugin, item) ?? NOTHING;
}

type Render = (plugin: PluginHarness, item: PluginItem) => PluginFiles;

/** A sandbox is run by `tack`, so alone it is of no use to people who do not have it. */
const RENDER: Readonly<Partial<Record<ItemKind, Render>>> = {
  agent: agentFiles,
  skill: ({ harness }, { version }) => ({
    ...NOTHING,
    files: placeSkill(skillFilesOf(version, version.slug), harness.skills.project).files,
  }),
  mcp: (plugin, { version }) => {
    const server = serverOf(version, { name: version.slug, env: {}, headers: {} });
    return { ...NOTHING, servers: serversFile(plugin, [server]) };
  },
  hook: hookFiles,
  prompt: ({ harness }, { version }) => {
    const { file } = placePrompt(harness, templateOf(version), { scope: "project" });
    return { ...NOTHING, files: file === undefined ? [] : [file] };
  },
};

const agentOf = ({ id }: PluginHarness, { version, components }: PluginItem): AgentDefinition =>
  definitionOf({ agent: version, components }, id);

function agentFiles(plugin: PluginHarness, item: PluginItem): PluginFiles {
  const { snippet } = renderAgentFor(plugin.harness, agentOf(plugin, item), {});
  const { agent_profile, agent_files, hooks_config, hook_files, prompt_files, skills, mcp_file, mcp_config } = snippet;
  const hooks = hooks_config as FileToMerge | undefined;
  return {
    files: [
      agent_profile as FileToWrite,
      ...listOfFiles(agent_files),
      ...(hooks === undefined ? [] : [{ path: hooks.path, content: hooks.text }]),
      ...[hook_files, prompt_files, skills].flatMap(listOfFiles),
    ],
    servers: [mcp_file, mcp_config].find(isFileToMerge),
  };
}

const listOfFiles = (files: unknown): readonly FileToWrite[] => (files ?? []) as readonly FileToWrite[];
const isFileToMerge = (value: unknown): value is FileToMerge =>
  isRecord(value) && typeof value["text"] === "string" && typeof value["path"] === "string";

function hookFiles({ harness }: PluginHarness, { version }: PluginItem): PluginFiles {
  // Its files are in a repository, from which a client would have to fetch them.
  if (textOf(version.fields, "source_url") !== undefined) return NOTHING;
  const { snippet, configPath, files } = renderHookFor(harness, handlerOf(version), {});
  if (configPath === null) return NOTHING;
  return { ...NOTHING, files: [{ path: configPath, content: `${JSON.stringify(snippet, null, 2)}\n` }, ...files] };
}

function serversFile({ harness }: PluginHarness, servers: readonly McpServer[]): FileToMerge {
  const { mcp } = harness;
  const { entries, beside } = renderServers(harness, servers);
  return mcpFile({ path: mcp.places.project ?? "", format: "json", rootKey: mcp.rootKey, entries, beside });
}
