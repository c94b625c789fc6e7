export { diffBetween } from "./versions/diff-versions.js";
export { readiness } from "./agents/agent-parts.js";
export { findItem, qualifiedName } from "./access/find-item.js";
export { visibleStatuses } from "./access/find-version.js";
export { kindOf } from "./kinds/index.js";
export { createInstallLog } from "./installs/install-log.js";
export { refuse, unsafeTextErrors } from "./versions/checked-fields.js";
export { ratingsOf } from "./stores/rating-store.js";
export type { InteractionFigures, ItemUsage } from "./installs/get-item-metrics.js";
export { mountRegistry } from "./routes.js";
export { holdContent, notPending, publishVersion, rejectVersion, type Attest } from "./versions/publish-version.js";
export { dropReading } from "./stores/reading-store.js";
export { noteReading, refuseIfChanged } from "./versions/readings.js";
export { needsSecondReviewer } from "./access/second-reviewer.js";
export { textOf } from "./core/fields.js";
export { idRange } from "./core/id-range.js";
export { compositionsOf, pinsOf } from "./stores/component-store.js";
export type { ItemSearch } from "./search/item-search.js";
export { listPending, type Submitted } from "./stores/submission-store.js";
export {
  findItemEvenDeleted,
  findItemsByIdRange,
  findItemsByIds,
  lockItem,
  teamHasItems,
  updateItem,
  type Item,
} from "./stores/item-store.js";
export { findItemsOfAnyKind, onlyItemOf } from "./access/find-any-item.js";
export { findArtifact } from "./stores/artifact-store.js";
export { findLatest, findNewest, findVersion, findVersionsByIds, type Version } from "./stores/version-store.js";
export { keepBest } from "./core/keep-best.js";
export { readItemRevision } from "./stores/item-change-store.js";
export {
  findEntryRows,
  listEntryChanges,
  listEntryRows,
  listPublicEntries,
  type EntryRow,
  type NamePlace,
} from "./stores/item-entry-store.js";
export { fillEntries } from "./search/fill-entries.js";
export { noteEntries, noteEntry, noteItemList, noteItemRead } from "./access/privileged-reads.js";
export { ANONYMOUS, discoverableInMemory, loadViewer, type Viewer } from "./stores/viewer-store.js";
