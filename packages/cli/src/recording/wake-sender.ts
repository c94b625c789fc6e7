import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { RecordingPlaces } from "./places.js";

/** Whether the process whose ID a file starts with is running. */
function isAlive(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, "utf8").split(/\s/)[0]);
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A sender is considered alive while its process exists and the time of its lock has not passed. */
export function senderRuns({ lock }: RecordingPlaces, now: number): boolean {
  try {
    return statSync(lock).mtimeMs >= now && isAlive(lock);
  } catch {
    return false;
  }
}

/** Starts the sender unless one is running or starting. It gets its own session, because a harness may kill its hook's process group. */
export function wakeSender(places: RecordingPlaces, start: () => number | undefined, now = Date.now()): boolean {
  if (senderRuns(places, now)) return false;
  try {
    writeFileSync(places.starting, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
  } catch {
    if (isAlive(places.starting)) return false;
  }
  return startSender(places, start);
}

export function startSender(places: RecordingPlaces, start: () => number | undefined): boolean {
  const pid = start();
  if (pid === undefined) return false;
  writeFileSync(places.starting, `${pid}\n`, { mode: 0o600 });
  return true;
}
