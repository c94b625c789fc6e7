import type { SessionOutline, StepKind } from "@tackroom/contract";

/** A gap takes this much of the room of all slices. */
const GAP_SHARE = 0.05;

export interface StripSlice {
  readonly left: number;
  readonly kind: StepKind | null;
  readonly hasFailed: boolean;
  /** Of the most expensive slice. */
  readonly costShare: number;
  readonly offset: number;
}

interface StripGap {
  readonly left: number;
  readonly width: number;
  readonly ms: number;
  /** Of the event after it. */
  readonly offset: number;
}

export interface Strip {
  /** Idle time is folded to the same width, however long it was. */
  readonly units: number;
  readonly slices: readonly StripSlice[];
  readonly gaps: readonly StripGap[];
}

type Slice = SessionOutline["strip"][number];

/** The kind that a slice has most of, which is not a prompt: those are numbered. */
function mainKind({ kinds }: Slice): StepKind | null {
  const counts = Object.entries(kinds) as [StepKind, number][];
  const [first] = counts.filter(([kind]) => kind !== "prompt").toSorted(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

export function stripOf({ strip, gaps }: Pick<SessionOutline, "strip" | "gaps">): Strip {
  const highest = Math.max(...strip.map(({ cost_usd: cost }) => cost ?? 0), Number.MIN_VALUE);
  const width = Math.max(1, strip.length * GAP_SHARE);
  const before = (offset: number): number => gaps.filter((gap) => gap.offset <= offset).length * width;
  const slices = strip.map((slice, place) => ({
    left: place + before(slice.offset),
    kind: mainKind(slice),
    hasFailed: slice.failed > 0,
    costShare: (slice.cost_usd ?? 0) / highest,
    offset: slice.offset,
  }));
  return {
    units: Math.max(1, strip.length + gaps.length * width),
    slices,
    gaps: gaps.map(({ offset, ms }, place) => {
      const after = slices.findIndex((slice) => slice.offset >= offset);
      const slice = after < 0 ? strip.length : after;
      return { left: slice + place * width, width, ms, offset };
    }),
  };
}

/** Where an event is, in units. */
export function unitOf({ slices, gaps, units }: Strip, offset: number): number {
  const place = slices.findLastIndex((slice) => slice.offset <= offset);
  const [slice, next] = [slices[place], slices[place + 1]];
  if (!slice) return 0;
  // A slice may begin before a gap and end after it.
  const gap = gaps.findLast((each) => each.offset > slice.offset && each.offset <= offset);
  if (gap) return gap.left + gap.width;
  const length = (next?.offset ?? offset + 1) - slice.offset;
  return Math.min(units, slice.left + Math.min(1, (offset - slice.offset) / Math.max(1, length)));
}

/** The event at a place in units. */
export function offsetAt({ slices }: Strip, unit: number): number {
  return (slices.findLast(({ left }) => left <= unit) ?? slices[0])?.offset ?? 0;
}
