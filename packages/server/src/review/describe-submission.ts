import type { Submission } from "@tackroom/contract";
import { findUsers } from "../auth/index.js";
import type { Db } from "../platform/relational/tx.js";
import {
  batchesOf,
  compositionsOf,
  itemWith,
  kindOf,
  readiness,
  textOf,
  type Submitted,
  type Viewer,
} from "../registry/index.js";

export interface Pending {
  readonly item: Pick<Submitted["item"], "id" | "kind" | "name" | "owner" | "team_id" | "fields">;
  readonly version: Submitted["version"];
}

/** Submissions as a reviewer sees them. */
export async function describeSubmissions(db: Db, viewer: Viewer, pending: readonly Pending[]): Promise<Submission[]> {
  const submitters = await findUsers(
    db,
    pending.flatMap(({ version }) => version.created_by ?? []),
  );
  const composed = pending.filter(({ item }) => kindOf(item.kind).components).map(({ version }) => version.id);
  const compositions = await compositionsOf(db, viewer, composed);
  const batches = await batchesOf(
    db,
    pending.map(({ version }) => version.id),
  );
  return pending.map(({ item, version }) => {
    const { owner, fields: itemFields } = itemWith(item, version.item_changes);
    const { components = 0, blocking = [] } = compositions.get(version.id) ?? {};
    return {
      type: item.kind,
      id: item.id,
      name: item.name,
      description: version.description,
      version: version.version,
      owner,
      status: version.status,
      submitted_by: (version.created_by && submitters.get(version.created_by)?.username) || null,
      risk_signals: version.risk_signals,
      // What an approval of an agent would publish follows from its components, which a list does not read.
      digest: components > 0 ? null : version.digest,
      changes_requested_at: version.changes_requested_at?.toISOString() ?? null,
      created_at: version.created_at.toISOString(),
      batch: batches.get(version.id) ?? null,
      ...kindOf(item.kind).detail({
        fields: version.fields,
        itemFields,
        validationResults: version.validation_results,
      }),
      ...(kindOf(item.kind).components
        ? { prompt: textOf(version.fields, "prompt") ?? "", component_count: components, ...readiness(blocking) }
        : {}),
    };
  });
}
