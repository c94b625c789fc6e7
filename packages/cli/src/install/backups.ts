import { readdirSync, rmSync } from "node:fs";
import { basename, join, sep } from "node:path";
import type { Machine } from "../cli.js";
import { tackDirectory } from "../tack-directory.js";
import { writeFileAtomically } from "../write-file.js";
import type { FileChange } from "./edits.js";

type Home = Pick<Machine, "home">;

const PRIVATE = 0o600;
/** One backup per command. They are not needed to undo an install, but help users recover lost content. */
const KEPT = 50;

/** Copies replaced content with a list of its original paths, and deletes the oldest backups. */
export function backUp(machine: Home, changes: readonly FileChange[], now: Date): void {
  const own = tackDirectory(machine) + sep;
  const isOwn = (path: string): boolean => path.startsWith(own) || basename(path) === "tack.lock";
  const lost = changes.filter(({ path, before }) => before.bytes !== undefined && !isOwn(path));
  if (lost.length === 0) return;
  const backups = join(own, "backups");
  const folder = join(backups, now.toISOString().replaceAll(":", "-"));
  const kept = lost.map(({ path, before }, at) => {
    const file = `${String(at + 1).padStart(3, "0")}-${basename(path)}`;
    writeFileAtomically(join(folder, file), before.bytes ?? "", PRIVATE);
    return { file, path, mode: before.mode };
  });
  writeFileAtomically(join(folder, "files.json"), `${JSON.stringify(kept, null, 2)}\n`, PRIVATE);
  prune(backups);
}

/** Matches only names created by `backUp`, so that other files of the user are never deleted. */
const BACKUP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

function prune(backups: string): void {
  const oldestFirst = readdirSync(backups)
    .filter((name) => BACKUP.test(name))
    .toSorted();
  for (const name of oldestFirst.slice(0, -KEPT)) rmSync(join(backups, name), { recursive: true, force: true });
}
