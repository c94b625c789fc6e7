import type { ItemKind } from "@tackroom/contract";
import type { Catalogue } from "../feeds/index.js";
import type { CatalogueItem } from "../registry/index.js";
import type { IndexedPlugin } from "./core/catalogue-index.js";
import type { Looked } from "./core/plan-catalogue.js";
import type { StoredRepository } from "./repository-store.js";

/** A sandbox alone is nothing without `tack`, which runs it. */
const KINDS: readonly ItemKind[] = ["agent", "skill", "hook", "mcp", "prompt"];
const ROWS_AT_ONCE = 500;
const AGENTS_AT_ONCE = 50;

export interface LookedAt extends Looked {
  /** Something that was shown may not be seen any more. */
  readonly hasHidden: boolean;
  /** Ids of agents that are not shown because of a part. */
  readonly leftOut: readonly string[];
}

/** Looks at what may have changed since the last commit, or at everything. */
export async function lookAtItems(
  catalogue: Catalogue,
  before: StoredRepository | undefined,
  plugins: readonly IndexedPlugin[],
): Promise<LookedAt> {
  const changed = before && (await catalogue.changedSince(before.position));
  const ids = before && changed ? affected(before, plugins, new Set(changed)) : undefined;
  const items = ids ? await itemsOf(catalogue, [...ids]) : await allItems(catalogue);
  const agents = items.filter(({ kind }) => kind === "agent");
  const incomplete = await incompleteVersions(catalogue, agents);
  return {
    ids,
    items,
    incomplete,
    hasHidden: before !== undefined && (await hasHidden(catalogue, before, plugins, ids)),
    leftOut: [
      // Whatever was not looked at again is as it was.
      ...(before && ids ? before.left_out.filter((id) => !ids.has(id)) : []),
      ...agents.flatMap(({ id, latest_version_id: version }) => (version && incomplete.has(version) ? [id] : [])),
    ],
  };
}

/** With an item change also the agents that pin it, and those that could not be shown before. */
function affected(
  { left_out }: StoredRepository,
  plugins: readonly IndexedPlugin[],
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  if (changed.size === 0) return changed;
  const agents = plugins.filter(({ parts }) => parts.some((part) => changed.has(part)));
  return new Set([...changed, ...agents.map(({ id }) => id), ...left_out]);
}

async function itemsOf(catalogue: Catalogue, ids: readonly string[]): Promise<CatalogueItem[]> {
  const items: CatalogueItem[] = [];
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    items.push(...(await catalogue.itemsOf(ids.slice(at, at + ROWS_AT_ONCE))));
  }
  return items.filter(({ kind }) => KINDS.includes(kind));
}

async function allItems(catalogue: Catalogue): Promise<CatalogueItem[]> {
  const items: CatalogueItem[] = [];
  let page: CatalogueItem[] = [];
  do {
    page = await catalogue.list({ kinds: KINDS, after: page.at(-1) ?? null, limit: ROWS_AT_ONCE });
    items.push(...page);
  } while (page.length === ROWS_AT_ONCE);
  // The oldest have the plain names.
  return items.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
}

async function incompleteVersions(catalogue: Catalogue, agents: readonly CatalogueItem[]): Promise<Set<string>> {
  const ids = agents.flatMap(({ latest_version_id: id }) => id ?? []);
  const incomplete = new Set(ids);
  for (let at = 0; at < ids.length; at += AGENTS_AT_ONCE) {
    const found = await catalogue.partsOf(ids.slice(at, at + AGENTS_AT_ONCE));
    for (const id of found.keys()) incomplete.delete(id);
  }
  return incomplete;
}

/** Also of what only older commits show: a client that has the address can ask for those. */
async function hasHidden(
  catalogue: Catalogue,
  { past_items, past_parts }: StoredRepository,
  plugins: readonly IndexedPlugin[],
  ids: ReadonlySet<string> | undefined,
): Promise<boolean> {
  const looked = (id: string): boolean => ids?.has(id) ?? true;
  const items = [...new Set([...plugins.map(({ id }) => id), ...past_items])].filter(looked);
  const parts = [...new Set([...plugins.flatMap((plugin) => plugin.parts), ...past_parts])].filter(looked);
  return (
    (await anyOf(items, (some) => catalogue.hiddenAmong(some))) ||
    (await anyOf(parts, (some) => catalogue.hiddenPartsAmong(some)))
  );
}

async function anyOf(
  ids: readonly string[],
  hidden: (some: readonly string[]) => Promise<readonly string[]>,
): Promise<boolean> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    if ((await hidden(ids.slice(at, at + ROWS_AT_ONCE))).length > 0) return true;
  }
  return false;
}
