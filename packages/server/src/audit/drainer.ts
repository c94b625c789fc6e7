import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../platform/ids.js";
import type { Log } from "../platform/log.js";
import { requestContext } from "../platform/request-context.js";
import { ServiceError } from "../platform/service-error.js";
import { withTimeLimit } from "../platform/time-limit.js";
import { drainOutbox, type DrainDeps } from "./drain-outbox.js";

const WAKE_AFTER_MS = 50;
/** Finds what a replica that died has left. */
const LOOK_EVERY_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const READERS_WAIT_MS = 5000;
const LOOK_AGAIN_MS = 50;
const CLOSE_WITHIN_MS = 8000;

export interface DrainerDeps extends DrainDeps {
  readonly log: Log;
  /** No other process drains this outbox, so a turn that is taken at the start was taken by the dead. */
  readonly isAlone: boolean;
}

export interface Drainer {
  start(): Promise<void>;
  /** Something was added to the outbox. */
  wake(): void;
  /** Returns when everything that was committed before the call is in the log. */
  settled(): Promise<void>;
  /** Stores what it can; the rest waits for the next start. */
  close(): Promise<void>;
}

export function createDrainer({ outbox, events, log, isAlone }: DrainerDeps): Drainer {
  const me = newId();
  const drain = oneAtATime(() => drainOutbox({ outbox, events }, me));
  const pauses = createPauses();
  let waking: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let closed = false;

  const drainInBackground = async (): Promise<void> => {
    if (closed || pauses.isOn()) return;
    try {
      await drain();
      if (pauses.end()) log.info("audit records are stored again");
    } catch (error) {
      const isFirst = pauses.begin();
      if (isFirst) log.error({ err: error }, "audit records cannot be stored; they wait in the outbox");
    }
  };

  return {
    async start() {
      if (isAlone) await outbox.endAnyTurn();
      looking = setInterval(() => void drainInBackground(), LOOK_EVERY_MS).unref();
      void drainInBackground();
    },
    wake() {
      if (closed || waking) return;
      const wake = (): void => {
        waking = undefined;
        void drainInBackground();
      };
      // Outside of the request that woke it, whose id would be on every line that is logged from here on.
      waking = requestContext.exit(() => setTimeout(wake, WAKE_AFTER_MS).unref());
    },
    async settled() {
      const seq = await outbox.lastSeq();
      if (seq === undefined) return;
      const deadline = performance.now() + READERS_WAIT_MS;
      for (;;) {
        await drain();
        if (!(await outbox.waitsUpTo(seq))) return;
        if (performance.now() > deadline) throw notYet();
        await sleep(LOOK_AGAIN_MS);
      }
    },
    async close() {
      closed = true;
      clearTimeout(waking);
      clearInterval(looking);
      try {
        await withTimeLimit(CLOSE_WITHIN_MS, "storing the last audit records", drain());
      } catch (error) {
        log.warn({ err: error }, "audit records wait in the outbox for the next start");
      }
    },
  };
}

/** Another replica has its turn and is slow, or died a moment ago and its turn has not run out. */
const notYet = (): ServiceError =>
  new ServiceError("unavailable", "The newest audit records are still being stored. Try again shortly.", {
    retryAfterSeconds: 5,
  });

/**
 * Callers share runs, but never one that began before they called: it may have looked already and seen nothing of
 * what they mean.
 */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const runNext = async (): Promise<void> => {
    await current?.catch(() => undefined);
    next = undefined;
    current = run();
    await current;
  };
  return () => (next ??= runNext());
}

interface Pauses {
  isOn(): boolean;
  /** After a failure, each pause twice as long as the one before; true when it is the first. */
  begin(): boolean;
  /** After a success; true when there had been failures. */
  end(): boolean;
}

function createPauses(): Pauses {
  let failures = 0;
  let over = 0;
  return {
    isOn: () => performance.now() < over,
    begin() {
      over = performance.now() + Math.min(LONGEST_PAUSE_MS, LOOK_EVERY_MS * 2 ** failures);
      failures += 1;
      return failures === 1;
    },
    end() {
      const hadFailed = failures > 0;
      failures = 0;
      return hadFailed;
    },
  };
}
