import { roleSuffices } from "@tackroom/contract";
import { ServiceError } from "../platform/service-error.js";
import { changeItem, type Asked, type Deps } from "./change-item.js";
import { agentsThatPin, replacePins } from "./component-store.js";
import { qualifiedName } from "./find-item.js";
import { markDeleted } from "./item-store.js";
import type { Kind } from "./kinds/index.js";
import { dropContent, findAllOf } from "./version-store.js";

export interface Deleted {
  readonly deleted: string;
  readonly name: string;
  readonly deleted_at: string;
}

/** `DELETE /{type}/{id}`: gone for reads and installs; its artifacts answer 410 for ever. */
export async function deleteItem(deps: Deps, kind: Kind, id: string, asked: Asked): Promise<Deleted> {
  return changeItem(deps, { kind, id }, asked, async (tx, { item, viewer }) => {
    const name = qualifiedName(item);
    // Yanked or not: others may have it in a lock.
    if (item.status === "approved" && !roleSuffices(asked.caller.role, "admin")) {
      throw new ServiceError(
        "invalid_state",
        `${name} is approved, and others may depend on it. Archive it instead: PATCH /${kind.type}/${item.id}/archive.`,
      );
    }
    const agents = await agentsThatPin(tx, viewer, item.id);
    if (agents.length > 0) {
      const visible = agents.filter(({ is_visible }) => is_visible).map(qualifiedName);
      throw new ServiceError("pinned", `Agents depend on ${name}. Archive it instead, or change them first.`, {
        extra: { agents: visible },
      });
    }
    for (const version of await findAllOf(tx, item.id)) await replacePins(tx, version.id, []);
    await dropContent(tx, item.id);
    const deletedAt = await markDeleted(tx, item.id);
    return { deleted: item.id, name: item.name, deleted_at: deletedAt.toISOString() };
  });
}
