import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import {
  diffToRelease,
  findLatest,
  itemWith,
  kindOf,
  loadViewer,
  locatedSignals,
  noteReading,
  notPending,
  permissionChange,
  pinsOf,
} from "../registry/index.js";
import { describeSubmissions } from "./describe-submission.js";
import { findReviewedVersion } from "./find-reviewed.js";
import { findSubmission } from "./find-submission.js";

/** `GET /review/{id}`: one submission, with what it changes against the latest version. */
export async function getSubmission(
  { db }: { readonly db: Db },
  { id }: { readonly id: string },
  { caller }: CallContext,
) {
  const viewer = await loadViewer(db, caller);
  const item = await findSubmission(db, viewer, id);
  const version = await findReviewedVersion(db, item.id);
  const [described] = version ? await describeSubmissions(db, viewer, [{ item, version }]) : [];
  if (!version || !described) throw notPending(item, item.version);
  const latest = await findLatest(db, item.id);
  const pins = kindOf(item.kind).components ? await pinsOf(db, viewer, [version.id]) : undefined;
  return {
    ...version.fields,
    ...itemWith(item, version.item_changes).fields,
    supported_harnesses: version.supported_harnesses,
    changelog: version.changelog,
    visibility: item.visibility,
    team_id: item.team_id,
    ...described,
    digest: await noteReading(db, viewer, { item, version }),
    risk_signals: await locatedSignals(db, viewer, { item, version }),
    permissions: await permissionChange(db, { item, version }),
    updated_at: item.updated_at.toISOString(),
    rejection_reason: version.rejection_reason,
    diff: latest && latest.id !== version.id ? await diffToRelease(db, viewer, { item, version }, latest) : null,
    ...(pins
      ? {
          components: pins
            .filter(({ is_visible }) => is_visible)
            .map((pin) => ({
              component_type: pin.kind,
              component_id: pin.component_id,
              name: pin.name,
              version: pin.version,
              digest: pin.digest,
              status: pin.version_status,
            })),
        }
      : {}),
  };
}
