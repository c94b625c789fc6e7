import { createDrainLoop, type DrainLoop } from "../../platform/drain-loop.js";
import type { Log } from "../../platform/log.js";
import type { Db } from "../../platform/relational/tx.js";
import { forgetInstalls, waitingInstalls } from "../stores/download-store.js";
import type { InstallEventStore } from "../stores/install-event-store.js";

const BATCH = 1000;

export interface InstallDrainerDeps {
  readonly db: Db;
  readonly events: Pick<InstallEventStore, "append">;
  readonly log: Log;
}

export interface InstallDrainer extends Pick<DrainLoop, "start" | "wake" | "close"> {
  /** Returns when every install that was committed before the call is in the analytical store. */
  settled(): Promise<void>;
}

export function createInstallDrainer({ db, events, log }: InstallDrainerDeps): InstallDrainer {
  const loop = createDrainLoop({
    what: "install events",
    drain: (signal) => drainInstalls({ db, events }, signal),
    log,
  });
  return { start: loop.start, wake: loop.wake, close: loop.close, settled: loop.run };
}

/**
 * Moves install events from the outbox to the analytical store, and deletes them only after they are stored. A
 * crash in between, or two concurrent drains, can store an event twice, which is counted once.
 */
async function drainInstalls({ db, events }: Omit<InstallDrainerDeps, "log">, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const waiting = await waitingInstalls(db, BATCH);
    if (waiting.length === 0) return;
    await events.append(waiting);
    await forgetInstalls(
      db,
      waiting.map(({ event_id }) => event_id),
    );
    // Less than was asked for is all that there was.
    if (waiting.length < BATCH) return;
  }
}
