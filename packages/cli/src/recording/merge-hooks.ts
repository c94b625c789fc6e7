import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { FileToMerge } from "@tackroom/harness";
import { named } from "../install/desk.js";
import { putEntry, readText, removeElement, removeMember } from "../install/text/merge-text.js";
import { isObject, isSame, partsOf, valueAt } from "../install/text/values.js";
import { writeFileAtomically } from "../write-file.js";

/** The state of our hooks in a file that is shared with the user. */
export type HookPresence = "present" | "missing" | "outdated";

/** Recognizes our hook in the format of any earlier release. */
export const isOurs = (value: unknown): boolean =>
  /\.tackroom[\\/]+hook\b|\btack hook --harness\b/.test(JSON.stringify(value) ?? "");

type Path = readonly string[];

interface Place {
  readonly pointer: string;
  readonly path: Path;
  readonly wanted: unknown;
  /** A list element, found by its content. */
  readonly inList: boolean;
}

function placesOf({ content, keys }: FileToMerge): Place[] {
  return keys.flatMap((pointer): Place[] => {
    const inList = pointer.endsWith("/-");
    const path = partsOf(inList ? pointer.slice(0, -2) : pointer);
    const found = valueAt(content, path);
    if (!inList) return [{ pointer, path, wanted: found, inList }];
    return (Array.isArray(found) ? found : []).map((wanted: unknown) => ({ pointer, path, wanted, inList }));
  });
}

const listAt = (value: unknown, path: Path): unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

export function hookPresence(path: string, file: FileToMerge): HookPresence {
  const value = named(path, () => readText(file.format, textOf(path)));
  const states = placesOf(file).map(({ path: place, wanted, inList }): HookPresence => {
    if (!inList) {
      const found = valueAt(value, place);
      if (found === undefined) return "missing";
      return !isOurs(wanted) || isSame(found, wanted) ? "present" : "outdated";
    }
    const ours = listAt(value, place).filter(isOurs);
    if (ours.length === 0) return "missing";
    return ours.length === 1 && isSame(ours[0], wanted) ? "present" : "outdated";
  });
  if (states.every((state) => state === "present")) return "present";
  return states.includes("outdated") ? "outdated" : "missing";
}

/** Adds our hooks and preserves every other byte, comment and key. */
export function mergeHooks(path: string, file: FileToMerge): void {
  const { format } = file;
  const text = named(path, () =>
    placesOf(file).reduce((so, { pointer, path: place, wanted, inList }) => {
      if (!inList) {
        const isFree = isOurs(wanted) || valueAt(readText(format, so), place) === undefined;
        return isFree ? putEntry(format, so, { pointer, value: wanted }) : so;
      }
      return putEntry(format, withoutOurs(file, so, place, wanted), { pointer, value: wanted });
    }, textOf(path)),
  );
  write(path, text);
}

/** Removes exactly our hooks; a file that is then empty is deleted. */
export function removeHooks(path: string, file: FileToMerge): boolean {
  if (!existsSync(path)) return false;
  const { format } = file;
  const before = textOf(path);
  const text = named(path, () =>
    placesOf(file).reduce((so, { path: place, wanted, inList }) => {
      if (!inList) return isOurs(wanted) ? removeMember(format, so, place) : so;
      const left = withoutOurs(file, so, place);
      return left === so ? so : withoutEmpty(file, left, place);
    }, before),
  );
  if (text === before) return false;
  const value = readText(format, text);
  const rest = isObject(value) ? Object.keys(value).filter((key) => key !== "version") : [];
  if (rest.length === 0 && !/\/[/*]/.test(text)) rmSync(realpathSync(path));
  else write(path, text);
  return true;
}

/** An up-to-date hook is kept. */
function withoutOurs({ format }: FileToMerge, given: string, place: Path, except?: unknown): string {
  const isDoomed = (element: unknown): boolean => isOurs(element) && !isSame(element, except);
  for (let text = given; ;) {
    const left = removeElement(format, text, place, isDoomed);
    if (left === text) return text;
    text = left;
  }
}

/** Removes the emptied list and its empty parents. */
function withoutEmpty({ format }: FileToMerge, given: string, place: Path): string {
  let text = given;
  for (let depth = place.length; depth > 0; depth -= 1) {
    const here = place.slice(0, depth);
    const value = valueAt(readText(format, text), here);
    if (typeof value !== "object" || value === null || Object.keys(value).length > 0) break;
    text = removeMember(format, text, here);
  }
  return text;
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Writes through symbolic links, for users who keep settings in a repository, and keeps the file mode. */
function write(path: string, text: string): void {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    return writeFileAtomically(path, text.endsWith("\n") ? text : `${text}\n`, 0o644);
  }
  const real = realpathSync(path);
  if (readFileSync(real, "utf8") !== text) writeFileAtomically(real, text, statSync(real).mode & 0o777);
}
