import type { ValidationResult } from "@tackroom/contract";
import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { kindOf } from "../kinds/index.js";
import type { Item } from "../stores/item-store.js";
import { findHighestRelease, findVersion, insertVersion, NOT_DECIDED, setValidation } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";
import { contentErrors, refuse, unsafeTextErrors } from "./checked-fields.js";
import { composeVersion, type VersionDraft } from "./compose-version.js";
import { release, type Attest } from "./publish-version.js";
import { versionTaken } from "./rewrite-version.js";
import { settledContent } from "./settled-content.js";

export interface NewRelease {
  /** Locked. */
  readonly item: Item;
  readonly viewer: Viewer;
  /** Who publishes it, and stands for it as a reviewer would. */
  readonly by: string;
  readonly draft: VersionDraft;
  readonly validationResults: readonly ValidationResult[];
}

/** A version that is approved as it is added, for items whose source was reviewed before. What it says is checked as ever. */
export async function addReleasedVersion(
  tx: Tx,
  attest: Attest,
  { item, viewer, by, draft, validationResults }: NewRelease,
): Promise<void> {
  const kind = kindOf(item.kind);
  const fields = kind.complete(draft.fields);
  refuse([...contentErrors(kind, { ...draft, fields }, "version"), ...unsafeTextErrors(fields, "version")]);
  const previous = (await findHighestRelease(tx, item.id))?.fields;
  const composed = composeVersion(
    kind,
    item,
    { ...draft, fields, ...(previous ? { previous } : {}) },
    { status: "pending", pins: [] },
  );
  const row = {
    ...composed.row,
    id: newId(),
    item_id: item.id,
    status: "pending",
    rejection_reason: null,
    created_by: by,
    ...NOT_DECIDED,
  } as const;
  if (!(await insertVersion(tx, row, composed.content))) throw versionTaken(draft.version);
  const version = await findVersion(tx, item.id, draft.version);
  if (!version) throw new Error(`version ${row.id} is not there`);
  const content = await settledContent(tx, { ...viewer, seesAll: true }, { item, version });
  await release(tx, attest, { item, version, viewer, by }, content);
  await setValidation(tx, version.id, validationResults);
}
