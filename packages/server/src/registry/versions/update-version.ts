import type { ItemVersion } from "@tackroom/contract";
import type { AuditDetail, CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { refuse, unsafeTextErrors } from "./checked-fields.js";
import { qualifiedName } from "../access/find-item.js";
import { requireVersion } from "../access/find-version.js";
import type { Kind } from "../kinds/index.js";
import { describeOneVersion } from "./list-versions.js";
import { refreshShown } from "./shown-version.js";
import { markVersion } from "../stores/version-status-store.js";
import type { Version } from "../stores/version-store.js";
import { loadViewer } from "../stores/viewer-store.js";

export interface VersionMarking {
  readonly deprecated?: string | null;
  readonly yanked?: boolean;
  readonly reason?: string;
}

/** `PATCH /{type}/{id}/versions/{v}`: marks on a published version, whose content never changes. */
export async function updateVersion(
  deps: Deps,
  {
    kind,
    id,
    v,
    body,
  }: { readonly kind: Kind; readonly id: string; readonly v: string; readonly body: VersionMarking },
  context: CallContext,
): Promise<ItemVersion> {
  refuse(unsafeTextErrors(body, "body"));
  const { item, marked } = await changeItem(deps, { kind, id }, context, async (tx, change) => {
    const version = await requireVersion(tx, change.viewer, change.item, v);
    if (version.status !== "approved") {
      throw new ServiceError(
        "invalid_state",
        `${qualifiedName(change.item)} ${v} is ${version.status}; only an approved version can be deprecated or yanked.`,
      );
    }
    const { deprecated, yanked, reason } = body;
    const marks = {
      ...(deprecated === undefined ? {} : { deprecated }),
      ...(yanked === undefined ? {} : { yanked, yank_reason: yanked ? (reason ?? null) : null }),
    };
    context.call.describeForAudit({ detail: { version: version.version, ...changesOf(version, body) } });
    const done = Object.keys(marks).length === 0 ? version : await markVersion(tx, version.id, marks);
    const isNews =
      (yanked !== undefined && yanked !== version.yanked) ||
      (deprecated !== undefined && deprecated !== version.deprecated);
    // Clients that follow the catalogue ask for what has changed since.
    if (isNews) await refreshShown(tx, change.item, { updated_at: new Date() });
    return { item: change.item, marked: done };
  });
  return describeOneVersion(deps, await loadViewer(deps.db, context.caller), item, marked);
}

function changesOf(before: Version, { deprecated, yanked, reason }: VersionMarking): AuditDetail {
  return {
    ...(deprecated === undefined ? {} : { deprecated: { from: before.deprecated, to: deprecated } }),
    ...(yanked === undefined ? {} : { yanked: { from: before.yanked, to: yanked } }),
    ...(reason === undefined ? {} : { reason }),
  };
}
