import type { VersionStatus } from "@tackroom/contract";
import type { HarnessId } from "../harnesses.js";

/** Lifecycle warnings shown to users who install a version. */
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
    ...(isArchived ? [`${qualifiedName} is archived and no longer updated.`] : []),
    ...(version.status === "approved" ? [] : [`${name} is not approved; only its owners can install it.`]),
  ];
}

/** The author did not think of it, which need not mean that it does not work. */
export function foreignHarness(supported: readonly string[], harness: HarnessId): string[] {
  if (supported.length === 0 || supported.includes(harness)) return [];
  return [`It may not work in ${harness}: its author lists only ${supported.join(", ")}.`];
}
