/** Lines above the checkpoint that were sent in the present generation: from, to, and where the last one ends. */
export type ConfirmedRange = readonly [from: number, to: number, endByte: number | null];

/** How far a session is stored without a gap, and what is known of what lies above. */
export interface Checkpoint {
  readonly acknowledgedLine: number;
  readonly acknowledgedOffset: number;
  readonly generation: number;
  readonly confirmed: readonly ConfirmedRange[];
  readonly highestLine: number;
  /** Up to here lines have been acknowledged at some time: a repair moves the checkpoint back, not this. */
  readonly acknowledgedOnce: number;
  readonly purgedBelow: number;
}

export const EMPTY_CHECKPOINT: Checkpoint = {
  acknowledgedLine: -1,
  acknowledgedOffset: 0,
  generation: 0,
  confirmed: [],
  highestLine: -1,
  acknowledgedOnce: -1,
  purgedBelow: 0,
};

/** What falls off the list is merely sent again. */
const MAX_RANGES = 64;

/** These lines are stored as they were sent; the checkpoint moves up over what is contiguous now. */
export function confirm(checkpoint: Checkpoint, [from, to, endByte]: ConfirmedRange): Checkpoint {
  const { acknowledgedLine, acknowledgedOffset } = checkpoint;
  const highestLine = Math.max(checkpoint.highestLine, to);
  if (to <= acknowledgedLine) {
    const isEnd = to === acknowledgedLine && endByte !== null;
    return { ...checkpoint, acknowledgedOffset: isEnd ? endByte : acknowledgedOffset, highestLine };
  }
  const ranges = joined([...checkpoint.confirmed.map((range) => refreshed(range, to, endByte)), [from, to, endByte]]);
  const [first, ...others] = ranges;
  if (!first || first[0] > acknowledgedLine + 1) {
    return { ...checkpoint, confirmed: ranges.slice(0, MAX_RANGES), highestLine };
  }
  return {
    ...checkpoint,
    acknowledgedLine: first[1],
    acknowledgedOffset: first[2] ?? 0,
    confirmed: others,
    highestLine,
    acknowledgedOnce: Math.max(checkpoint.acknowledgedOnce, first[1]),
  };
}

/** What is said last about where a line ends is right. */
function refreshed(range: ConfirmedRange, to: number, endByte: number | null): ConfirmedRange {
  return range[1] === to ? [range[0], to, endByte] : range;
}

/** In order, and those that touch or overlap as one. */
function joined(ranges: readonly ConfirmedRange[]): ConfirmedRange[] {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  const result: ConfirmedRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (!last || range[0] > last[1] + 1) result.push(range);
    else result[result.length - 1] = [last[0], Math.max(last[1], range[1]), endOf(last, range)];
  }
  return result;
}

function endOf(one: ConfirmedRange, other: ConfirmedRange): number | null {
  return one[1] > other[1] ? one[2] : other[2];
}

/** A repair: everything from `line` on has to be sent again. */
export function rewindTo(checkpoint: Checkpoint, line: number, endByteBefore: number): Checkpoint {
  const movesBack = line - 1 < checkpoint.acknowledgedLine;
  if (!movesBack) return checkpoint;
  return {
    ...checkpoint,
    acknowledgedLine: line - 1,
    acknowledgedOffset: endByteBefore,
    generation: checkpoint.generation + 1,
    confirmed: [],
  };
}

/** What is left below a line that everything is cut off from. */
export interface Remainder {
  /** Where the line just below ends. */
  readonly endByte: number;
  /** -1: none. */
  readonly highestLine: number;
}

/** Lines from `line` on no longer belong to the session. */
export function cutOff(checkpoint: Checkpoint, line: number, { endByte, highestLine }: Remainder): Checkpoint {
  const confirmed = checkpoint.confirmed
    .filter(([from]) => from < line)
    .map((range): ConfirmedRange => (range[1] < line ? range : [range[0], line - 1, endByte]));
  // Purged lines are acknowledged, and not there to be found.
  return { ...checkpoint, confirmed, highestLine: Math.max(checkpoint.acknowledgedLine, highestLine) };
}

/** Every line is removed, and counts as confirmed from now on. `endByte`: where the highest one ends. */
export function purgeAll(checkpoint: Checkpoint, endByte: number): Checkpoint {
  const { highestLine } = checkpoint;
  return {
    ...checkpoint,
    acknowledgedLine: highestLine,
    acknowledgedOffset: endByte,
    confirmed: [],
    acknowledgedOnce: Math.max(checkpoint.acknowledgedOnce, highestLine),
    purgedBelow: highestLine + 1,
  };
}
