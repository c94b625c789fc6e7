import { constants } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Ctrl-C, a closed terminal, and a request to end. */
export const ENDING_SIGNALS = ["SIGINT", "SIGHUP", "SIGTERM"] as const;

export class Interrupted extends Error {
  /** As of a program that the signal ended. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Ended by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Takes one step for each, without being ended in the middle: a signal ends it between two steps, as an error. */
export async function unlessInterrupted<Each>(all: readonly Each[], step: (each: Each) => void): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const receive = (signal: NodeJS.Signals): void => {
    received = signal;
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, receive);
  try {
    for (const each of all) {
      step(each);
      // Node tells of signals only between two turns of its event loop.
      await nextTurn();
      if (received !== undefined) throw new Interrupted(received);
    }
  } finally {
    for (const signal of ENDING_SIGNALS) process.off(signal, receive);
  }
}
