import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./cli.js";

/** `~/.tackroom`, which contains everything that belongs to the user and not to a project. */
export const tackDirectory = ({ home }: Pick<Machine, "home">): string => join(home, ".tackroom");

/** Exists while an install is being written. */
export const journalPath = (machine: Pick<Machine, "home">): string =>
  join(tackDirectory(machine), "undo", "journal.json");

/** Private, because it contains credentials and session content. */
export function makeTackDirectory(machine: Pick<Machine, "home">): string {
  const directory = tackDirectory(machine);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  return directory;
}
