import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { kindsOfPath, NOT_ENTERED } from "./classify.js";
import type { FoundItem } from "./found-item.js";
import { readItems, type Folder } from "./read-item.js";

const MAX_FILES = 200_000;

/** Every item in a folder, sorted by path. The files of a skill are part of it, and nothing else. */
export function findItems(cli: Cli, folder: Folder): FoundItem[] {
  const paths = filesIn(folder.root);
  const skills = new Set(paths.filter(isSkill).map(folderOf));
  // A SKILL.md at the root describes the repository; it does not make everything in it a part of one skill.
  skills.delete("");
  return paths.flatMap((path) => {
    const isInSkill = !isSkill(path) && foldersOf(path).some((each) => skills.has(each));
    if (isInSkill) return [];
    return kindsOfPath(path).flatMap((kind) => readItems(cli, folder, path, kind));
  });
}

const isSkill = (path: string): boolean => /(?:^|\/)skill\.md$/i.test(path);
const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Relative paths with forward slashes, sorted. Links are not followed. */
function filesIn(root: string): string[] {
  const found: string[] = [];
  const open = [""];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of readdirSync(join(root, next)).toSorted()) {
      const path = next === "" ? name : `${next}/${name}`;
      const stat = lstatSync(join(root, path));
      if (stat.isDirectory() && !NOT_ENTERED.has(name)) open.push(path);
      if (stat.isFile()) found.push(path);
    }
    if (found.length > MAX_FILES) {
      throw new CliError("validation", `The source has more than ${MAX_FILES} files.`, {
        remediation: "Import one of its folders.",
      });
    }
  }
  return found.toSorted();
}
