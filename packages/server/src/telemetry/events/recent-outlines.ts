import type { SessionOutline } from "@tackroom/contract";

const MAX_KEPT = 50;
/** An outline that took long is not made again for this many times as long, although the session grows. */
const REUSED_FOR = 10;
const LONG_MS = 1000;

/** What an outline was made of. */
export interface OutlineSource {
  readonly revision: number;
  /** Everything else that it depends on: what was purged, and prices. When this changes, nothing older is shown again. */
  readonly basis: string;
}

interface Kept extends OutlineSource {
  readonly outline: Promise<SessionOutline>;
  reusedUntil: number;
}

/** Outlines that were made lately, so that an open page does not read its whole session with every question. */
export interface RecentOutlines {
  get(session: string, source: OutlineSource, make: () => Promise<SessionOutline>): Promise<SessionOutline>;
}

export function openRecentOutlines(now: () => number): RecentOutlines {
  const kept = new Map<string, Kept>();
  return {
    get(session, { revision, basis }, make) {
      const known = kept.get(session);
      const isReused = known?.revision === revision || now() < (known?.reusedUntil ?? 0);
      if (known?.basis === basis && isReused) return known.outline;
      const started = now();
      const made: Kept = { revision, basis, outline: make(), reusedUntil: 0 };
      made.outline.then(
        () => {
          const took = now() - started;
          if (took > LONG_MS) made.reusedUntil = now() + took * REUSED_FOR;
        },
        () => kept.delete(session),
      );
      kept.delete(session);
      kept.set(session, made);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return made.outline;
    },
  };
}
