import type { BlockingComponent } from "@tackroom/contract";
import { findUsers } from "../../auth/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { keepStatements } from "../stores/artifact-store.js";
import { pinsOf, replacePins } from "../stores/component-store.js";
import type { Fields } from "../core/fields.js";
import { itemWith } from "../core/item-changes.js";
import { qualifiedName } from "../access/find-item.js";
import { holdItems, type Item } from "../stores/item-store.js";
import { kindOf } from "../kinds/index.js";
import { makeLock } from "../agents/agent-lock.js";
import { contentErrors } from "./checked-fields.js";
import { draftOf } from "./rewrite-version.js";
import { settledContent, type SettledContent } from "./settled-content.js";
import { refreshShown } from "./shown-version.js";
import { tellInstallers } from "./tell-installers.js";
import { approveVersion, markChangesRequested, rejectPending } from "../stores/version-status-store.js";
import { rewriteVersion, type Version } from "../stores/version-store.js";
import type { Viewer } from "../stores/viewer-store.js";

/** Signs a statement about a release; with a key of its own, which never signs a token. */
export type Attest = (statement: object) => Promise<string>;

export interface Decision {
  readonly item: Item;
  readonly version: Version;
  readonly viewer: Viewer;
  readonly by: string;
  /** What the reviewer has chosen of the item, over what the version changes. */
  readonly chosen?: Fields;
}

/** What a decision is about. Until the transaction ends nobody changes it. */
export async function holdContent(
  tx: Tx,
  viewer: Viewer,
  of: { readonly item: Item; readonly version: Version },
): Promise<SettledContent> {
  const everything = { ...viewer, seesAll: true };
  const pinned = await pinsOf(tx, everything, [of.version.id]);
  await holdItems(
    tx,
    pinned.map(({ component_id }) => component_id),
  );
  return settledContent(tx, everything, of);
}

/**
 * From now on the version is bound to its bytes. Under the item's lock, so that of two decisions one comes second. What was
 * released before, and sent back to review, keeps its bytes and its statement.
 */
export async function publishVersion(
  tx: Tx,
  attest: Attest,
  decision: Decision,
  content: SettledContent,
): Promise<void> {
  refuseWhileEdited(decision.item);
  await release(tx, attest, decision, content);
}

/** For a version that nobody can be editing, because it is new. */
export async function release(
  tx: Tx,
  attest: Attest,
  { item, version, viewer, by, chosen }: Decision,
  content: SettledContent,
): Promise<void> {
  if (!content.isReady) throw blocked(item, content.blocking);
  // What was released once is what it is.
  if (!version.released_at) refuseUnchecked(item, version);
  const author = await authorOf(tx, version);
  // One clock: what is signed is what is stored.
  const releasedAt = new Date();
  if (!version.released_at) await keepContent(tx, version, content);
  if (!(await approveVersion(tx, version.id, { by, author, releasedAt }))) throw notPending(item, version.version);
  if (!version.released_at) {
    await keepStatements(tx, version.id, {
      attestation: await attest(releaseStatement(item, { ...version, digest: content.digest }, { author, releasedAt })),
      lock: kindOf(item.kind).components ? await makeLock(tx, { ...viewer, seesAll: true }, item, version) : null,
    });
  }
  const shown = itemWith(item, { ...version.item_changes, ...chosen });
  await refreshShown(tx, item, { ...shown, updated_at: new Date() });
  await tellInstallers(tx, { item, version, by: [by, author] });
}

export async function rejectVersion(tx: Tx, { item, version, by }: Decision, reason: string | null): Promise<void> {
  refuseWhileEdited(item);
  if (!(await rejectPending(tx, version.id, { reason, by }))) throw notPending(item, version.version);
  await refreshShown(tx, item, { updated_at: new Date() });
}

/** The version stays pending until its authors submit it again, or a reviewer decides. */
export async function returnToAuthors(tx: Tx, { item, version }: Decision, at: Date): Promise<void> {
  refuseWhileEdited(item);
  if (!(await markChangesRequested(tx, version.id, at))) throw notPending(item, version.version);
}

/** Who wrote the content: the last of its editors whose account is still there. */
async function authorOf(tx: Tx, { editors }: Version): Promise<string | null> {
  const users = await findUsers(tx, editors);
  return editors.findLast((id) => users.has(id)) ?? null;
}

async function keepContent(tx: Tx, version: Version, { composed, pins }: SettledContent): Promise<void> {
  if (!composed) return;
  const row = { ...composed.row, risk_signals: version.risk_signals, status: "pending" as const };
  await rewriteVersion(tx, version.id, row, { content: composed.content, by: null });
  await replacePins(
    tx,
    version.id,
    pins.map((pin) => ({ ...pinOnly(pin), digest: pin.version_digest })),
  );
}

/** It was stored when other rules held, perhaps. */
function refuseUnchecked(item: Item, version: Version): void {
  const errors = contentErrors(kindOf(item.kind), draftOf(version), "version");
  const [first] = errors;
  if (!first) return;
  throw new ServiceError(
    "validation_failed",
    `${qualifiedName(item)} ${version.version} no longer passes the checks of a submission: ${first.path} ${first.message}. Request changes, or reject it.`,
    { extra: { errors } },
  );
}

function blocked(item: Item, blocking: readonly BlockingComponent[]): ServiceError {
  return new ServiceError(
    "blocking_components",
    `${qualifiedName(item)} has components that are not approved. Review them first.`,
    { extra: { blocking_components: blocking } },
  );
}

const pinOnly = ({
  kind,
  component_id,
  component_version_id,
  digest,
  requested_version,
  config_override,
}: PinLike) => ({
  kind,
  component_id,
  component_version_id,
  digest,
  requested_version,
  config_override,
});
type PinLike = Parameters<typeof replacePins>[2][number];

function refuseWhileEdited(item: Item): void {
  if (!item.is_being_edited) return;
  throw new ServiceError(
    "edit_locked",
    `${qualifiedName(item)} is locked for editing until ${item.edited_until?.toISOString()}. Retry then.`,
  );
}

export function notPending(item: Item, version: string): ServiceError {
  return new ServiceError("invalid_state", `${qualifiedName(item)} ${version} is not pending review. Reload it.`);
}

/** An in-toto statement: what was released, who wrote it, and when. */
function releaseStatement(
  item: Item,
  version: Version,
  { author, releasedAt }: { readonly author: string | null; readonly releasedAt: Date },
): object {
  const source = version.fields["git_url"] ?? version.fields["source_url"];
  const sha = version.fields["resolved_sha"];
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      { name: `${qualifiedName(item)}@${version.version}`, digest: { sha256: version.digest.replace(/^sha256:/, "") } },
    ],
    predicateType: "urn:tackroom:release:v1",
    predicate: {
      kind: item.kind,
      item_id: item.id,
      publisher: item.namespace,
      released_at: releasedAt.toISOString(),
      released_by: author,
      ...(source ? { source_url: source } : {}),
      ...(sha ? { resolved_sha: sha } : {}),
    },
  };
}
