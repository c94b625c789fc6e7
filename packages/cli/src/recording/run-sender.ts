import { setTimeout as sleep } from "node:timers/promises";
import type { Cli } from "../cli.js";
import { reasonOf } from "../errors.js";
import type { HeldLock } from "../process-lock.js";
import { createIngestClient } from "./ingest-client.js";
import { openOutbox } from "./outbox.js";
import { recordingPlaces, type RecordingPlaces } from "./places.js";
import { createPatience } from "./patience.js";
import { keepReason, listSpool, readSpool, removeTornEntries } from "./read-spool.js";
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
  const patience = createPatience(times, Date.now);
  // A hook writes its entry before it checks for a sender, and the sender checks the spool once more after releasing the lock,
  // so that no entry is missed.
  while (lock) {
    try {
      await work(cli, { places, lock: ending(lock, stop), times, patience });
    } finally {
      lock.release();
    }
    // What could not be recorded waits for the next sender: that of the next event, or of `tack reconcile`.
    const isMissed = listSpool(places).some((path) => patience.failuresOf(path) === 0);
    lock = isMissed && stop?.aborted !== true ? takeSenderLock(places) : undefined;
  }
}

const ending = (lock: HeldLock, stop: AbortSignal | undefined): HeldLock => ({
  ...lock,
  isOurs: () => stop?.aborted !== true && lock.isOurs(),
});

interface Work {
  readonly places: RecordingPlaces;
  readonly lock: HeldLock;
  readonly times: SenderTimes;
  readonly patience: ReturnType<typeof createPatience>;
}

async function work(cli: Cli, { places, lock, times, patience }: Work): Promise<void> {
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
      const recorded = outbox.isFull ? 0 : recordSpool({ ground: cli, outbox, exporter }, places, patience);
      const hasMore = await round();
      isBusy = recorded > 0 || hasMore;
      if (isBusy) busyAt = Date.now();
      await sleep(times.lookMs);
      // A machine that was suspended meanwhile has slept for longer than it lingers, and may still have work.
    } while (isBusy || Date.now() - busyAt < times.lingerMs);
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Returns how many entries were recorded. An entry that cannot be saved, for example because the disk is full, stays in the spool
 * with the reason, and does not keep the sender at work.
 */
function recordSpool(deps: RecordDeps, places: RecordingPlaces, patience: Work["patience"]): number {
  const failed = (path: string, error: unknown): void => {
    if (patience.failuresOf(path) === 0) keepReason(path, reasonOf(error));
    patience.failed(path);
  };
  const entries = readSpool(places, { isDue: (path) => !patience.mustWait(path), unreadable: failed });
  const recorded = entries.filter((entry) => {
    try {
      recordEntry(deps, entry);
      return true;
    } catch (error) {
      failed(entry.path, error);
      return false;
    }
  });
  return recorded.length;
}
