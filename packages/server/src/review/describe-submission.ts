import type { Submission } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import { kindOf, pinsOf, readiness, textOf, type Item, type Version, type Viewer } from "../registry/index.js";

export interface Pending {
  readonly item: Item;
  readonly version: Version;
}

/** Submissions as a reviewer sees them. */
export async function describeSubmissions(db: Db, viewer: Viewer, pending: readonly Pending[]): Promise<Submission[]> {
  const submitters = await findUsers(
    db,
    pending.flatMap(({ version }) => version.created_by ?? []),
  );
  const pins = await pinsOf(
    db,
    viewer,
    pending.map(({ version }) => version.id),
  );
  return pending.map(({ item, version }) => ({
    type: item.kind,
    id: item.id,
    name: item.name,
    description: version.description,
    version: version.version,
    owner: item.owner,
    status: version.status,
    submitted_by: (version.created_by && submitters.get(version.created_by)?.username) || null,
    risk_signals: version.risk_signals,
    created_at: version.created_at.toISOString(),
    ...kindOf(item.kind).detail({ fields: version.fields, itemFields: item.fields }),
    ...(kindOf(item.kind).components
      ? {
          prompt: textOf(version.fields, "prompt") ?? "",
          ...composition(pins.filter(({ version_id }) => version_id === version.id)),
        }
      : {}),
  }));
}

const composition = (pins: Parameters<typeof readiness>[0]) => ({ component_count: pins.length, ...readiness(pins) });
