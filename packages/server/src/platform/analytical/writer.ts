import type { Log } from "../log.js";
import { ServiceError } from "../service-error.js";
import { asUnavailable } from "../unavailable.js";
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
  flush(): Promise<void>;
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
  let closed = false;

  const events = {
    settled(bytes: number, rows: number, error: unknown): void {
      room.give(bytes);
      stats.queuedRows -= rows;
      if (error === undefined) {
        stats.lastFlushAt = new Date();
        stats.lastError = null;
      } else {
        stats.lastError = error instanceof Error ? error.message : String(error);
        log.error({ err: error, rows }, "rows could not be stored; their callers are told");
      }
    },
    retrying: (error: unknown) => log.warn({ err: error }, "an insert failed and is tried again"),
  };

  const laneOf = (table: string): Lane => {
    if (!TABLE_NAME.test(table)) throw new Error(`not a table name: ${table}`);
    const lane = lanes.get(table) ?? new Lane(table, insert, limits, events);
    lanes.set(table, lane);
    return lane;
  };

  const flush = async (): Promise<void> => {
    await Promise.all([...lanes.values()].map((lane) => lane.drain()));
  };

  return {
    async append(table, rows) {
      if (rows.length === 0) return;
      const lane = laneOf(table);
      const ndjson = serialise(rows);
      await room.take(ndjson.length);
      const refused = closed ? "The server is shutting down." : refusal();
      if (refused) {
        room.give(ndjson.length);
        throw new ServiceError("unavailable", refused, { retryAfterSeconds: 5 });
      }
      stats.queuedRows += rows.length;
      await new Promise<void>((resolve, reject) => {
        lane.add({
          ndjson,
          rows: rows.length,
          done: resolve,
          failed: (error) => reject(asUnavailable(error) ?? (error instanceof Error ? error : new Error(String(error)))),
        });
      });
    },
    flush,
    async close() {
      closed = true;
      await flush();
    },
    stats: () => ({ queued: stats.queuedRows, lastFlushAt: stats.lastFlushAt, lastError: stats.lastError }),
  };
}

function serialise(rows: readonly object[]): string {
  let text = "";
  for (const row of rows) text += `${JSON.stringify(row)}\n`;
  return text;
}
