import type { Db, Tx } from "../../platform/relational/tx.js";
import { listWithoutEntry } from "../stores/item-entry-store.js";
import { lockItem } from "../stores/item-store.js";
import { refreshShown } from "../versions/shown-version.js";
import { ANONYMOUS, type Viewer } from "../stores/viewer-store.js";

const AT_ONCE = 100;
const EVERYTHING: Viewer = { ...ANONYMOUS, seesAll: true };

export interface FillDeps {
  readonly db: Db;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Writes what discovery knows of items into the rows of an earlier release. */
export async function fillEntries({ db, transaction }: FillDeps): Promise<void> {
  const ids = await listWithoutEntry(db, AT_ONCE);
  for (const id of ids) {
    await transaction(async (tx) => {
      const item = await lockItem(tx, EVERYTHING, id);
      if (item) await refreshShown(tx, item);
    });
  }
  if (ids.length === AT_ONCE) await fillEntries({ db, transaction });
}
