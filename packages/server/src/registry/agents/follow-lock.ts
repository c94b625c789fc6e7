import type { InstallLock, LockProblem } from "@tackroom/contract";
import type { Db } from "../../platform/relational/tx.js";
import { lockedComponent, lockStatus } from "./agent-lock.js";
import type { PinnedComponent } from "../stores/component-store.js";
import { qualifiedName } from "../access/find-item.js";
import { findLatest, findVersionsByIds, type Version } from "../stores/version-store.js";

export type PinSource = InstallLock["components"][number]["source"];

/** What an install takes for a pin, and why. */
export interface Followed {
  readonly pin: PinnedComponent;
  readonly version: Version;
  readonly source: PinSource;
}

export interface FollowedLock {
  readonly followed: readonly Followed[];
  readonly problems: readonly LockProblem[];
  readonly status: InstallLock["status"];
}

/** Takes every pin at its word. What cannot be had any more is a problem, and the latest version stands in for it. */
export async function followLock(db: Db, pins: readonly PinnedComponent[]): Promise<FollowedLock> {
  const versions = new Map(
    (
      await findVersionsByIds(
        db,
        pins.map((pin) => pin.component_version_id),
      )
    ).map((each) => [each.id, each]),
  );
  const followed: Followed[] = [];
  const problems: LockProblem[] = [];
  for (const pin of pins) {
    const pinned = versions.get(pin.component_version_id);
    const reason = problemWith(pin, pinned);
    const version = reason?.isGone ? await findLatest(db, pin.component_id) : pinned;
    if (reason) problems.push(problemOf(pin, reason.text, version));
    if (version && !pin.is_deleted) followed.push({ pin, version, source: sourceOf(reason) });
  }
  return { followed, problems, status: lockStatus(pins) };
}

interface Reason {
  readonly text: string;
  /** There is nothing to install under this pin. */
  readonly isGone: boolean;
}

function problemWith(pin: PinnedComponent, version: Version | undefined): Reason | undefined {
  if (pin.is_deleted) return { text: "was deleted", isGone: true };
  if (!version || version.status === "rejected") return { text: "is no longer approved", isGone: true };
  // Sent back to review, it is for its owners only.
  if (version.status !== "approved") return { text: `is ${version.status}`, isGone: !pin.is_owned };
  if (version.digest !== pin.digest) return { text: "has changed since it was pinned", isGone: false };
  return undefined;
}

const sourceOf = (reason: Reason | undefined): PinSource => {
  if (!reason) return "lock";
  return reason.isGone ? "fallback-latest" : "version";
};

function problemOf(pin: PinnedComponent, reason: string, actual: Version | undefined): LockProblem {
  return {
    type: pin.kind,
    id: pin.component_id,
    qualified_name: qualifiedName(pin),
    expected: { version: pin.version, digest: pin.digest },
    actual: actual && !pin.is_deleted ? { version: actual.version, digest: actual.digest } : null,
    reason: `${qualifiedName(pin)} ${pin.version} ${reason}`,
  };
}

export function describeFollowed({ followed, problems, status }: FollowedLock, digest: string): InstallLock {
  return {
    status,
    digest,
    components: followed.map(({ pin, version, source }) => ({
      ...lockedComponent(pin),
      version: version.version,
      version_id: version.id,
      digest: version.digest,
      source,
    })),
    problems: [...problems],
  };
}
