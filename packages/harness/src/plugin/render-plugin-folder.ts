import type { FileToWrite } from "../neutral.js";
import { jsonText, present } from "../render/text.js";
import { AGENT_PLUGIN, CLAUDE_PLUGIN, GEMINI_EXTENSION } from "./plugin-harness.js";
import { renderPluginFiles, type PluginItem } from "./render-plugin.js";

/** What manifests say of a plugin. */
export interface PluginAbout {
  /** Lowercase letters, digits and single hyphens; at most 64. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

const PLUGIN_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
const MCP_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

/**
 * The folder of a plugin that Claude Code, Codex, Copilot and VS Code read, each the manifest that it looks for. Empty if the
 * item cannot be a plugin.
 */
export function renderPluginFolder(item: PluginItem, about: PluginAbout): readonly FileToWrite[] {
  const { files, servers } = renderPluginFiles(CLAUDE_PLUGIN, item);
  if (files.length === 0 && servers === undefined) return [];
  const { name, version, description, author } = about;
  const manifest = { name, version, description, author: { name: author } };
  return [
    { path: ".claude-plugin/plugin.json", content: jsonText(manifest) },
    ...(servers === undefined ? [] : [{ path: servers.path, content: servers.text }]),
    ...files,
    ...agentPluginFiles(item, manifest, files),
  ];
}

/** Agent Plugins 1.0 knows skills and servers; a client that reads its manifest looks for nothing else. */
function agentPluginFiles(item: PluginItem, manifest: object, files: readonly FileToWrite[]): readonly FileToWrite[] {
  const { servers } = renderPluginFiles(AGENT_PLUGIN, item);
  const isPortable = files.every(({ path }) => path.startsWith("skills/"));
  if (!isPortable) return [];
  return [
    { path: "plugin.json", content: jsonText({ $schema: PLUGIN_SCHEMA, ...manifest }) },
    ...(servers === undefined
      ? []
      : [{ path: "mcp.json", content: jsonText({ $schema: MCP_SCHEMA, ...servers.content }) }]),
  ];
}

/** The files of an extension of Gemini CLI, whose servers are in its manifest. Empty if the item cannot be one. */
export function renderGeminiExtension(item: PluginItem, about: PluginAbout): readonly FileToWrite[] {
  const { files, servers } = renderPluginFiles(GEMINI_EXTENSION, item);
  if (files.length === 0 && servers === undefined) return [];
  const { name, version, description } = about;
  const manifest = present({ name, version, description, ...servers?.content });
  return [{ path: "gemini-extension.json", content: jsonText(manifest) }, ...files];
}
