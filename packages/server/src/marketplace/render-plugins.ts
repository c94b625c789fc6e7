import type { ComponentKind } from "@tackroom/contract";
import type { FileToWrite, PluginAbout, PluginItem } from "@tackroom/harness";
import type { Catalogue } from "../feeds/index.js";
import type { Log } from "../platform/log.js";
import { installableOf, type Version } from "../registry/index.js";
import { authorOf, type Feature, type IndexedPlugin } from "./core/catalogue-index.js";
import { isSafePath } from "./core/commit-stream.js";
import type { ListedItem } from "./core/plan-catalogue.js";

export interface ToRender {
  readonly item: ListedItem;
  readonly plugin: string;
}

export interface RenderedPlugin {
  readonly plugin: IndexedPlugin;
  readonly item: ListedItem;
  readonly files: readonly FileToWrite[];
}

export interface RenderDeps {
  readonly log: Log;
  readonly readVersions: (versionIds: readonly string[]) => Promise<Version[]>;
  readonly render: (item: PluginItem, about: PluginAbout) => readonly FileToWrite[];
}

/** A version may hold megabytes of files. */
const VERSIONS_AT_ONCE = 20;

/** The plugins of items, a few at a time. What cannot be a plugin is left out. */
export async function* renderPlugins(
  { log, readVersions, render }: RenderDeps,
  catalogue: Catalogue,
  wanted: readonly ToRender[],
): AsyncGenerator<RenderedPlugin> {
  for (let at = 0; at < wanted.length; at += VERSIONS_AT_ONCE) {
    const batch = wanted.slice(at, at + VERSIONS_AT_ONCE);
    const found = await read(readVersions, catalogue, batch);
    for (const { item, plugin } of batch) {
      const source = found(item);
      if (!source) continue;
      const about = indexed(plugin, item, source);
      const files = render(source.pluginItem, { ...about, name: plugin, author: authorOf(about) });
      const unsafe = files.find(({ path }) => !isSafePath(path));
      if (unsafe)
        log.warn({ item_id: item.id, path: unsafe.path }, "a plugin is left out: git refuses one of its paths");
      else if (files.length > 0) yield { plugin: { ...about, has: featuresOf(files) }, item, files };
    }
  }
}

interface Source {
  readonly version: Version;
  readonly pluginItem: PluginItem;
  readonly parts: readonly string[];
}

/** The versions and what they pin; agents of which something may not be seen are not found. */
async function read(
  readVersions: RenderDeps["readVersions"],
  catalogue: Catalogue,
  batch: readonly ToRender[],
): Promise<(item: ListedItem) => Source | undefined> {
  const ids = batch.flatMap(({ item }) => item.latest_version_id ?? []);
  const agents = batch.flatMap(({ item }) => (item.kind === "agent" ? (item.latest_version_id ?? []) : []));
  const parts = await catalogue.partsOf(agents);
  const pinned = [...parts.values()].flatMap((each) => each.map(({ version_id }) => version_id));
  const versions = new Map((await readVersions([...new Set([...ids, ...pinned])])).map((each) => [each.id, each]));
  return (item) => {
    const version = versions.get(item.latest_version_id ?? "");
    if (!version) return undefined;
    const pins = item.kind === "agent" ? parts.get(version.id) : [];
    if (!pins) return undefined;
    const components = pins.flatMap(({ kind, version_id, config_override }) => {
      const pinnedVersion = versions.get(version_id);
      // Nothing else can be pinned.
      const component = { kind: kind as ComponentKind, override: config_override ?? {} };
      return pinnedVersion ? [{ ...component, version: installableOf(pinnedVersion) }] : [];
    });
    return {
      version,
      pluginItem: { kind: item.kind, version: installableOf(version), components },
      parts: pins.map(({ item_id }) => item_id),
    };
  };
}

function indexed(plugin: string, item: ListedItem, { version, parts }: Source): Omit<IndexedPlugin, "has"> {
  return {
    plugin,
    id: item.id,
    kind: item.kind,
    item: `${item.namespace}/${item.slug}`,
    version: version.version,
    version_id: version.id,
    digest: version.digest,
    description: version.description,
    released_at: (version.released_at ?? item.updated_at).toISOString(),
    parts,
  };
}

const FOLDERS: Readonly<Record<string, Feature>> = {
  agents: "agents",
  commands: "commands",
  hooks: "hooks",
  skills: "skills",
  ".mcp.json": "servers",
};

const featuresOf = (files: readonly FileToWrite[]): Feature[] =>
  [...new Set(files.flatMap(({ path }) => FOLDERS[path.split("/")[0] ?? ""] ?? []))].toSorted();
