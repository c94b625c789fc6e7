import { setTimeout as sleep } from "node:timers/promises";
import { createDrainLoop, type DrainLoop } from "../platform/drain-loop.js";
import { newId } from "../platform/ids.js";
import type { Log } from "../platform/log.js";
import { ServiceError } from "../platform/service-error.js";
import { drainOutbox, type DrainDeps } from "./drain-outbox.js";

const READERS_WAIT_MS = 5000;
const LOOK_AGAIN_MS = 50;

export interface DrainerDeps extends DrainDeps {
  readonly log: Log;
  /** No other process drains this outbox, so a lease that is taken at the start was taken by the dead. */
  readonly isSingleProcess: boolean;
}

export interface Drainer extends Pick<DrainLoop, "wake" | "close"> {
  start(): Promise<void>;
  /** Returns when everything that was committed before the call is in the log. */
  settled(): Promise<void>;
}

export function createDrainer({ outbox, events, log, isSingleProcess }: DrainerDeps): Drainer {
  const me = newId();
  const loop = createDrainLoop({
    what: "audit records",
    drain: (signal) => drainOutbox({ outbox, events }, me, signal),
    log,
  });
  return {
    async start() {
      if (isSingleProcess) await outbox.endAnyTurn();
      loop.start();
    },
    wake: loop.wake,
    async settled() {
      const seq = await outbox.lastSeq();
      if (seq === undefined) return;
      const deadline = performance.now() + READERS_WAIT_MS;
      let run = ended(loop.run());
      while (await outbox.waitsUpTo(seq)) {
        if (performance.now() > deadline) throw notYet();
        // A run may have more to do than this reader waits for, so the reader looks for itself.
        const hasEnded = await Promise.race([run, sleep(LOOK_AGAIN_MS, false)]);
        if (hasEnded) run = ended(sleep(LOOK_AGAIN_MS).then(loop.run));
      }
    },
    close: loop.close,
  };
}

/** True when the run has ended. Callers that stop waiting for it must still handle its rejection. */
function ended(run: Promise<void>): Promise<true> {
  const end = run.then(() => true as const);
  end.catch(() => undefined);
  return end;
}

/** There is more to store than a reader waits for, or another replica has the lease and is slow, or died a moment ago. */
const notYet = (): ServiceError =>
  new ServiceError("unavailable", "The newest audit records are still being stored. Retry shortly.", {
    retryAfterSeconds: 5,
  });
