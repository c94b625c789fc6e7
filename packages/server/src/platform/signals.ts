import type { Log } from "./log.js";

/** `npm` passes on the Ctrl-C that the terminal has already delivered: two signals this close are one key press. */
const SAME_KEY_PRESS_MS = 500;

/** A bug that nobody caught: what it left behind is unknown, so the process ends; stores recover, half-truths do not. */
export function dieOnBugs(log: Log): void {
  const die = (error: unknown): void => {
    log.fatal({ err: error }, "terminating after an unexpected error");
    process.exit(1);
  };
  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
}

/** The first signal stops the service in order, the second one at once. */
export function stopOnSignals(close: () => Promise<void>, log: Log): void {
  let stoppingSince: number | undefined;

  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_KEY_PRESS_MS) return;
      log.warn({ signal }, "stopping immediately");
      process.exit(1);
    }
    stoppingSince = performance.now();
    log.info({ signal }, "shutting down gracefully; send the signal again to stop immediately");
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "the service did not stop cleanly");
        process.exit(1);
      },
    );
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}
