import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { RecordingPlaces } from "./places.js";

/** Whether a process of this machine has the number that a file begins with. */
function isAlive(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, "utf8").split(/\s/)[0]);
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and is someone else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A sender is believed while its process is there and the time that it put on its lock has not passed. */
export function senderRuns({ lock }: RecordingPlaces, now: number): boolean {
  try {
    return statSync(lock).mtimeMs >= now && isAlive(lock);
  } catch {
    return false;
  }
}

/** Starts the sender unless one runs or is about to. It gets a session of its own: a harness may end its hook's whole group. */
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
