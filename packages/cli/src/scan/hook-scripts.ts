import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { withoutScript, withScript, type FoundComponent } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { textOf } from "../text-of-bytes.js";

const MAX_SCRIPT_SIZE = 1024 * 1024;
/** Commands are relative to the project root, which is above the file that contains them. */
const HIGHEST_PARENT = 6;

/** Adds the text of the script to a hook. A hook whose script cannot be read cannot be registered. */
export function addScript<Found extends FoundComponent>(
  machine: Pick<Machine, "home" | "cwd">,
  component: Found,
  file: string,
): Found {
  const { script } = component;
  if (script === undefined) return component;
  const path = candidates(machine, script.path, file).find(
    (candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() === true,
  );
  const read = path === undefined ? "does not exist" : readScript(path);
  const added =
    typeof read === "string" ? withoutScript(component, script, read) : withScript(component, script, read.text);
  return { ...component, ...added };
}

function readScript(path: string): { readonly text: string } | string {
  if (statSync(path).size > MAX_SCRIPT_SIZE) return "is larger than 1 MiB";
  const text = textOf(readFileSync(path));
  return text === undefined ? "is not a text file" : { text };
}

function candidates({ home, cwd }: Pick<Machine, "home" | "cwd">, path: string, file: string): string[] {
  if (path.startsWith("~/")) return [join(home, path.slice(2))];
  if (isAbsolute(path)) return [path];
  const folders = [cwd];
  for (let folder = dirname(file); folders.length <= HIGHEST_PARENT; folder = dirname(folder)) folders.push(folder);
  return [...folders.map((folder) => join(folder, path)), join(dirname(file), path.split("/").at(-1) ?? path)];
}
