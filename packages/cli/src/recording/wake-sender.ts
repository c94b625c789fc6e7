import { writeFileSync } from "node:fs";
import { lockHolder, namedProcess } from "../lock-holder.js";
import type { RecordingPlaces } from "./places.js";

/** Starts the sender unless one is running or starting. It gets its own session, because a harness may kill its hook's process group. */
export function wakeSender(places: RecordingPlaces, start: () => number | undefined, now = Date.now()): boolean {
  if (lockHolder(places.lock, now) !== undefined) return false;
  try {
    writeFileSync(places.starting, `${process.pid}\n`, { flag: "wx", mode: 0o600 });
  } catch {
    if (namedProcess(places.starting) !== undefined) return false;
  }
  return startSender(places, start);
}

export function startSender(places: RecordingPlaces, start: () => number | undefined): boolean {
  const pid = start();
  if (pid === undefined) return false;
  writeFileSync(places.starting, `${pid}\n`, { mode: 0o600 });
  return true;
}
