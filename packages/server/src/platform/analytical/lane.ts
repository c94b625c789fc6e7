import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../ids.js";
import { asUnavailable } from "../unavailable.js";
import type { RowBatch } from "./engine.js";
import { pauseAfter, type WriterLimits } from "./writer-limits.js";

export interface Entry {
  readonly ndjson: string;
  readonly rows: number;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

export type Insert = (batch: RowBatch) => Promise<void>;

export interface LaneEvents {
  /** An insert ended, well or not; what it carried no longer waits. */
  settled(bytes: number, rows: number, error: Error | undefined): void;
  retrying(error: Error): void;
}

const rowsOf = (batch: readonly Entry[]): number => batch.reduce((sum, entry) => sum + entry.rows, 0);

/** The queue of one table: one insert is in flight, and whatever arrives meanwhile shares the next. */
export class Lane {
  readonly #table: string;
  readonly #insert: Insert;
  readonly #limits: WriterLimits;
  readonly #events: LaneEvents;
  #waiting: Entry[] = [];
  #waitingRows = 0;
  #waitingBytes = 0;
  #inFlight: Promise<void> | undefined;
  #pauseOver = 0;
  #wake: NodeJS.Timeout | undefined;
  #hurry = false;

  constructor(table: string, insert: Insert, limits: WriterLimits, events: LaneEvents) {
    this.#table = table;
    this.#insert = insert;
    this.#limits = limits;
    this.#events = events;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    this.#waitingRows += entry.rows;
    this.#waitingBytes += entry.ndjson.length;
    this.#schedule();
  }

  /** Returns when everything that was waiting has been stored or refused. */
  async drain(): Promise<void> {
    this.#hurry = true;
    while (this.#waiting.length > 0 || this.#inFlight) {
      this.#schedule();
      await (this.#inFlight ?? sleep(1));
    }
    this.#hurry = false;
  }

  #schedule(): void {
    if (this.#inFlight || this.#waiting.length === 0) return;
    const pause = this.#isFull() || this.#hurry ? 0 : Math.max(0, this.#pauseOver - performance.now());
    if (this.#wake && pause > 0) return;
    clearTimeout(this.#wake);
    // Even without a pause one turn of the event loop passes, so that callers of the same moment share an insert.
    this.#wake = setTimeout(() => this.#start(), pause);
  }

  #isFull(): boolean {
    return this.#waitingRows >= this.#limits.fullRows || this.#waitingBytes >= this.#limits.fullBytes;
  }

  #start(): void {
    this.#wake = undefined;
    const batch = this.#take();
    this.#pauseOver = performance.now() + pauseAfter(rowsOf(batch), this.#limits);
    this.#inFlight = this.#store(batch).finally(() => {
      this.#inFlight = undefined;
      this.#schedule();
    });
  }

  #take(): Entry[] {
    let rows = 0;
    let bytes = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      rows += entry.rows;
      bytes += entry.ndjson.length;
      if (count > 0 && (rows > this.#limits.insertRows || bytes > this.#limits.insertBytes)) break;
      count += 1;
    }
    const batch = this.#waiting.splice(0, count);
    for (const entry of batch) {
      this.#waitingRows -= entry.rows;
      this.#waitingBytes -= entry.ndjson.length;
    }
    return batch;
  }

  async #store(batch: readonly Entry[]): Promise<void> {
    const ndjson = batch.map((entry) => entry.ndjson).join("");
    const error = await this.#tryInsert(ndjson);
    // One caller's bad row must not fail the others who happened to share the insert: halving finds it in few inserts.
    if (error !== undefined && batch.length > 1 && !asUnavailable(error)) {
      const middle = batch.length >> 1;
      await this.#store(batch.slice(0, middle));
      await this.#store(batch.slice(middle));
      return;
    }
    this.#events.settled(ndjson.length, rowsOf(batch), error);
    for (const entry of batch) {
      if (error === undefined) entry.done();
      else entry.failed(asUnavailable(error, "insert") ?? error);
    }
  }

  /** The token lets the engine recognise a repeated insert, so one whose answer was lost can be sent again. */
  async #tryInsert(ndjson: string): Promise<Error | undefined> {
    const batch = { table: this.#table, ndjson, token: newId() };
    for (const wait of [...this.#limits.retryWaitsMs, undefined]) {
      try {
        await this.#insert(batch);
        return undefined;
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (wait === undefined || !asUnavailable(error)) return error;
        this.#events.retrying(error);
        await sleep(wait);
      }
    }
    return undefined;
  }
}
