import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import { withoutScript, withScript, type FoundComponent } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { pathInside } from "../path-inside.js";
import { exactTextOf } from "../text-of-bytes.js";

const MAX_SCRIPT_SIZE = 1024 * 1024;
/** Commands are relative to the project root, which is above the file that contains them. */
const HIGHEST_PARENT = 6;

/** Where a hook was found. */
export interface HookPlace {
  /** The file that describes it. */
  readonly file: string;
  /**
   * The folder whose files may be read for it: the file may be somebody else's, and name any file of this machine. Absent for
   * the user's own settings, which may name any, also in the project at hand.
   */
  readonly root?: string | undefined;
}

/** Adds the text of the script to a hook. A hook whose script cannot be read cannot be registered. */
export function addScript<Found extends FoundComponent>(
  machine: Pick<Machine, "home" | "cwd">,
  component: Found,
  { file, root }: HookPlace,
): Found {
  const { script } = component;
  if (script === undefined) return component;
  const inProject = root === undefined ? [join(machine.cwd, script.path)] : [];
  const path = [...candidates(machine, script.path, file), ...inProject].find(
    (candidate) =>
      statSync(candidate, { throwIfNoEntry: false })?.isFile() === true &&
      (root === undefined || isIn(root, candidate)),
  );
  const missing = root === undefined ? "does not exist" : "does not exist in its project";
  const read = path === undefined ? missing : readScript(path);
  const added =
    typeof read === "string" ? withoutScript(component, script, read) : withScript(component, script, read.text);
  return { ...component, ...added };
}

/** What git keeps for itself may contain credentials. */
const isIn = (root: string, file: string): boolean => pathInside(root, file)?.split(sep).includes(".git") === false;

function readScript(path: string): { readonly text: string } | string {
  if (statSync(path).size > MAX_SCRIPT_SIZE) return "is larger than 1 MiB";
  const text = exactTextOf(readFileSync(path));
  return text === undefined ? "is not a text file" : { text };
}

/** The nearest comes first: a repository may hold several projects. */
function candidates({ home }: Pick<Machine, "home">, path: string, file: string): string[] {
  if (path.startsWith("~/")) return [join(home, path.slice(2))];
  if (isAbsolute(path)) return [path];
  const folders: string[] = [];
  for (let folder = dirname(file); folders.length < HIGHEST_PARENT; folder = dirname(folder)) folders.push(folder);
  return [...folders.map((folder) => join(folder, path)), join(dirname(file), path.split("/").at(-1) ?? path)];
}
