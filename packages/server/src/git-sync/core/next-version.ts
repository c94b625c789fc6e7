import semver from "semver";

/** The lowest number, for a listing without any. */
const FIRST = "0.0.1";

/**
 * The number of a version that a push publishes: the one that the repository declares if it is higher than every existing one,
 * otherwise the highest existing one with its patch number raised.
 */
export function numberForPush(declared: string | null, existing: readonly string[]): string {
  const highest = existing.toSorted(semver.compare).at(-1);
  if (declared !== null && semver.valid(declared) === declared) {
    if (highest === undefined || semver.gt(declared, highest)) return declared;
  }
  if (highest === undefined) return FIRST;
  // A pre-release is followed by its release, which npm counts as raising the patch number too.
  return semver.inc(highest, "patch") ?? FIRST;
}

const RELEASE_TAG = /^v?((?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8}))$/;

/** `v1.2.3` and `1.2.3`; undefined for every other tag. */
export const numberOfTag = (tag: string): string | undefined => RELEASE_TAG.exec(tag)?.[1];
