export { digestOf } from "./digest.js";
export { diffToRelease } from "./versions/diff-versions.js";
export { readiness } from "./agents/agent-parts.js";
export { changeItem } from "./access/change-item.js";
export { findItem, qualifiedName, requireOwner } from "./access/find-item.js";
export { whoAsks, type WhoAsksDeps } from "./access/who-asks.js";
export { visibleStatuses } from "./access/find-version.js";
export { kindOf } from "./kinds/index.js";
export { getItem } from "./items/get-item.js";
export { listRegistry, type ListRegistryDeps } from "./items/list-registry.js";
export { installItem, type InstallDeps } from "./installs/install-item.js";
export { listVersions } from "./versions/list-versions.js";
export { installableOf } from "./installs/installable-version.js";
export { createInstallLog } from "./installs/install-log.js";
export { refuse, unsafeTextErrors } from "./versions/checked-fields.js";
export { ratingsOf } from "./stores/rating-store.js";
export type { InteractionFigures, ItemUsage } from "./installs/get-item-metrics.js";
export { analyzeSubmission } from "./versions/analyze-submission.js";
export { mountRegistry } from "./routes.js";
export {
  holdContent,
  notPending,
  publishVersion,
  rejectVersion,
  returnToAuthors,
  type Attest,
} from "./versions/publish-version.js";
export { filesBetween, filesOfVersion, locatedSignals, permissionChange } from "./versions/reviewed-content.js";
export { settledContent, type SettledContent } from "./versions/settled-content.js";
export { furnishing } from "./submissions/add-starter-skill.js";
export { addReleasedVersion } from "./versions/add-released-version.js";
export { batchesOf } from "./stores/import-store.js";
export { coAuthorsOf } from "./stores/co-author-store.js";
export { dropReading } from "./stores/reading-store.js";
export { noteReading, refuseIfChanged } from "./versions/readings.js";
export { needsSecondReviewer } from "./access/second-reviewer.js";
export { textOf } from "./core/fields.js";
export { itemWith } from "./core/item-changes.js";
export { idRange } from "./core/id-range.js";
export { compositionsOf, pinsOf } from "./stores/component-store.js";
export type { ItemSearch } from "./search/item-search.js";
export { listPending, type Submitted } from "./stores/submission-store.js";
export {
  findItemEvenDeleted,
  findItemsByIdRange,
  findItemsByIds,
  holdItems,
  lockItem,
  teamHasItems,
  type Item,
} from "./stores/item-store.js";
export { findItemsOfAnyKind, onlyItemOf } from "./access/find-any-item.js";
export { listFound } from "./stores/item-list-store.js";
export { listReleasesBy } from "./stores/authored-version-store.js";
export { findArtifact } from "./stores/artifact-store.js";
export {
  findLatest,
  findNewest,
  findVersion,
  findVersionsByIds,
  listVersionNumbers,
  releasedCommits,
  type Version,
} from "./stores/version-store.js";
export { keepBest } from "./core/keep-best.js";
export { itemRevisionSql, listChangedItems, readItemRevision } from "./stores/item-change-store.js";
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
export {
  ANONYMOUS,
  asMember,
  discoverableInMemory,
  EVERYBODY,
  loadViewer,
  type Viewer,
} from "./stores/viewer-store.js";
export {
  findCatalogueItem,
  findCatalogueItems,
  findHiddenItems,
  listCatalogueChanges,
  listCatalogueItems,
  type CatalogueItem,
  type CataloguePlace,
  type CatalogueScope,
  type ChangedPage,
  type NamedPage,
} from "./stores/catalogue-store.js";
export {
  findCatalogueContents,
  findCatalogueVersion,
  findCatalogueVersions,
  hiddenPartsIn,
  listCatalogueParts,
  listCatalogueVersions,
  listPinnedVersions,
  listSkillPaths,
  type CatalogueContent,
  type CataloguePart,
  type CatalogueVersion,
  type PinnedVersion,
  type SkillPaths,
} from "./stores/catalogue-version-store.js";
