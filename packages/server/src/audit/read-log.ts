import type { CallRecord } from "../platform/http/index.js";
import type { UnchainedEvent } from "./core/chain.js";
import { eventOfCall } from "./record-call.js";

const WINDOW_MS = 15 * 60_000;
const MAX_REMEMBERED = 10_000;

export interface ReadLogDeps {
  readonly write: (events: readonly UnchainedEvent[]) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Reads of other people's data, one record per person, target and quarter of an hour. What was recorded is remembered by this
 * process alone: another replica, or this one after a restart, records it again.
 */
export interface ReadLog {
  /** The records are durable when it returns. */
  readOthers(records: readonly CallRecord[]): Promise<void>;
}

export function createReadLog({ write, now = () => performance.now() }: ReadLogDeps): ReadLog {
  const remembered = new Map<string, number>();

  const isDue = (key: string): boolean => (remembered.get(key) ?? -Infinity) <= now();
  const remember = (key: string): void => {
    // Behind all others: the first of the map is the one that ends first.
    remembered.delete(key);
    remembered.set(key, now() + WINDOW_MS);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  };

  return {
    async readOthers(records) {
      const due = new Map(records.map((record) => [keyOf(record), record] as const).filter(([key]) => isDue(key)));
      if (due.size === 0) return;
      await write([...due.values()].map(eventOfCall));
      for (const key of due.keys()) remember(key);
    },
  };
}

const keyOf = ({ actor, audited, about }: CallRecord): string =>
  JSON.stringify([actor?.userId, audited.action, about.resourceType, about.resourceId, about.detail]);
