import { rmSync } from "node:fs";
import { tryLock, type HeldLock } from "../process-lock.js";
import type { RecordingPlaces } from "./places.js";

/** How long a sender is considered alive without renewing its lock. */
const LEASE_MS = 30_000;

/** One sender per home folder. */
export function takeSenderLock(places: RecordingPlaces): HeldLock | undefined {
  try {
    return tryLock(places.lock, { leaseMs: LEASE_MS });
  } finally {
    rmSync(places.starting, { force: true });
  }
}
