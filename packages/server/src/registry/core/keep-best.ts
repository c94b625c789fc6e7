export interface Best<T> {
  add(value: T): void;
  /** The best of what was added, in order. */
  end(): T[];
}

/** Keeps the first few of an order that many values are in, without ordering all of them. */
export function keepBest<T>(most: number, compare: (a: T, b: T) => number): Best<T> {
  let kept: T[] = [];
  let worst: T | undefined;
  const cut = (): void => {
    kept = kept.toSorted(compare).slice(0, most);
    worst = kept.length === most ? kept.at(-1) : undefined;
  };
  return {
    add(value) {
      if (worst !== undefined && compare(value, worst) >= 0) return;
      kept.push(value);
      if (kept.length >= 2 * most + 100) cut();
    },
    end() {
      cut();
      return kept;
    },
  };
}
