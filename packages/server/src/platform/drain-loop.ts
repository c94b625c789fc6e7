import type { Log } from "./log.js";
import { oneAtATime } from "./one-at-a-time.js";
import { requestContext } from "./request-context.js";
import { withTimeLimit } from "./time-limit.js";

const WAKE_AFTER_MS = 50;
/** Finds what a replica that died has left. */
const LOOK_EVERY_MS = 2000;
const MAX_PAUSE_MS = 60_000;
const CLOSE_WITHIN_MS = 8000;

export interface DrainLoopOptions {
  /** What waits in the outbox, as a log line says it: "audit records". */
  readonly what: string;
  /**
   * Moves everything that waits when it is called, and stops early when the signal is aborted; what it did not move is found
   * by the next run.
   */
  readonly drain: (signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** Empties an outbox again and again, however often the store behind it fails. */
export interface DrainLoop {
  start(): void;
  /** Something was added to the outbox. */
  wake(): void;
  /** A whole run that begins after the call; shared with others who wait for one. */
  run(): Promise<void>;
  /** Stores what it can; the rest waits for the next start. */
  close(): Promise<void>;
}

export function createDrainLoop({ what, drain, log }: DrainLoopOptions): DrainLoop {
  const closing = new AbortController();
  const run = oneAtATime(() => drain(closing.signal));
  const pauses = createPauses();
  let waking: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let closed = false;

  const runInBackground = async (): Promise<void> => {
    if (closed || pauses.isOn()) return;
    try {
      await run();
      if (pauses.end()) log.info(`${what} are stored again`);
    } catch (error) {
      const isFirst = pauses.begin();
      if (isFirst) log.error({ err: error }, `${what} cannot be stored; they are kept in the outbox`);
    }
  };

  return {
    start() {
      looking = setInterval(() => void runInBackground(), LOOK_EVERY_MS).unref();
      void runInBackground();
    },
    wake() {
      if (closed || waking) return;
      const wake = (): void => {
        waking = undefined;
        void runInBackground();
      };
      // Outside of the request that woke it, whose id would be on every line that is logged from here on.
      waking = requestContext.exit(() => setTimeout(wake, WAKE_AFTER_MS).unref());
    },
    run,
    async close() {
      closed = true;
      clearTimeout(waking);
      clearInterval(looking);
      try {
        await withTimeLimit(CLOSE_WITHIN_MS, `storing the last ${what}`, run());
      } catch (error) {
        log.warn({ err: error }, `${what} are kept in the outbox until the next start`);
      } finally {
        // A run that is still going must not meet stores that are closed.
        closing.abort();
      }
    },
  };
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
      over = performance.now() + Math.min(MAX_PAUSE_MS, LOOK_EVERY_MS * 2 ** failures);
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
