export { diffBetween } from "./diff-versions.js";
export { readiness } from "./agent-parts.js";
export { findItem, qualifiedName } from "./find-item.js";
export { visibleStatuses } from "./find-version.js";
export { kindOf } from "./kinds/index.js";
export { createInstallLog } from "./install-log.js";
export { refuse, unsafeTextErrors } from "./checked-fields.js";
export { ratingsOf } from "./rating-store.js";
export type { InteractionFigures, ItemUsage } from "./get-item-metrics.js";
export { mountRegistry } from "./routes.js";
export { holdContent, notPending, publishVersion, rejectVersion, type Attest } from "./publish-version.js";
export { dropReading } from "./reading-store.js";
export { noteReading, refuseIfChanged } from "./readings.js";
export { needsSecondReviewer } from "./second-reviewer.js";
export { textOf } from "./core/fields.js";
export { idRange } from "./core/id-range.js";
export { compositionsOf, pinsOf } from "./component-store.js";
export { createItemSearch } from "./item-search.js";
export { listPending, type Submitted } from "./submission-store.js";
export {
  findItemEvenDeleted,
  findItemsByIdRange,
  findItemsByIds,
  lockItem,
  teamHasItems,
  updateItem,
  type Item,
} from "./item-store.js";
export { findItemsOfAnyKind, onlyItemOf } from "./find-any-item.js";
export { findArtifact } from "./artifact-store.js";
export { findLatest, findNewest, findVersion, findVersionsByIds, type Version } from "./version-store.js";
export { keepBest } from "./core/keep-best.js";
export { readItemRevision } from "./item-change-store.js";
export {
  findEntryRows,
  listEntryChanges,
  listEntryRows,
  listPublicEntries,
  type EntryRow,
  type NamePlace,
} from "./item-entry-store.js";
export { fillEntries } from "./fill-entries.js";
export { noteEntries, noteEntry, noteItemList, noteItemRead } from "./privileged-reads.js";
export { ANONYMOUS, discoverableInMemory, loadViewer, type Viewer } from "./viewer-store.js";
