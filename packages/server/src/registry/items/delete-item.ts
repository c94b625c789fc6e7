import { roleSuffices } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { agentsThatPin, replacePins } from "../stores/component-store.js";
import { qualifiedName } from "../access/find-item.js";
import { markDeleted } from "../stores/item-store.js";
import type { Kind } from "../kinds/index.js";
import { dropUnreleasedContent, findUnreleased, hasReleases } from "../stores/version-store.js";

export interface Deleted {
  readonly deleted: string;
  readonly name: string;
  readonly deleted_at: string;
}

/** `DELETE /{type}/{id}`: gone for reads and installs; its artifacts return 410 permanently. */
export async function deleteItem(
  deps: Deps,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  context: CallContext,
): Promise<Deleted> {
  return changeItem(deps, { kind, id }, context, async (tx, { item, viewer }) => {
    const name = qualifiedName(item);
    context.call.describeForAudit({
      detail: { name, version: item.version, status: item.status, visibility: item.visibility },
    });
    // Whatever it shows now: others may have a release of it in a lock.
    if (!roleSuffices(context.caller.role, "admin") && (await hasReleases(tx, item.id))) {
      throw new ServiceError(
        "invalid_state",
        `${name} has been released, and others may depend on it. Archive it instead: PATCH /api/v1/${kind.type}/${item.id}/archive.`,
      );
    }
    const agents = await agentsThatPin(tx, viewer, item.id);
    if (agents.length > 0) {
      const visible = agents.filter(({ is_visible }) => is_visible).map(qualifiedName);
      throw new ServiceError("pinned", `Agents depend on ${name}. Archive it instead, or update those agents first.`, {
        extra: { agents: visible },
      });
    }
    for (const version of await findUnreleased(tx, item.id)) await replacePins(tx, version.id, []);
    await dropUnreleasedContent(tx, item.id);
    const deletedAt = await markDeleted(tx, item.id);
    return { deleted: item.id, name: item.name, deleted_at: deletedAt.toISOString() };
  });
}
