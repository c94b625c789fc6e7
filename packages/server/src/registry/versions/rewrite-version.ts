import type { VersionStatus } from "@tackroom/contract";
import type { Fields } from "../core/fields.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { pinsOf } from "../stores/component-store.js";
import { composeVersion, type Identity, type VersionDraft } from "./compose-version.js";
import type { Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { pinComponents } from "../agents/pin-components.js";
import { keepPins } from "../agents/pin-components.js";
import { findHighestRelease, rewriteVersion, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

export interface Rewrite {
  readonly item: Item;
  readonly version: Version;
  /** The item's names, which may be new ones. */
  readonly identity: Identity;
  /** Absent when only its names change: it keeps its content, which was checked when it was written. */
  readonly draft?: VersionDraft;
  /** Who wrote it; nobody when only the namespace changes. */
  readonly by: string | null;
  readonly status: VersionStatus;
  /** What its release changes of the item; left as it is when absent. */
  readonly itemChanges?: Fields | null;
}

/** Gives a version that is not released yet another content, digest and pins included. */
export async function rewrite(
  tx: Tx,
  viewer: Viewer,
  { item, version, identity, draft: given, status, ...rewriting }: Rewrite,
): Promise<void> {
  const kind = kindOf(item.kind);
  const draft = given ?? draftOf(version);
  const pinned = await pinComponents(tx, viewer, {
    kind,
    fields: draft.fields,
    kept: await pinsOf(tx, viewer, [version.id]),
  });
  const previous = (await findHighestRelease(tx, item.id))?.fields;
  const { row, content } = composeVersion(kind, identity, previous ? { ...draft, previous } : draft, {
    pins: pinned.named,
    ...(given ? { status } : {}),
  });
  if (!(await rewriteVersion(tx, version.id, { ...row, status }, { content, ...rewriting })))
    throw versionTaken(draft.version);
  await keepPins(tx, version.id, pinned);
}

export function versionTaken(version: string): ServiceError {
  return new ServiceError(
    "conflict",
    `Version ${version} already exists, and versions are immutable. Choose a higher number.`,
  );
}

/** A stored version, as a draft to begin from. */
export function draftOf(version: Version): VersionDraft {
  return {
    version: version.version,
    description: version.description,
    changelog: version.changelog,
    supportedHarnesses: version.supported_harnesses,
    fields: version.fields,
    isPrerelease: !version.is_stable,
  };
}
