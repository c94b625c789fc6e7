/** Reads of one operation take turns, a few at a time: a list of lists must not fill the queues of the stores. */
export type Reads = <T>(read: () => Promise<T>) => Promise<T>;

const AT_ONCE = 4;

export function createReads(): Reads {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (read) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await read();
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
