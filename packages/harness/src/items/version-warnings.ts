import type { VersionStatus } from "@tackroom/contract";

/** What whoever installs a version has to know of its life. */
export interface VersionState {
  readonly version: string;
  readonly status: VersionStatus;
  readonly deprecated: string | null;
  readonly yanked: boolean;
  readonly yank_reason?: string | null;
}

export function versionWarnings(qualifiedName: string, isArchived: boolean, version: VersionState): string[] {
  const name = `${qualifiedName} ${version.version}`;
  return [
    ...(version.deprecated === null ? [] : [`${name} is deprecated: ${version.deprecated}`]),
    ...(version.yanked ? [`${name} is yanked${version.yank_reason ? `: ${version.yank_reason}` : ""}.`] : []),
    ...(isArchived ? [`${qualifiedName} is archived: it gets no more updates.`] : []),
    ...(version.status === "approved" ? [] : [`${name} is not approved; only its owners can install it.`]),
  ];
}
