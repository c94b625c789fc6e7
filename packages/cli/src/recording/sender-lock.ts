import { rmSync } from "node:fs";
import { namedProcess } from "../lock-holder.js";
import { tryLock, type HeldLock } from "../process-lock.js";
import type { RecordingPlaces } from "./places.js";

/** How long a sender is considered alive without renewing its lock. */
const LEASE_MS = 30_000;

/** One sender per home folder. */
export function takeSenderLock({ lock: path, starting }: RecordingPlaces): HeldLock | undefined {
  const forgetStart = (): void => rmSync(starting, { force: true });
  let lock: HeldLock | undefined;
  try {
    lock = tryLock(path, { leaseMs: LEASE_MS });
  } finally {
    forgetStart();
  }
  if (!lock) return undefined;
  const { isOurs, release } = lock;
  return {
    isOurs,
    release: () => {
      release();
      // The process that started this sender may have named it only after it had its lock, and its number may be reused.
      if ([undefined, process.pid].includes(namedProcess(starting))) forgetStart();
    },
  };
}
