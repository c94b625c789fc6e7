import type { Bus } from "../platform/bus/index.js";
import type { Log } from "../platform/log.js";

const TOPIC = "settings.changed";

/** Replicas without a bus between them, and those that missed a message, learn of a change within this time. */
const LOOK_EVERY_MS = 5000;

export interface Following {
  /** This process has committed a change: returns once it is known here, and has been told to the others. */
  changed(): Promise<void>;
  close(): void;
}

/** Calls `reload` whenever what is stored may have changed, one at a time. While it fails, what was known stays. */
export function followChanges({ bus, log }: { bus: Bus; log: Log }, reload: () => Promise<void>): Following {
  let latest = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let isClosed = false;
  let hasFailed = false;

  const tryToReload = async (): Promise<void> => {
    if (isClosed) return;
    try {
      await reload();
      if (hasFailed) log.info("settings can be read again");
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !isClosed)
        log.error({ err: error }, "settings cannot be read; using the last known values until they can");
      hasFailed = true;
    }
  };
  // A load that has begun may have missed a change, so it is not shared; one that waits for its turn is.
  const look = (): Promise<void> => {
    waiting ??= latest.then(() => {
      waiting = undefined;
      return tryToReload();
    });
    latest = waiting;
    return waiting;
  };

  const unsubscribe = bus.subscribe(TOPIC, { onMessage: () => void look(), onGap: () => void look() });
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    async changed() {
      await look();
      bus.publish(TOPIC, {});
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
    },
  };
}
