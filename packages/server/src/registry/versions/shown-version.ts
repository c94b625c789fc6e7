import type { RiskSignal } from "@tackroom/contract";
import type { Tx } from "../../platform/relational/tx.js";
import { updateItem, type Item, type ItemChange } from "../stores/item-store.js";
import { entryFacts } from "../core/entry-facts.js";
import { kindOf } from "../kinds/index.js";
import { textsOf, type Fields } from "../core/fields.js";
import { harnessFacets, riskFacet, tagFacet } from "../core/common-facets.js";
import { riskLevel } from "../core/risk-level.js";
import { findLatest, findNewest, type Version } from "../stores/version-store.js";

interface ShownVersion extends Pick<
  Version,
  "id" | "version" | "description" | "supported_harnesses" | "status" | "rejection_reason" | "fields"
> {
  readonly risk_signals: readonly RiskSignal[];
}

/** What an item's row repeats of the version that it shows, so that lists need no other table. */
export function shownColumns(
  item: Pick<Item, "kind" | "name" | "namespace"> & { readonly fields: Fields },
  version: ShownVersion,
  isReleased: boolean,
) {
  const kind = kindOf(item.kind);
  const described = { fields: version.fields, itemFields: item.fields };
  const tags = textsOf(version.fields, "tags");
  const discoverable = kind.discoverable(described, version.supported_harnesses);
  return {
    shown_version_id: version.id,
    version: version.version,
    description: version.description,
    supported_harnesses: version.supported_harnesses,
    status: version.status,
    rejection_reason: version.rejection_reason,
    is_released: isReleased,
    summary: { ...kind.summary(described), tags },
    facets: distinct([
      ...kind.facets(described),
      ...harnessFacets(version.supported_harnesses),
      ...tags.map(tagFacet),
      riskFacet(riskLevel(version.risk_signals)),
    ]),
    search_name: item.name.toLowerCase(),
    entry: entryFacts({ name: item.name, description: version.description, fields: version.fields }, discoverable),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** "Latest" is the highest approved version that is not yanked; only an item that has none shows its newest. */
export async function refreshShown(tx: Tx, item: Item, change: ItemChange = {}): Promise<void> {
  const latest = await findLatest(tx, item.id);
  const shown = latest ?? (await findNewest(tx, item.id, ["draft", "pending", "approved", "rejected"]));
  if (!shown) throw new Error(`item ${item.id} has no version`);
  const columns = shownColumns({ ...item, ...change } as Item, shown, latest !== undefined);
  await updateItem(tx, item.id, { ...columns, ...change });
}
