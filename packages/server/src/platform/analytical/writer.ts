import { setTimeout as sleep } from "node:timers/promises";
import { wellFormedJson } from "../json-text.js";
import type { Log } from "../log.js";
import { ServiceError } from "../service-error.js";
import { Lane, type Insert } from "./lane.js";
import { createRoom } from "./room.js";
import { WRITER_LIMITS, type WriterLimits } from "./writer-limits.js";

export interface WriterStats {
  readonly queued: number;
  readonly lastFlushAt: Date | null;
  readonly lastError: string | null;
}

/** Group commit: many callers share an insert, and each is answered only when its rows are durable. */
export interface Writer {
  /** Resolves when the rows are stored; rejects when they are not. Rows are objects keyed by column. */
  append(table: string, rows: readonly object[]): Promise<void>;
  /** Stores what is waiting and refuses what comes after. */
  close(): Promise<void>;
  stats(): WriterStats;
}

export interface WriterOptions {
  readonly insert: Insert;
  readonly log: Log;
  /** Why nothing can be stored now (a full disk), or null. */
  readonly refusal?: () => string | null;
  readonly limits?: WriterLimits;
}

const TABLE_NAME = /^[a-z][a-z0-9_]*$/;

export function createWriter({ insert, log, refusal = () => null, limits = WRITER_LIMITS }: WriterOptions): Writer {
  const lanes = new Map<string, Lane>();
  const room = createRoom(limits.queuedBytes, limits.roomWaitMs);
  const stats = { queuedRows: 0, lastFlushAt: null as Date | null, lastError: null as string | null };
  let appends = 0;
  let closed = false;

  const events = {
    settled(bytes: number, rows: number, error: Error | undefined): void {
      room.give(bytes);
      stats.queuedRows -= rows;
      if (error === undefined) {
        stats.lastFlushAt = new Date();
        stats.lastError = null;
      } else {
        stats.lastError = error.message;
        log.error({ err: error, rows }, "rows could not be stored; the error is returned to the callers");
      }
    },
    retrying: (error: unknown) => log.warn({ err: error }, "an insert failed; retrying"),
  };

  const laneOf = (table: string): Lane => {
    if (!TABLE_NAME.test(table)) throw new Error(`invalid table name: ${table}`);
    if (!lanes.has(table)) lanes.set(table, new Lane(table, insert, limits, events));
    return lanes.get(table) as Lane;
  };

  const store = async (lane: Lane, rows: readonly object[]): Promise<void> => {
    const ndjson = serialise(rows);
    await room.take(ndjson.length);
    stats.queuedRows += rows.length;
    await new Promise<void>((resolve, reject) => {
      lane.add({ ndjson, rows: rows.length, done: resolve, failed: reject });
    });
  };

  return {
    async append(table, rows) {
      if (rows.length === 0) return;
      const refused = closed ? "The server is shutting down." : refusal();
      if (refused) throw new ServiceError("unavailable", refused, { retryAfterSeconds: 5 });
      appends += 1;
      try {
        await store(laneOf(table), rows);
      } finally {
        appends -= 1;
      }
    },
    async close() {
      closed = true;
      // Callers who still wait for room get it as the lanes drain.
      while (appends > 0) {
        await Promise.all([...lanes.values()].map((lane) => lane.drain()));
        await sleep(1);
      }
    },
    stats: () => ({ queued: stats.queuedRows, lastFlushAt: stats.lastFlushAt, lastError: stats.lastError }),
  };
}

function serialise(rows: readonly object[]): string {
  let text = "";
  for (const row of rows) text += `${wellFormedJson(row)}\n`;
  return text;
}
