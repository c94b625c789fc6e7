import semver from "semver";

export type Bump = "major" | "minor" | "patch";

/** A pre-release has a hyphen; build metadata is refused before anything comes here. */
export const isStable = (version: string): boolean => !version.includes("-");

/** Stricter than the schema: `1.0.0-01` has a number that no comparison could tell from `1.0.0-1`. */
export const isVersion = (version: string): boolean => semver.valid(version) === version;

const DIGITS = 9;
const MAX_NUMBER = 10 ** DIGITS - 1;

/**
 * A text whose plain byte order is the precedence of semantic versions, so that a database can sort by it: numbers are
 * padded, `~` puts a release after its pre-releases, and `!` is below every character of an identifier.
 */
export function precedenceOf(version: string): string {
  const [core, preRelease] = splitVersion(version);
  const numbers = core.map((number) => number.padStart(DIGITS, "0")).join(".");
  return preRelease === undefined ? `${numbers}~` : `${numbers}-${preRelease.split(".").map(identifierKey).join("!")}`;
}

/** Numbers are before words; a number begins with its length, as it may have any. */
function identifierKey(identifier: string): string {
  if (!/^[0-9]+$/.test(identifier)) return `1${identifier}`;
  const digits = identifier.replace(/^0+(?=[0-9])/, "");
  return `0${String(digits.length).padStart(3, "0")}${digits}`;
}

/**
 * As `npm version` does it: a pre-release is first released. `1.3.0-rc.1` becomes `1.3.0` with minor and patch. A number that
 * is as high as it can be leaves the next to another; above the highest version there is none.
 */
export function bump(version: string, by: Bump): string {
  const candidates = ([by, "minor", "major", "patch"] as const).map((each) => bumped(version, each));
  const possible = candidates.find((each) => each.split(".").every((number) => Number(number) <= MAX_NUMBER));
  return possible ?? version;
}

function bumped(version: string, by: Bump): string {
  const [core, preRelease] = splitVersion(version);
  const [major = 0, minor = 0, patch = 0] = core.map(Number);
  const opened = preRelease !== undefined;
  if (by === "major") return opened && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (by === "minor") return opened && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${opened ? patch : patch + 1}`;
}

/** The highest stable version; among pre-releases only, the highest of them. */
export function highest(versions: readonly string[]): string | undefined {
  const stable = versions.filter(isStable);
  return (stable.length > 0 ? stable : versions).toSorted(byPrecedence).at(-1);
}

export function byPrecedence(a: string, b: string): number {
  const [first, second] = [precedenceOf(a), precedenceOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function splitVersion(version: string): readonly [core: string[], preRelease: string | undefined] {
  const hyphen = version.indexOf("-");
  const core = (hyphen === -1 ? version : version.slice(0, hyphen)).split(".");
  return [core, hyphen === -1 ? undefined : version.slice(hyphen + 1)];
}
