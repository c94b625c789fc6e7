/** What a slow subscriber may have waiting; from `collapseFrom` on, the newest of a kind takes the place of older ones. */
export interface QueueLimits {
  readonly most: number;
  readonly collapseFrom: number;
}

const QUEUE_LIMITS: QueueLimits = { most: 1000, collapseFrom: 100 };

export interface UpdateQueueOptions<T> {
  /** Begins to listen; the result ends it. */
  readonly subscribe: (push: (update: T) => void) => () => void;
  /** Of updates of one kind, those in between can be left out. */
  readonly kindOf: (update: T) => string;
  /** More are waiting than may wait. The queue has ended. */
  readonly onOverflow: () => void;
  readonly limits?: QueueLimits;
}

/** Updates on their way to one subscriber. Putting one in never waits; who takes them out may. */
export type UpdateQueue<T> = Required<Pick<AsyncIterator<T, undefined>, "next" | "return">> & AsyncIterable<T>;

export function openUpdateQueue<T>(options: UpdateQueueOptions<T>): UpdateQueue<T> {
  const { most, collapseFrom } = options.limits ?? QUEUE_LIMITS;
  // In the order of arrival; what is collapsed goes to the end.
  const waiting = new Map<string, T>();
  let arrived = 0;
  let isClosed = false;
  let wake: (() => void) | undefined;

  const close = (): void => {
    isClosed = true;
    waiting.clear();
    unsubscribe();
    wake?.();
  };
  const push = (update: T): void => {
    if (isClosed) return;
    const key = waiting.size < collapseFrom ? `#${(arrived += 1)}` : options.kindOf(update);
    waiting.delete(key);
    waiting.set(key, update);
    if (waiting.size > most) {
      close();
      options.onOverflow();
    }
    wake?.();
  };
  const unsubscribe = options.subscribe(push);

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (!isClosed) {
        const [oldest] = waiting;
        if (oldest) {
          waiting.delete(oldest[0]);
          return { done: false, value: oldest[1] };
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return { done: true, value: undefined };
    },
    // By hand: a generator that waits for its next value cannot be ended from outside.
    async return() {
      if (!isClosed) close();
      return { done: true, value: undefined };
    },
  };
}

/** What becomes of each update; those that become nothing are passed over. */
export function mapUpdates<T, R>(
  updates: AsyncIterable<T>,
  become: (update: T) => Promise<R | undefined> | R | undefined,
): UpdateQueue<R> {
  const source = updates[Symbol.asyncIterator]();
  const end = async (): Promise<{ done: true; value: undefined }> => {
    await source.return?.();
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (let got = await source.next(); !got.done; got = await source.next()) {
        const value = await become(got.value);
        if (value !== undefined) return { done: false, value };
      }
      return { done: true, value: undefined };
    },
    return: end,
  };
}
