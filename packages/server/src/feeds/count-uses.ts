import type { FeedSurface } from "@tackroom/contract";
import { LRUCache } from "lru-cache";
import type { Log } from "../platform/log.js";
import type { Db } from "../platform/relational/tx.js";
import { addFeedUses, type FeedUses } from "./feed-store.js";

export interface UseCounter {
  count(feedId: string, surface: FeedSurface): void;
  /** Stores what was counted, after which nothing more is. */
  close(): Promise<void>;
}

/** Who asks a thousand times a second must not write as often. */
const FLUSH_AFTER_MS = 60_000;
/** Someone may be watching whether their client has found the feed. */
const FIRST_USE_AFTER_MS = 500;
const MAX_REMEMBERED = 10_000;

/** Counts in memory. The first use of a feed in a while is stored at once, so that a page can show it; later ones together. */
export function createUseCounter(db: Db, log: Pick<Log, "warn">): UseCounter {
  const waiting = new Map<string, FeedUses>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const usedLately = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: FLUSH_AFTER_MS });
  let due = Infinity;

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    due = Infinity;
    flushing = flushing.then(async () => {
      const added = [...waiting.values()];
      if (added.length === 0) return;
      waiting.clear();
      try {
        await addFeedUses(db, added);
      } catch (error) {
        // They are counted with the next ones.
        for (const use of added) add(waiting, use);
        log.warn({ err: error }, "the uses of feeds could not be stored; the next attempt includes them");
      }
    });
    return flushing;
  };

  const flushWithin = (milliseconds: number): void => {
    const at = Date.now() + milliseconds;
    if (due <= at) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void flush(), milliseconds).unref();
  };

  return {
    count(feedId, surface) {
      add(waiting, { feedId, surface, uses: 1, lastUsedAt: new Date() });
      const key = `${feedId} ${surface}`;
      flushWithin(usedLately.has(key) ? FLUSH_AFTER_MS : FIRST_USE_AFTER_MS);
      usedLately.set(key, true);
    },
    close: () => flush(),
  };
}

function add(to: Map<string, FeedUses>, use: FeedUses): void {
  const key = `${use.feedId} ${use.surface}`;
  const known = to.get(key);
  const lastUsedAt = known && known.lastUsedAt > use.lastUsedAt ? known.lastUsedAt : use.lastUsedAt;
  to.set(key, { ...use, uses: use.uses + (known?.uses ?? 0), lastUsedAt });
}
