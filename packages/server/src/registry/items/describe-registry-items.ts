import { typeOfKind, type RegistryItem } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { riskLevel } from "../core/risk-level.js";
import { installedBy } from "../stores/installed-store.js";
import type { ListedItem } from "../stores/item-list-store.js";
import { trustOfVersions } from "../stores/registry-list-store.js";
import type { Viewer } from "../stores/viewer-store.js";
import { describeSummary } from "./describe-item.js";
import { figuresOf } from "./item-figures.js";

/** Rows of the registry: the summary of an item, how much it is used, and whether to trust it. */
export async function describeRegistryItems(
  db: Db,
  viewer: Viewer,
  items: readonly ListedItem[],
): Promise<RegistryItem[]> {
  const ids = items.map(({ id }) => id);
  const figures = await figuresOf(db, ids);
  const installed = viewer.userId === null ? new Set() : await installedBy(db, viewer.userId, ids);
  const trust = await trustOfVersions(
    db,
    items.flatMap(({ shown_version_id }) => shown_version_id ?? []),
  );
  return items.map((item) => {
    const shown = item.shown_version_id === null ? undefined : trust.get(item.shown_version_id);
    return {
      ...describeSummary(item),
      type: typeOfKind(item.kind),
      ...figures(item.id),
      deprecated: shown?.deprecated ?? null,
      risk_level: riskLevel(shown?.risk_signals ?? []),
      signed: shown?.is_signed ?? false,
      installed: installed.has(item.id),
    };
  });
}
