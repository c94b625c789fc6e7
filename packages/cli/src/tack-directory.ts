import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./cli.js";

/** `~/.tackroom`, where the contract puts everything that belongs to the person and not to a project. */
export const tackDirectory = ({ home }: Pick<Machine, "home">): string => join(home, ".tackroom");

/** It holds credentials and what was said in sessions: nobody else's business. */
export function makeTackDirectory(machine: Pick<Machine, "home">): string {
  const directory = tackDirectory(machine);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  return directory;
}
