import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./cli.js";
import { makeTackDirectory, tackDirectory } from "./tack-directory.js";
import { writeFileAtomically } from "./write-file.js";

/** Written by the server into its data directory when it listens. It stays after the server has stopped. */
export interface LocalServer {
  readonly pid: number;
  readonly port: number;
  readonly address: string;
}

const pointerPath = (machine: Pick<Machine, "home">): string => join(tackDirectory(machine), "server.json");

/** Remembers the data directory of the server that was started last, so that other commands find the server. */
export function rememberDataDirectory(machine: Pick<Machine, "home">, directory: string): void {
  makeTackDirectory(machine);
  writeFileAtomically(pointerPath(machine), `${JSON.stringify({ data_dir: directory })}\n`, 0o600);
}

/** Where the server of a data directory listens, or listened when it ran last. */
export function lastServerOf(directory: string): LocalServer | undefined {
  const { pid, port, address } = readObject(join(directory, "server.json"));
  if (typeof pid !== "number" || typeof port !== "number" || typeof address !== "string") return undefined;
  return { pid, port, address };
}

/** The server that `tack server start` started last, while it runs. */
export function runningServer(machine: Pick<Machine, "home">): LocalServer | undefined {
  const { data_dir: directory } = readObject(pointerPath(machine));
  const last = typeof directory === "string" ? lastServerOf(directory) : undefined;
  return last && isAlive(last.pid) ? last : undefined;
}

/** A missing or damaged file only means that nothing is remembered. */
function readObject(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
