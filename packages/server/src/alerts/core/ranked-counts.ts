/** How often each of some numbers is there, and which one has a rank among them all. */
export interface RankedCounts {
  /** So many more of a number, or less; it must be one of those that were announced. */
  change(value: number, by: number): void;
  size(): number;
  /** The number at this place (from 1) when all are in order. */
  ranked(rank: number): number;
}

/**
 * A Fenwick tree over the numbers that will occur: changing and ranking take as many steps as their count has bits. A sorted
 * array would move, for each call of a busy day, half of all the others.
 */
export function createRankedCounts(announced: ReadonlySet<number>): RankedCounts {
  const values = Float64Array.from(announced).toSorted();
  const places = new Map<number, number>();
  for (const [index, value] of values.entries()) places.set(value, index + 1);
  const tree = new Int32Array(values.length + 1);
  const highestBit = 2 ** Math.floor(Math.log2(Math.max(1, values.length)));
  let size = 0;
  return {
    change(value, by) {
      size += by;
      for (let at = places.get(value) ?? tree.length; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + by;
    },
    size: () => size,
    ranked(rank) {
      let at = 0;
      let left = rank;
      for (let bit = highestBit; bit > 0; bit >>= 1) {
        const next = at + bit;
        if (next < tree.length && (tree[next] ?? 0) < left) {
          at = next;
          left -= tree[next] ?? 0;
        }
      }
      return values[at] ?? 0;
    },
  };
}
