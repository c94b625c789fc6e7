import { createHash } from "node:crypto";
import type { ItemKind } from "@tackroom/contract";
import type { Db } from "../platform/relational/tx.js";
import {
  findCatalogueContents,
  findCatalogueItem,
  findCatalogueItems,
  findCatalogueVersion,
  findCatalogueVersions,
  findHiddenItems,
  hiddenPartsIn,
  listCatalogueChanges,
  listCatalogueItems,
  listCatalogueParts,
  listCatalogueVersions,
  listChangedItems,
  listPinnedVersions,
  listSkillPaths,
  noteItemList,
  readItemRevision,
  type CatalogueContent,
  type CatalogueItem,
  type CataloguePart,
  type CatalogueScope,
  type CatalogueVersion,
  type ChangedPage,
  type NamedPage,
  type PinnedVersion,
  type SkillPaths,
} from "../registry/index.js";

/** The items that a request on a read-only surface sees. Every question is answered as things are when it is asked. */
export interface Catalogue {
  /** Whose it is, the same with every request: `public`, `feed:<id>` or `user:<id>`. For cursors and caches. */
  readonly key: string;
  /** Whether everybody may see all of it, so that answers may be kept by caches that people share. */
  readonly isPublic: boolean;
  /** Who looks. Use it for questions that the catalogue has no function for, and pass what was found to `itemsOf`. */
  readonly viewer: CatalogueScope["viewer"];
  /** What can be installed, by name. */
  list(page: NamedPage): Promise<CatalogueItem[]>;
  /** By last change, also what was archived, deleted or wholly yanked. */
  listChanges(page: ChangedPage): Promise<CatalogueItem[]>;
  /** By its name, also if it was archived or deleted. */
  find(name: {
    readonly kind: ItemKind;
    readonly namespace: string;
    readonly slug: string;
  }): Promise<CatalogueItem | undefined>;
  /** Those of the ids that are in the catalogue and can be installed, in the order of the ids. */
  itemsOf(ids: readonly string[]): Promise<CatalogueItem[]>;
  /** Released versions of each item, newest first, at most `limit` of each; yanked ones are flagged. */
  versionsOf(itemIds: readonly string[], limit: number): Promise<CatalogueVersion[]>;
  version(itemId: string, version: string): Promise<CatalogueVersion | undefined>;
  versionsById(versionIds: readonly string[]): Promise<CatalogueVersion[]>;
  /** The canonical bytes by version. Those of an agent are left out unless all of its parts may be seen. */
  contents(versionIds: readonly string[]): Promise<ReadonlyMap<string, CatalogueContent>>;
  /** The components of agents' versions with their bytes. Agents with a part that may not be seen are left out. */
  partsOf(agentVersionIds: readonly string[]): Promise<ReadonlyMap<string, readonly CataloguePart[]>>;
  /** The same of some kinds only, each version once and without its bytes. */
  pinnedBy(agentVersionIds: readonly string[], kinds: readonly ItemKind[]): Promise<PinnedVersion[]>;
  /** The files of versions of skills, without reading them. */
  skillPaths(versionIds: readonly string[]): Promise<SkillPaths[]>;
  /** For items that were kept from an earlier request: that they are shown again is recorded like the first time. */
  noteShown(items: readonly CatalogueItem[]): void;
  /** Changes whenever anything changes that may be seen in it; it may change more often. */
  revision(): Promise<string>;
  /** Up to where a reading that begins now sees every change; for `changedSince`. */
  position(): Promise<string>;
  /** The items, also those outside of it, that have changed; undefined if all of them must be looked at again. */
  changedSince(position: string): Promise<readonly string[] | undefined>;
  /** Which of the items it must not tell of any more, in whatever version: deleted, or closed to the viewer. */
  hiddenAmong(itemIds: readonly string[]): Promise<readonly string[]>;
  /** The same for components, which come with their agents and need not be in it by themselves. */
  hiddenPartsAmong(itemIds: readonly string[]): Promise<readonly string[]>;
}

export function createCatalogue(db: Db, key: string, scope: CatalogueScope): Catalogue {
  const noted = <Items extends readonly CatalogueItem[]>(items: Items): Items => {
    noteItemList(scope.viewer, "item", items.map(asFound));
    return items;
  };
  return {
    key,
    isPublic: scope.viewer.userId === null && scope.viewer.audiences.length === 1,
    viewer: scope.viewer,
    list: async (page) => noted(await listCatalogueItems(db, scope, page)),
    listChanges: async (page) => noted(await listCatalogueChanges(db, scope, page)),
    async find(name) {
      const item = await findCatalogueItem(db, scope, name);
      return item && noted([item])[0];
    },
    itemsOf: async (ids) => noted(await findCatalogueItems(db, scope, ids)),
    versionsOf: (itemIds, limit) => listCatalogueVersions(db, scope, { itemIds, limit }),
    version: (itemId, version) => findCatalogueVersion(db, scope, { itemId, version }),
    versionsById: (ids) => findCatalogueVersions(db, scope, ids),
    contents: (ids) => visibleContents(db, scope, ids),
    partsOf: (ids) => visibleParts(db, scope, ids),
    pinnedBy: (ids, kinds) => visiblePins(db, scope, ids, kinds),
    skillPaths: (ids) => listSkillPaths(db, scope, ids),
    noteShown: (items) => void noted(items),
    revision: async () => revisionOf(await readItemRevision(db), key, scope),
    position: async () => positionAt(await readItemRevision(db), scope),
    changedSince: (position) => changedSince(db, scope, position),
    hiddenAmong: (ids) => findHiddenItems(db, scope, ids),
    hiddenPartsAmong: (ids) => findHiddenItems(db, { ...scope, only: null }, ids),
  };
}

async function visibleContents(
  db: Db,
  scope: CatalogueScope,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, CatalogueContent>> {
  const hidden = await hiddenPartsIn(db, scope, versionIds);
  const found = await findCatalogueContents(
    db,
    scope,
    versionIds.filter((id) => !hidden.has(id)),
  );
  return new Map(found.map((content) => [content.version_id, content]));
}

async function visibleParts(
  db: Db,
  scope: CatalogueScope,
  agentVersionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CataloguePart[]>> {
  const hidden = await hiddenPartsIn(db, scope, agentVersionIds);
  const shown = agentVersionIds.filter((id) => !hidden.has(id));
  const parts = new Map<string, CataloguePart[]>(shown.map((id) => [id, []]));
  for (const part of await listCatalogueParts(db, scope, shown)) parts.get(part.agent_version_id)?.push(part);
  return parts;
}

async function visiblePins(
  db: Db,
  scope: CatalogueScope,
  agentVersionIds: readonly string[],
  kinds: readonly ItemKind[],
): Promise<PinnedVersion[]> {
  const hidden = await hiddenPartsIn(db, scope, agentVersionIds);
  const shown = agentVersionIds.filter((id) => !hidden.has(id));
  return listPinnedVersions(db, scope, { agentVersionIds: shown, kinds });
}

const asFound = (item: CatalogueItem) => ({
  ...item,
  status: "approved" as const,
  is_released: item.is_listed || item.is_archived || item.is_deleted,
});

function revisionOf(revision: number, key: string, scope: CatalogueScope): string {
  return hashOf([revision, key, ...scopeParts(scope)]);
}

const scopeParts = ({ viewer: { seesAll, audiences, shared }, only }: CatalogueScope) => [
  only,
  seesAll,
  audiences.toSorted(),
  shared.toSorted(),
];

const hashOf = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);

/** More are looked at faster all together. */
const MAX_CHANGES = 1000;

const positionAt = (revision: number, scope: CatalogueScope): string => `${revision}.${hashOf(scopeParts(scope))}`;

async function changedSince(db: Db, scope: CatalogueScope, position: string): Promise<readonly string[] | undefined> {
  const revision = Number(position.split(".")[0]);
  // A viewer who sees something else than before may see other items, none of which has changed.
  if (!Number.isSafeInteger(revision) || positionAt(revision, scope) !== position) return undefined;
  const changed = await listChangedItems(db, revision, MAX_CHANGES + 1);
  return changed.length > MAX_CHANGES ? undefined : changed;
}
