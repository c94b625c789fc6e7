import { createHash } from "node:crypto";
import { renderPluginFolder } from "@tackroom/harness";
import { LOCAL_DOMAIN, publisherOf } from "../discovery/index.js";
import type { Catalogue } from "../feeds/index.js";
import { newId } from "../platform/ids.js";
import {
  catalogueFiles,
  folderOf,
  PLUGINS,
  type IndexedPlugin,
  type MarketplaceAbout,
} from "./core/catalogue-index.js";
import { beginCommit, END_OF_COMMIT, placeTree, removePath, writeFile } from "./core/commit-stream.js";
import { commitMessage } from "./core/commit-message.js";
import { planCatalogue, type CataloguePlan } from "./core/plan-catalogue.js";
import { marketplaceName } from "./core/plugin-names.js";
import { lookAtItems, type LookedAt } from "./look-at-items.js";
import type { MarketplaceDeps } from "./marketplace-deps.js";
import { renderPlugins } from "./render-plugins.js";
import { findRepository, moveRepository, type StoredRepository } from "./repository-store.js";
import { buildInTurn, storeCommit, treeOf, withCommit, type NewHead } from "./store-commit.js";

/** Raise it whenever the same version would be rendered otherwise than before. */
const RENDERING = 1;
/** Then the history begins anew: what is kept of it must not grow forever. */
const MAX_COMMITS = 2000;

interface Rules {
  readonly about: MarketplaceAbout;
  readonly email: string;
  readonly stamp: string;
}

export const aboutMarketplace = (deps: Pick<MarketplaceDeps, "settings">, key: string): MarketplaceAbout =>
  rulesOf(deps, key).about;

function rulesOf({ settings }: Pick<MarketplaceDeps, "settings">, key: string): Rules {
  const { domain } = publisherOf(settings);
  const isLocal = domain === LOCAL_DOMAIN;
  const name = marketplaceName(isLocal ? undefined : domain, key);
  const about = {
    name,
    owner: isLocal ? "Tackroom" : domain,
    description: "Agents, skills, hooks, MCP servers and prompts that the registry has approved.",
  };
  const email = `marketplace@${domain}`;
  const stamp = createHash("sha256")
    .update(JSON.stringify([RENDERING, about, email]))
    .digest("base64url")
    .slice(0, 22);
  return { about, email, stamp };
}

/** The repository of a catalogue as it is now. It is made anew only where something has changed. */
export async function freshCatalogue(
  deps: MarketplaceDeps,
  key: string,
  catalogue: Catalogue,
): Promise<StoredRepository> {
  const rules = rulesOf(deps, key);
  const fresh = async (): Promise<{ stored?: StoredRepository | undefined; position: string; isFresh: boolean }> => {
    // Asked first, so that what changes while it is made is looked at again the next time.
    const position = await catalogue.position();
    const stored = await findRepository(deps.db, key);
    return { stored, position, isFresh: stored?.position === position && stored.stamp === rules.stamp };
  };
  const known = await fresh();
  if (known.stored && known.isFresh) return known.stored;
  return buildInTurn(deps, key, async () => {
    const { stored, position, isFresh } = await fresh();
    return stored && isFresh ? stored : build(deps, { key, catalogue, rules, position }, stored);
  });
}

interface Wanted {
  readonly key: string;
  readonly catalogue: Catalogue;
  readonly rules: Rules;
  readonly position: string;
}

async function build(
  deps: MarketplaceDeps,
  wanted: Wanted,
  before: StoredRepository | undefined,
): Promise<StoredRepository> {
  const generation = before?.generation ?? newId();
  const copy = before ? await deps.copies.open(before) : await deps.copies.begin(generation);
  try {
    const plugins = before ? await deps.indexes.at(copy.directory, before.head) : [];
    const looked = await lookAtItems(wanted.catalogue, before, plugins);
    const plan = planCatalogue(plugins, looked, { rendersAnew: before?.stamp !== wanted.rules.stamp });
    const isUnchanged = plan.made.length === 0 && plan.removed.length === 0 && before?.stamp === wanted.rules.stamp;
    if (before && isUnchanged && !looked.hasHidden) return await settle(deps, before, wanted, looked);
    return await commit(deps, copy.directory, { wanted, before, plugins, looked, plan, generation });
  } finally {
    copy.release();
  }
}

/** Whatever has changed, nothing of it is in the repository. */
async function settle(
  { db }: Pick<MarketplaceDeps, "db">,
  before: StoredRepository,
  { position, rules: { stamp } }: Wanted,
  { leftOut }: LookedAt,
): Promise<StoredRepository> {
  const change = { position, stamp, left_out: [...leftOut] };
  await moveRepository(db, before, change);
  return { ...before, ...change };
}

interface Work {
  readonly wanted: Wanted;
  readonly before: StoredRepository | undefined;
  readonly plugins: readonly IndexedPlugin[];
  readonly looked: LookedAt;
  readonly plan: CataloguePlan;
  readonly generation: string;
}

async function commit(deps: MarketplaceDeps, directory: string, work: Work): Promise<StoredRepository> {
  const { wanted, before, looked, plan, generation } = work;
  const beginsAnew = before !== undefined && (looked.hasHidden || before.commits >= MAX_COMMITS);
  const parent = beginsAnew ? undefined : before?.head;
  const at = newest([before?.committed_at, ...plan.made.map(({ item }) => item.updated_at)]);
  const made: IndexedPlugin[] = [];
  const trees = beginsAnew ? await treesOf(deps, directory, before.head) : new Map<string, string>();

  async function* write(ref: string): AsyncGenerator<string | Uint8Array> {
    const { email, about } = wanted.rules;
    yield beginCommit({ ref, parent, email, at, message: commitMessage(plan, { beginsAnew }) });
    if (parent !== undefined) for (const plugin of plan.removed) yield removePath(folderOf(plugin));
    else for (const { plugin } of plan.kept) yield placeTree(folderOf(plugin), trees.get(plugin) ?? "");
    for await (const { plugin, files } of renderPlugins(
      { ...deps, render: renderPluginFolder },
      wanted.catalogue,
      plan.made,
    )) {
      made.push(plugin);
      for (const file of files) yield writeFile(`${folderOf(plugin.plugin)}/${file.path}`, file);
    }
    for (const file of catalogueFiles(about, [...plan.kept, ...made])) yield writeFile(file.path, file);
    yield END_OF_COMMIT;
  }

  return withCommit(deps, directory, write, async (head) => {
    const isSame =
      parent !== undefined && (await treeOf(deps, directory, head)) === (await treeOf(deps, directory, parent));
    if (before && isSame) return settle(deps, before, wanted, looked);
    const next: NewHead = {
      ...ownerOf(wanted.key),
      generation: beginsAnew ? newId() : generation,
      head,
      committed_at: at,
      position: wanted.position,
      stamp: wanted.rules.stamp,
      left_out: [...looked.leftOut],
      ...(beginsAnew ? { past_items: [], past_parts: [] } : pastOf(work)),
    };
    return storeCommit(deps, directory, before, next);
  });
}

/** Items that only older commits show, now or after the next change: clients can ask for those commits. */
function pastOf({ before, plugins, plan }: Work): Pick<StoredRepository, "past_items" | "past_parts"> {
  const kept = new Set(plan.kept);
  const replaced = plugins.filter((plugin) => !kept.has(plugin));
  return {
    past_items: add(
      before?.past_items,
      replaced.map(({ id }) => id),
    ),
    past_parts: add(
      before?.past_parts,
      replaced.flatMap(({ parts }) => parts),
    ),
  };
}

const add = (known: readonly string[] = [], more: readonly string[]): string[] => [...new Set([...known, ...more])];

const newest = (dates: readonly (Date | undefined)[]): Date =>
  new Date(dates.reduce((latest, date) => Math.max(latest, date?.getTime() ?? 0), 0));

export function ownerOf(key: string): Pick<StoredRepository, "key" | "feed_id" | "user_id" | "item_id"> {
  const [kind, id = null] = key.split(":");
  return {
    key,
    feed_id: kind === "feed" ? id : null,
    user_id: kind === "user" ? id : null,
    item_id: kind === "extension" ? id : null,
  };
}

/** The folders of the plugins, by name. */
async function treesOf(
  { git }: MarketplaceDeps,
  directory: string,
  head: string,
): Promise<ReadonlyMap<string, string>> {
  const listed = await git.run(directory, ["ls-tree", "-d", "-z", `${head}:${PLUGINS}`]);
  return new Map(
    listed
      .toString("utf8")
      .split("\0")
      .flatMap((line) => {
        const [about = "", name] = line.split("\t");
        const [, , tree] = about.split(" ");
        return name === undefined || tree === undefined ? [] : [[name, tree] as const];
      }),
  );
}
