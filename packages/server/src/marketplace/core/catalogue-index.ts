import type { ItemKind } from "@tackroom/contract";

/** Where in a plugin's folder something is. */
export const FEATURES = ["agents", "commands", "hooks", "servers", "skills"] as const;
export type Feature = (typeof FEATURES)[number];

/** A plugin and the version that it was made from: for people who want to know, and for the next commit. */
export interface IndexedPlugin {
  readonly plugin: string;
  readonly id: string;
  readonly kind: ItemKind;
  readonly item: string;
  readonly version: string;
  readonly version_id: string;
  readonly digest: string;
  readonly description: string;
  readonly released_at: string;
  readonly has: readonly Feature[];
  /** The items that an agent pins. */
  readonly parts: readonly string[];
}

export const INDEX_PATH = ".tackroom/catalogue.json";
export const PLUGINS = "plugins";

const byName = (a: IndexedPlugin, b: IndexedPlugin): number => (a.plugin < b.plugin ? -1 : 1);

/** One line for each, so that a change is a line. */
function indexText(plugins: readonly IndexedPlugin[]): string {
  const lines = plugins.toSorted(byName).map((plugin) => `  ${JSON.stringify(plugin)}`);
  return `{"format":1,"plugins":[\n${lines.join(",\n")}\n]}\n`;
}

export function readIndex(text: string): IndexedPlugin[] {
  return (JSON.parse(text) as { plugins: IndexedPlugin[] }).plugins;
}

export const folderOf = (plugin: string): string => `${PLUGINS}/${plugin}`;
export const authorOf = ({ item }: Pick<IndexedPlugin, "item">): string => item.split("/")[0] ?? item;

export interface MarketplaceAbout {
  readonly name: string;
  readonly owner: string;
  readonly description: string;
}

/** What Claude Code, Copilot CLI and VS Code read. */
function claudeMarketplace(about: MarketplaceAbout, plugins: readonly IndexedPlugin[]): object {
  return {
    name: about.name,
    owner: { name: about.owner },
    metadata: { description: about.description },
    plugins: plugins
      .toSorted(byName)
      .map((plugin) => ({ ...described(plugin), source: `./${folderOf(plugin.plugin)}` })),
  };
}

/** What `.agents/plugins/marketplace.json` says to Codex. */
function codexMarketplace(about: MarketplaceAbout, plugins: readonly IndexedPlugin[]): object {
  return {
    name: about.name,
    interface: { displayName: about.owner },
    plugins: plugins.toSorted(byName).map(({ plugin, kind }) => ({
      name: plugin,
      source: { source: "local", path: `./${folderOf(plugin)}` },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category: kind,
    })),
  };
}

export function described(plugin: IndexedPlugin) {
  const { plugin: name, version, description, kind } = plugin;
  return { name, description, version, author: { name: authorOf(plugin) }, category: kind as string };
}

/** The files of a commit that are about all plugins. */
export function catalogueFiles(about: MarketplaceAbout, plugins: readonly IndexedPlugin[]) {
  return [
    { path: ".claude-plugin/marketplace.json", content: jsonText(claudeMarketplace(about, plugins)) },
    { path: ".agents/plugins/marketplace.json", content: jsonText(codexMarketplace(about, plugins)) },
    { path: INDEX_PATH, content: indexText(plugins) },
    { path: "README.md", content: readme(about) },
  ];
}

const jsonText = (content: object): string => `${JSON.stringify(content, null, 1)}\n`;

const readme = ({ name, description }: MarketplaceAbout): string =>
  `# ${name}

${description}

This repository is made by the registry from approved versions. It is read-only, and its history starts over when something in it
must no longer be shown.

- \`.claude-plugin/marketplace.json\`: Claude Code, Copilot CLI, VS Code
- \`.agents/plugins/marketplace.json\`: Codex
- \`${INDEX_PATH}\`: which item, version and digest each plugin was made from
`;
