import type { ItemFilter } from "../stores/item-list-store.js";
import { visibleInMemory, type Viewer } from "../stores/viewer-store.js";
import type { SearchedItem } from "./item-search.js";

/** Whether a list shows what a search found: as the SQL of `listApproved`, for items that are in memory. */
export function passesFilter(viewer: Viewer, filter: ItemFilter): (item: SearchedItem) => boolean {
  const { kind, facets, harness, namespace, teamId } = filter;
  const isVisible = visibleInMemory(viewer);
  return (item) =>
    item.isListed &&
    item.kind === kind &&
    facets.every((facet) => item.facets.includes(facet)) &&
    (harness === undefined || item.harnesses.length === 0 || item.harnesses.includes(harness)) &&
    (namespace === undefined || item.namespace === namespace) &&
    (teamId === undefined || item.teamId === teamId) &&
    isVisible(item);
}
