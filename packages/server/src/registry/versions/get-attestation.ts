import { Answer, type CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { findArtifact } from "../stores/artifact-store.js";
import type { Deps } from "../access/change-item.js";
import { findItem, qualifiedName } from "../access/find-item.js";
import { requireVersion } from "../access/find-version.js";
import type { Kind } from "../kinds/index.js";
import { loadViewer, resolving } from "../stores/viewer-store.js";

/** `GET /{type}/{id}/versions/{v}/attestation` */
export async function getAttestation(
  { db }: Deps,
  { kind, id, v }: { readonly kind: Kind; readonly id: string; readonly v: string },
  { caller }: CallContext,
): Promise<Answer<string>> {
  const viewer = resolving(await loadViewer(db, caller));
  const item = await findItem(db, viewer, kind.kind, id);
  const version = await requireVersion(db, viewer, item, v);
  const statement = (await findArtifact(db, version.id))?.attestation;
  if (!statement) {
    throw new ServiceError(
      "not_found",
      `${qualifiedName(item)} ${v} has no attestation: it is created when a version is approved.`,
    );
  }
  return new Answer(statement, { headers: { "content-type": "application/jose" } });
}
