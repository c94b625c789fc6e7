import type { ItemDetail } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { SubmitDeps } from "./submit-item.js";
import { bump } from "../core/versions.js";
import type { Fields } from "../core/fields.js";
import { findItem, qualifiedName } from "../access/find-item.js";
import { kindOf } from "../kinds/index.js";
import { updateDraft } from "./update-draft.js";
import { loadViewer } from "../stores/viewer-store.js";

/** Belong to the item, and wait for the review of its next version. */
const NOT_VERSIONED = ["owner"];

/** `PUT /agents/{id}`: what a version owns can change only before it is approved. */
export async function updateAgent(
  deps: SubmitDeps,
  { id, body }: { readonly id: string; readonly body: Fields },
  context: CallContext,
): Promise<ItemDetail> {
  const kind = kindOf("agent");
  const { version_bump_type: by, ...change } = body;
  const item = await findItem(deps.db, await loadViewer(deps.db, context.caller), kind.kind, id);
  const isVersioned = Object.entries(body).some(
    ([name, value]) => value !== undefined && !NOT_VERSIONED.includes(name),
  );
  if (item.is_owned && item.is_released && isVersioned) {
    throw new ServiceError(
      "invalid_state",
      `${qualifiedName(item)} ${item.version} is approved and immutable. Submit a new version: POST /api/v1/agents/${item.id}/versions.`,
    );
  }
  const version = typeof by === "string" ? { version: bump(item.version, by as "major") } : {};
  return updateDraft(deps, { kind, id: item.id, body: { ...change, ...version } }, context);
}
