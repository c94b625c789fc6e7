import { setImmediate as nextTurn } from "node:timers/promises";

/** Work on the same thing runs one after another, in the order in which it came; on different things side by side. */
export interface KeyedMutex {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = last.get(key);
      const mine = before ? before.then(work, work) : work();
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}

/** Lets so much work run at once; the rest waits in the order in which it came. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore(permits: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < permits) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The permit passes directly to the next waiter, which keeps the queue first in, first out.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Makes calls share a statement: those that come while one is under way go into the next, together. */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isRunning = false;

  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      // What one item did wrong must not fail the others that happened to share its statement.
      if (batch.length > 1) for (const each of batch) await settle([each]);
      else batch[0]?.reject(error);
    }
  };

  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await settle(batch);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Even alone it waits for the end of this turn of the event loop, so that calls of one moment share.
      if (!isRunning && waiting.length === 1) setImmediate(() => void runAll());
    });
}

/** How long others may have to wait for an answer. */
const MAX_SLICE_MS = 15;

/** Does work that comes in steps, and lets the event loop do everything else in between. */
export async function runInSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let since = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - since > MAX_SLICE_MS) {
      await nextTurn();
      since = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
