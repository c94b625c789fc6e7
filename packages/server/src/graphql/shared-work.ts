/** Work on one update is done once for all who ask the same of it. What was done is forgotten with the update. */
export type SharedWork<T> = (update: object, key: string, work: () => T) => T;

export function createSharedWork<T>(): SharedWork<T> {
  const done = new WeakMap<object, Map<string, T>>();
  return (update, key, work) => {
    const known = done.get(update) ?? new Map<string, T>();
    done.set(update, known);
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = work();
    known.set(key, result);
    return result;
  };
}
