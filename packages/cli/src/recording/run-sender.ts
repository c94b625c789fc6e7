import { setTimeout as sleep } from "node:timers/promises";
import type { Cli } from "../cli.js";
import { createIngestClient } from "./ingest-client.js";
import { openOutbox } from "./outbox.js";
import { recordingPlaces, type RecordingPlaces } from "./places.js";
import { listSpool, readSpool, removeTornEntries } from "./read-spool.js";
import { takeSenderLock, type SenderLock } from "./sender-lock.js";
import { createRounds, type SenderDeps } from "./send-round.js";
import { TIMES, type SenderTimes } from "./sender-times.js";

const TORN_AFTER_MS = 3_600_000;
const EXPORT_KEPT_MS = 30 * 86_400_000;

/** Runs until there is no work for a while, or until it is stopped. Returns immediately if another sender is running. */
export async function runSender(cli: Cli, times: SenderTimes = TIMES, stop?: AbortSignal): Promise<void> {
  const places = recordingPlaces(cli.home);
  // A hook writes its entry before it checks for a sender, and the sender checks the spool once more after releasing the lock,
  // so that no entry is missed.
  do {
    const lock = takeSenderLock(places);
    if (!lock) return;
    try {
      await work(cli, places, ending(lock, stop), times);
    } finally {
      lock.release();
    }
  } while (listSpool(places).length > 0 && stop?.aborted !== true);
}

const ending = (lock: SenderLock, stop: AbortSignal | undefined): SenderLock => ({
  ...lock,
  isOurs: () => stop?.aborted !== true && lock.isOurs(),
});

async function work(cli: Cli, places: RecordingPlaces, lock: SenderLock, times: SenderTimes): Promise<void> {
  // Only by the one that has the lock: what they know of every harness takes longer to load than all the rest.
  const { recordEntry } = await import("./record-events.js");
  const { createExporter, removeOldExports } = await import("./stores/export-sessions.js");
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
    do {
      if (!lock.isOurs()) return;
      // While the outbox is full, events stay in the spool.
      const entries = outbox.isFull ? [] : readSpool(places);
      for (const entry of entries) orLeave(() => recordEntry({ ground: cli, outbox, exporter }, entry));
      const hasMore = await round();
      if (entries.length > 0 || hasMore) busyAt = Date.now();
      await sleep(times.lookMs);
    } while (Date.now() - busyAt < times.lingerMs);
  } finally {
    clearInterval(renewal);
  }
}

/** If an entry cannot be saved, for example because the disk is full, it stays in the spool. */
function orLeave(note: () => void): void {
  try {
    note();
  } catch {
    // `tack doctor` shows what is pending there.
  }
}
