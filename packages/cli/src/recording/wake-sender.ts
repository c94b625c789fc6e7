import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { lockHolder, namedProcess } from "../lock-holder.js";
import type { RecordingPlaces } from "./places.js";

/** Starts the sender unless one is running or starting. It gets its own session, because a harness may kill its hook's process group. */
export function wakeSender(places: RecordingPlaces, start: () => number | undefined, now = Date.now()): boolean {
  if (namedProcess(places.starting) !== undefined) return false;
  try {
    nameStarting(places, process.pid, linkSync);
  } catch {
    if (namedProcess(places.starting) !== undefined) return false;
  }
  return startSender(places, start, now);
}

/** Many hooks may have come this far before the first sender had its lock. */
export function startSender(places: RecordingPlaces, start: () => number | undefined, now = Date.now()): boolean {
  if (lockHolder(places.lock, now) !== undefined) return false;
  const pid = start();
  if (pid === undefined) return false;
  nameStarting(places, pid, renameSync);
  return true;
}

/** The file appears complete: every hook that found it empty would start another sender. */
function nameStarting(
  { starting }: RecordingPlaces,
  pid: number,
  publish: (draft: string, path: string) => void,
): void {
  const draft = `${starting}.${process.pid}`;
  try {
    writeFileSync(draft, `${pid}\n`, { mode: 0o600 });
    publish(draft, starting);
  } finally {
    rmSync(draft, { force: true });
  }
}
