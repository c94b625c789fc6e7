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
  /** No other process drains this outbox, so a turn that is taken at the start was taken by the dead. */
  readonly isAlone: boolean;
}

export interface Drainer extends Pick<DrainLoop, "wake" | "close"> {
  start(): Promise<void>;
  /** Returns when everything that was committed before the call is in the log. */
  settled(): Promise<void>;
}

export function createDrainer({ outbox, events, log, isAlone }: DrainerDeps): Drainer {
  const me = newId();
  const loop = createDrainLoop({ what: "audit records", drain: () => drainOutbox({ outbox, events }, me), log });
  return {
    async start() {
      if (isAlone) await outbox.endAnyTurn();
      loop.start();
    },
    wake: loop.wake,
    async settled() {
      const seq = await outbox.lastSeq();
      if (seq === undefined) return;
      const deadline = performance.now() + READERS_WAIT_MS;
      for (;;) {
        await loop.run();
        if (!(await outbox.waitsUpTo(seq))) return;
        if (performance.now() > deadline) throw notYet();
        await sleep(LOOK_AGAIN_MS);
      }
    },
    close: loop.close,
  };
}

/** Another replica has its turn and is slow, or died a moment ago and its turn has not run out. */
const notYet = (): ServiceError =>
  new ServiceError("unavailable", "The newest audit records are still being stored. Try again shortly.", {
    retryAfterSeconds: 5,
  });
