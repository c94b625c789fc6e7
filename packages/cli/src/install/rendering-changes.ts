import { CliError } from "../errors.js";
import { isSameKey, type LockedFile, type LockedItem } from "./lock-file.js";

const nameOf = ({ path, keys }: LockedFile): string => [path, ...(keys ?? [])].join(" ");
const isSameRow = (one: LockedFile) => (other: LockedFile) => isSameKey(one)(other) && one.sha256 === other.sha256;

/** An element of a list is identified by its value, so a different value is a different element. */
const isElement = ({ keys }: LockedFile): boolean => keys?.[0]?.endsWith("/-") ?? false;

/** The differences between the registry's current rendering and the lockfile, for the same version. */
function renderingChanges(locked: readonly LockedFile[], rendered: readonly LockedFile[]): string[] {
  const fresh = rendered.filter((row) => !locked.some(isSameRow(row)));
  const former = locked.filter((row) => !rendered.some(isSameRow(row)));
  const isChanged = (row: LockedFile): boolean => !isElement(row) && former.some(isSameKey(row));
  return [
    ...fresh.map((row) => `${isChanged(row) ? "changed" : "added"}: ${nameOf(row)}`),
    ...former.filter((row) => isElement(row) || !fresh.some(isSameKey(row))).map((row) => `removed: ${nameOf(row)}`),
  ];
}

/**
 * Equal inputs must give equal files: a pinned version must not change files without confirmation. `given` are the options that
 * the hint repeats.
 */
export function requireSameRendering(
  { type, qualified_name: name, version, files }: LockedItem,
  rendered: readonly LockedFile[],
  given: string,
): void {
  const changes = renderingChanges(files, rendered);
  if (changes.length === 0) return;
  throw new CliError(
    "conflict",
    `${name} ${version} would be installed differently from what tack.lock records:\n  ${changes.join("\n  ")}`,
    {
      resource: name,
      remediation: `A newer server or a moved git branch can cause this. Accept the change: tack install ${type}:${name} --update --item-version ${version}${given}`,
      detail: { locked: files, rendered },
    },
  );
}
