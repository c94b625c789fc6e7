import { addressBucket, type CallRecord } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import type { Log } from "../platform/log.js";
import type { UnchainedEvent } from "./core/chain.js";
import { eventDetail } from "./core/event-detail.js";
import { createRefusalCounts, type Tally } from "./core/refusal-counts.js";
import { eventOfCall } from "./record-call.js";

const WINDOW_MS = 60_000;
const LIMITS = { maxTallies: 1000, maxPerSubject: 20, maxPaths: 8 };
const MAX_PATH_LENGTH = 120;

export interface RefusalLogDeps {
  /** Adds records to the outbox; they are durable when it returns. */
  readonly write: (events: readonly UnchainedEvent[]) => Promise<void>;
  readonly log: Log;
  readonly windowMs?: number;
}

/**
 * Refused calls, which anyone can send in any number, while records are kept permanently. The first refusal of a person or
 * address, endpoint and outcome within a minute is recorded at once; the others are counted, and one record at the end of the
 * minute has their number. A crash loses the counts of the open minute, but not the first refusals.
 */
export interface RefusalLog {
  refused(record: CallRecord): Promise<void>;
  /** Records the open counts. */
  close(): Promise<void>;
}

export function createRefusalLog({ write, log, windowMs = WINDOW_MS }: RefusalLogDeps): RefusalLog {
  // Apart, so that strangers cannot use up the room of people who are signed in.
  const pools = {
    people: createRefusalCounts<UnchainedEvent>(LIMITS),
    strangers: createRefusalCounts<UnchainedEvent>(LIMITS),
  };
  let window: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(window);
    window = undefined;
    const taken = Object.values(pools).map((counts) => [counts, counts.take()] as const);
    const tallies = taken.flatMap(([, entries]) => entries.map(([, tally]) => tally));
    const summaries = tallies.filter(({ count, isRecorded }) => count > 1 || !isRecorded).map(summaryOf);
    if (summaries.length === 0) return;
    try {
      await write(summaries);
    } catch (error) {
      for (const [counts, entries] of taken) counts.putBack(entries);
      log.warn({ err: error }, "rejected calls could not be recorded; retrying in the next minute");
      openWindow();
    }
  };
  const openWindow = (): void => {
    window ??= setTimeout(() => void flush(), windowMs).unref();
  };

  return {
    async refused(record) {
      const event = eventOfCall(record);
      const counts = record.actor ? pools.people : pools.strangers;
      const { tally, isFirst } = counts.add({
        subject: record.actor ? record.actor.userId : addressBucket(record.ip),
        kind: JSON.stringify([methodOf(record), record.route, record.audited.action, record.status]),
        path: record.path.slice(0, MAX_PATH_LENGTH),
        at: record.at,
        sample: event,
      });
      openWindow();
      if (!isFirst) return;
      await write([event]);
      tally.isRecorded = true;
    },
    close: flush,
  };
}

/** HEAD is the same question as GET. */
const methodOf = ({ method }: CallRecord): string => (method === "HEAD" ? "GET" : method);

/** One record for all refusals of a tally, the first included. */
function summaryOf({ sample, scope, count, firstAt, lastAt, paths }: Tally<UnchainedEvent>): UnchainedEvent {
  const detail = {
    refusals: count,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    ...(scope === "kind" ? {} : { scope: SCOPES[scope] }),
    paths: [...paths],
  };
  return {
    ...sample,
    ...(scope === "kind" ? {} : OF_SEVERAL_ENDPOINTS),
    ...(scope === "everyone" ? OF_SEVERAL_PEOPLE : {}),
    event_id: newId(),
    timestamp: new Date().toISOString(),
    // It tells of several requests, so it names what is common to them.
    resource_id: null,
    resource_name: null,
    http_path: paths.size === 1 && scope === "kind" ? sample.http_path : null,
    ip_address: scope === "everyone" || sample.ip_address === null ? null : addressBucket(sample.ip_address),
    request_id: null,
    duration_ms: null,
    detail: eventDetail(detail),
  };
}

const SCOPES = {
  subject: "other endpoints called by the same caller",
  everyone: "other callers, beyond the number that is counted individually",
} as const;

const OF_SEVERAL_ENDPOINTS = {
  action: "access.denied",
  resource_type: null,
  http_method: null,
  status_code: null,
  outcome: "denied",
} as const satisfies Partial<UnchainedEvent>;

const OF_SEVERAL_PEOPLE = {
  actor_id: null,
  actor_email: null,
  actor_role: null,
  user_agent: null,
} as const satisfies Partial<UnchainedEvent>;
