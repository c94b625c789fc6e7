import type { McpServerResponse, McpServerStatus, REGISTRY_META } from "@tackroom/contract";

export interface Marked {
  readonly item: {
    readonly is_archived: boolean;
    readonly is_deleted: boolean;
    readonly updated_at: Date;
  };
  readonly version: {
    readonly yanked: boolean;
    readonly yank_reason: string | null;
    readonly deprecated: string | null;
    readonly released_at: Date;
  };
  readonly isLatest: boolean;
}

/** What the registry says of a version: a withdrawn item is deleted to clients, a version to be avoided is deprecated. */
export function registryMeta({ item, version, isLatest }: Marked): McpServerResponse["_meta"][typeof REGISTRY_META] {
  const { status, message } = statusOf({ item, version });
  return {
    status,
    statusChangedAt: (status === "active" ? version.released_at : item.updated_at).toISOString(),
    ...(message && { statusMessage: message }),
    publishedAt: version.released_at.toISOString(),
    // Marks are changes of the item; a client that asks for what is new since then gets all of its versions.
    updatedAt: (item.updated_at > version.released_at ? item.updated_at : version.released_at).toISOString(),
    isLatest,
  };
}

function statusOf({ item, version }: Pick<Marked, "item" | "version">): { status: McpServerStatus; message?: string } {
  if (item.is_deleted) return { status: "deleted", message: "Deleted from the registry." };
  if (item.is_archived) return { status: "deleted", message: "Archived by its owners." };
  if (version.yanked) return { status: "deprecated", message: version.yank_reason ?? "Yanked by its owners." };
  if (version.deprecated !== null) return { status: "deprecated", message: version.deprecated || "Deprecated." };
  return { status: "active" };
}
