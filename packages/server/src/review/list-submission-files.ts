import type { CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { filesBetween, findLatest, loadViewer, noteReading, notPending } from "../registry/index.js";
import { findReviewed, findReviewedVersion } from "./find-reviewed.js";

/** `GET /review/{id}/files`: what is reviewed, beside what it would replace. */
export async function listSubmissionFiles(
  { db }: { readonly db: Db },
  { id }: { readonly id: string },
  { caller }: CallContext,
) {
  const viewer = await loadViewer(db, caller);
  const item = await findReviewed(db, viewer, id);
  const version = await findReviewedVersion(db, item.id);
  if (!version) throw notPending(item, item.version);
  const latest = await findLatest(db, item.id);
  const base = latest && latest.id !== version.id ? latest : undefined;
  return {
    version: version.version,
    digest: await noteReading(db, viewer, { item, version }),
    base_version: base?.version ?? null,
    files: await filesBetween(db, viewer, { item, version }, base),
  };
}
