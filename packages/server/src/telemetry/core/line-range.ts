export interface LineRange {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** At most so many lines, from the end that is looked at first. */
export const pieceOf = ({ from, to }: LineRange, width: number, backwards: boolean): LineRange =>
  backwards ? { from: Math.max(from, to - width + 1), to } : { from, to: Math.min(to, from + width - 1) };

/** What is left when every line up to this one was looked at. */
export const restOf = ({ from, to }: LineRange, seen: number, backwards: boolean): LineRange =>
  backwards ? { from, to: seen - 1 } : { from: seen + 1, to };

/** However sparse the wanted lines are, few looks reach the end. */
const GROWTH = 8;

/**
 * A range in pieces, the first as long as what is wanted, each further one longer: a store that picks the newest of each
 * line reads a whole piece before it can stop, and the first is usually enough.
 */
export function* windowsOf({ from, to }: LineRange, wanted: number): Generator<LineRange> {
  let width = wanted;
  for (let start = from; start <= to;) {
    const end = Math.min(start + width - 1, to);
    yield { from: start, to: end };
    start = end + 1;
    width *= GROWTH;
  }
}
