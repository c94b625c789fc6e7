import type { Db } from "../../platform/relational/tx.js";
import { oneAtATime } from "../../platform/one-at-a-time.js";
import { ItemIndex, type Found, type IndexedItem, type Search } from "../core/item-index.js";
import { listIndexed, listItemChanges, readItemRevision } from "../stores/item-change-store.js";
import type { ItemFilter } from "../stores/item-list-store.js";
import { visibleInMemory, type Viewer } from "../stores/viewer-store.js";

const ROWS_AT_ONCE = 1000;
const NIL = "00000000-0000-0000-0000-000000000000";

export interface AskedItems {
  readonly viewer: Viewer;
  readonly filter: ItemFilter;
  readonly search: Search;
  readonly limit: number;
  readonly offset: number;
}

/** Listed items by words, from an index in this process that each search brings up to date first. */
export interface ItemSearch {
  /** Reads all there is, so that the first search need not. */
  warm(): Promise<void>;
  find(asked: AskedItems): Promise<Found>;
}

export function createItemSearch(db: Db): ItemSearch {
  const index = new ItemIndex();
  let known: number | undefined;
  // What was committed before a search began is in it, so a search shares no reading that began before it.
  const catchUp = oneAtATime(async () => {
    known ??= await readAll(db, index);
    known = await readChanges(db, index, known);
  });
  return {
    warm: catchUp,
    async find({ viewer, filter, search, ...page }) {
      await catchUp();
      const [isVisible, fits] = [visibleInMemory(viewer), fitting(filter)];
      return index.find(search, page, (item) => fits(item) && isVisible(item));
    },
  };
}

async function readAll(db: Db, index: ItemIndex): Promise<number> {
  const revision = await readItemRevision(db);
  let items: IndexedItem[];
  let last = NIL;
  do {
    items = await listIndexed(db, last, ROWS_AT_ONCE);
    for (const item of items) index.put(item);
    last = items.at(-1)?.id ?? last;
  } while (items.length === ROWS_AT_ONCE);
  return revision;
}

async function readChanges(db: Db, index: ItemIndex, known: number): Promise<number> {
  const changes = await listItemChanges(db, known, ROWS_AT_ONCE);
  for (const { revision: _revision, isListed, ...item } of changes) {
    if (isListed) index.put(item);
    else index.remove(item.id);
  }
  const last = changes.at(-1)?.revision ?? known;
  return changes.length < ROWS_AT_ONCE ? last : readChanges(db, index, last);
}

function fitting({ kind, facets, harness, namespace, teamId }: ItemFilter): (item: IndexedItem) => boolean {
  return (item) =>
    item.kind === kind &&
    facets.every((facet) => item.facets.includes(facet)) &&
    (harness === undefined || item.harnesses.length === 0 || item.harnesses.includes(harness)) &&
    (namespace === undefined || item.namespace === namespace) &&
    (teamId === undefined || item.teamId === teamId);
}
