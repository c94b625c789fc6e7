import type { IndexedPlugin } from "./catalogue-index.js";
import { pluginName, type Named } from "./plugin-names.js";

/** An item as the catalogue lists it now. */
export interface ListedItem extends Named {
  readonly latest_version_id: string | null;
  readonly updated_at: Date;
}

export interface CataloguePlan {
  /** What stays as it is. */
  readonly kept: readonly IndexedPlugin[];
  /** What is made, with its name. */
  readonly made: readonly { readonly item: ListedItem; readonly plugin: string }[];
  /** The folders that go, some of which come back with other content. */
  readonly removed: readonly string[];
}

export interface Looked {
  /** The ids that were looked at; undefined: all there are. */
  readonly ids: ReadonlySet<string> | undefined;
  /** Those of them that can be installed. */
  readonly items: readonly ListedItem[];
  /** Agents' versions that have a part which may not be seen. */
  readonly incomplete: ReadonlySet<string>;
}

/** What becomes of each plugin, by what was found of those that may have changed. */
export function planCatalogue(
  before: readonly IndexedPlugin[],
  looked: Looked,
  { rendersAnew }: { readonly rendersAnew: boolean },
): CataloguePlan {
  const isLooked = (id: string): boolean => looked.ids?.has(id) ?? true;
  const known = new Map(before.map((plugin) => [plugin.id, plugin]));
  const kept = new Map(before.filter(({ id }) => !isLooked(id)).map((plugin) => [plugin.id, plugin]));
  const installable = looked.items.filter(({ latest_version_id: id }) => id !== null && !looked.incomplete.has(id));
  // Names that somebody knows come first, so that nothing that is new takes one.
  const renamed = new Map(installable.flatMap((item) => nameKept(item, known.get(item.id))));
  const taken = new Set([...[...kept.values()].map(({ plugin }) => plugin), ...renamed.values()]);
  const made: { item: ListedItem; plugin: string }[] = [];
  for (const item of installable) {
    const old = known.get(item.id);
    const plugin = renamed.get(item.id) ?? pluginName(item, (name) => taken.has(name));
    taken.add(plugin);
    if (!rendersAnew && old?.plugin === plugin && old.version_id === item.latest_version_id) kept.set(item.id, old);
    else made.push({ item, plugin });
  }
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ plugin }) => plugin);
  return { kept: [...kept.values()], made, removed };
}

/** A plugin keeps its name for as long as its item has its own. */
function nameKept(item: ListedItem, old: IndexedPlugin | undefined): [string, string][] {
  return old?.item === `${item.namespace}/${item.slug}` ? [[item.id, old.plugin]] : [];
}
