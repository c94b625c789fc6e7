import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { readiness } from "./agent-parts.js";
import { pinsOf, replacePins } from "./component-store.js";
import { composeVersion } from "./compose-version.js";
import { isBeingEdited } from "./edit-lock.js";
import { qualifiedName } from "./find-item.js";
import { holdItems, type Item } from "./item-store.js";
import { kindOf } from "./kinds/index.js";
import { makeLock } from "./agent-lock.js";
import { draftOf } from "./rewrite-version.js";
import { refreshShown } from "./shown-version.js";
import { decideVersion, keepStatements, rewriteVersion, type Version } from "./version-store.js";
import type { Viewer } from "./viewer-store.js";

/** Signs a statement about a release; with a key of its own, which never signs a token. */
export type Attest = (statement: object) => Promise<string>;

export interface Decision {
  readonly item: Item;
  readonly version: Version;
  readonly viewer: Viewer;
  readonly by: string;
}

/** From now on the version is bound to its bytes. Under the item's lock, so that of two decisions one comes second. */
export async function publishVersion(tx: Tx, attest: Attest, { item, version, viewer, by }: Decision): Promise<void> {
  refuseWhileEdited(item);
  const digest = version.released_at ? version.digest : await settleContent(tx, { item, version, viewer, by });
  const decided = await decideVersion(tx, version.id, { status: "approved", reason: null, by });
  if (!decided) throw notPending(item, version.version);
  await keepStatements(tx, version.id, {
    attestation: await attest(releaseStatement(item, { ...version, digest }, new Date())),
    lock: kindOf(item.kind).components ? await makeLock(tx, { ...viewer, seesAll: true }, item, version) : null,
  });
  await refreshShown(tx, item, { updated_at: new Date() });
}

export async function rejectVersion(tx: Tx, { item, version, by }: Decision, reason: string | null): Promise<void> {
  refuseWhileEdited(item);
  const decided = await decideVersion(tx, version.id, { status: "rejected", reason, by });
  if (!decided) throw notPending(item, version.version);
  await refreshShown(tx, item, { updated_at: new Date() });
}

/** An agent's components may have been edited since it was submitted: what it pins now is what was approved. */
async function settleContent(tx: Tx, { item, version, viewer }: Decision): Promise<string> {
  const kind = kindOf(item.kind);
  if (!kind.components) return version.digest;
  const everything = { ...viewer, seesAll: true };
  const pinned = await pinsOf(tx, everything, [version.id]);
  await holdItems(
    tx,
    pinned.map(({ component_id }) => component_id),
  );
  const pins = await pinsOf(tx, everything, [version.id]);
  const { components_ready, blocking_components } = readiness(pins);
  if (!components_ready) {
    throw new ServiceError(
      "blocking_components",
      `${qualifiedName(item)} has components that are not approved. Review those first.`,
      { extra: { blocking_components } },
    );
  }
  const named = pins.map((pin) => ({
    type: pin.kind,
    name: qualifiedName(pin),
    id: pin.component_id,
    version: pin.version,
    digest: pin.version_digest,
    isPublic: true,
  }));
  const { row, content } = composeVersion(kind, item, draftOf(version), named);
  await rewriteVersion(tx, version.id, { ...row, risk_signals: version.risk_signals, status: "pending" }, content);
  await replacePins(
    tx,
    version.id,
    pins.map((pin) => ({ ...pinOnly(pin), digest: pin.version_digest })),
  );
  return row.digest;
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
  if (!isBeingEdited(item)) return;
  throw new ServiceError(
    "edit_locked",
    `${qualifiedName(item)} is being edited until ${item.edited_until?.toISOString()}. Decide then.`,
  );
}

export function notPending(item: Item, version: string): ServiceError {
  return new ServiceError(
    "invalid_state",
    `${qualifiedName(item)} ${version} is not waiting for a review. Look at it again.`,
  );
}

/** An in-toto statement: what was released, by whom, and when. */
function releaseStatement(item: Item, version: Version, releasedAt: Date): object {
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
      released_by: version.created_by,
      ...(source ? { source_url: source } : {}),
      ...(sha ? { resolved_sha: sha } : {}),
    },
  };
}
