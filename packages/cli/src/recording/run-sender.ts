import { setTimeout as sleep } from "node:timers/promises";
import type { Cli } from "../cli.js";
import type { HeldLock } from "../process-lock.js";
import { createIngestClient } from "./ingest-client.js";
import { openOutbox } from "./outbox.js";
import { recordingPlaces, type RecordingPlaces } from "./places.js";
import { listSpool, readSpool, removeTornEntries, type SpoolEntry } from "./read-spool.js";
import { recordEntry, type RecordDeps } from "./record-events.js";
import { takeSenderLock } from "./sender-lock.js";
import { createRounds, type SenderDeps } from "./send-round.js";
import { TIMES, type SenderTimes } from "./sender-times.js";
import { createExporter, removeOldExports } from "./stores/export-sessions.js";

const TORN_AFTER_MS = 3_600_000;
const EXPORT_KEPT_MS = 30 * 86_400_000;

/**
 * Runs until there is no work for a while, or until it is stopped. Returns immediately if another sender is running. Entries in
 * the spool are recorded before the function returns its promise.
 */
export async function runSender(
  cli: Cli,
  times: SenderTimes = TIMES,
  stop?: AbortSignal,
  held?: HeldLock,
): Promise<void> {
  const places = recordingPlaces(cli.home);
  let lock = held ?? takeSenderLock(places);
  // A hook writes its entry before it checks for a sender, and the sender checks the spool once more after releasing the lock,
  // so that no entry is missed.
  while (lock) {
    try {
      await work(cli, places, ending(lock, stop), times);
    } finally {
      lock.release();
    }
    lock = listSpool(places).length > 0 && stop?.aborted !== true ? takeSenderLock(places) : undefined;
  }
}

const ending = (lock: HeldLock, stop: AbortSignal | undefined): HeldLock => ({
  ...lock,
  isOurs: () => stop?.aborted !== true && lock.isOurs(),
});

async function work(cli: Cli, places: RecordingPlaces, lock: HeldLock, times: SenderTimes): Promise<void> {
  const outbox = openOutbox(places.outbox, Date.now(), { mayGoOn: lock.isOurs });
  const exporter = createExporter(cli);
  const deps: SenderDeps = { outbox, ingest: createIngestClient(cli), lock, times, exporter };
  removeTornEntries(places, Date.now() - TORN_AFTER_MS);
  removeOldExports(cli, Date.now() - EXPORT_KEPT_MS);
  const round = createRounds(deps);
  // A request may take longer than the lock is valid.
  const renewal = setInterval(() => lock.isOurs(), times.lookMs * 10);
  try {
    let busyAt = Date.now();
    let isBusy: boolean;
    do {
      if (!lock.isOurs()) return;
      // While the outbox is full, events stay in the spool.
      const entries = outbox.isFull ? [] : readSpool(places);
      for (const entry of entries) recordOrLeave({ ground: cli, outbox, exporter }, entry);
      const hasMore = await round();
      isBusy = entries.length > 0 || hasMore;
      if (isBusy) busyAt = Date.now();
      await sleep(times.lookMs);
      // A machine that was suspended meanwhile has slept for longer than it lingers, and may still have work.
    } while (isBusy || Date.now() - busyAt < times.lingerMs);
  } finally {
    clearInterval(renewal);
  }
}

/** If an entry cannot be saved, for example because the disk is full, it stays in the spool. */
function recordOrLeave(deps: RecordDeps, entry: SpoolEntry): void {
  try {
    recordEntry(deps, entry);
  } catch {
    // `tack doctor` shows what is pending there.
  }
}
