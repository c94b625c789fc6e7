import { join } from "node:path";
import type { Destination } from "./destination.js";
import { goTo, notePlace, pass, seat, sizeOf } from "./follow-source.js";
import { readLines, type SourceLine } from "./read-lines.js";
import { openSegments, type Segments, type StoredRecord } from "./segments.js";
import { openStates, reachedLine, type SessionKey, type SessionState, type SessionStates } from "./session-states.js";

export const MAX_LINES = 500;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const MAX_OUTBOX_BYTES = 256 * 1024 * 1024;

/** The index entry of a batch, kept in memory. A lifecycle event has no lines. */
export interface RecordHead {
  readonly session: string;
  readonly start: number;
  readonly count: number;
  /** The spool entry of a lifecycle event. */
  readonly entry?: string;
}

export interface Batch {
  readonly lines: readonly string[];
  readonly ends: readonly number[];
}

export type PendingBatch = StoredRecord<RecordHead>;

/** Everything to be sent: the batches, and the progress of each session. Nothing is ever evicted. */
export interface Outbox {
  readonly states: SessionStates;
  /** The valid batches of a session, in line order. */
  pending(state: SessionState): PendingBatch[];
  read(batch: PendingBatch): Batch | undefined;
  readEvent(event: PendingBatch): object | undefined;
  /** Creates batches from new lines of the session's file. True if there were any. */
  collect(state: SessionState, withTail?: boolean): boolean;
  /** Sends again from a line: older batches become invalid. False: the file no longer contains the line. */
  rewind(state: SessionState, line: number): boolean;
  /** Removes what has arrived. */
  prune(): void;
  /** Adds an entry only once, even if the sender was killed before it could delete the entry. */
  addEvent(destination: Destination, payload: object, entry: string): void;
  readonly bytes: number;
  /** Nothing more is read until something has arrived. */
  readonly isFull: boolean;
}

/** Lifecycle events of harnesses without a transcript are queued like the lines of a session. */
const eventsOf = (destination: Destination): SessionKey => ({
  ...destination,
  project: "",
  harness: "",
  session: "",
});
export const isEvents = ({ key }: SessionState): boolean => key.session === "";

interface OutboxOptions {
  readonly maxBytes?: number;
  /** Checked before every batch: reading a large file may take longer than the lock is valid. */
  readonly mayGoOn?: () => boolean;
}

export function openOutbox(folder: string, now: number, options: OutboxOptions = {}): Outbox {
  const { maxBytes = MAX_OUTBOX_BYTES, mayGoOn = () => true } = options;
  const states = openStates(folder, now);
  const segments: Segments<RecordHead> = openSegments(join(folder, "segments"), highestNumber(states));

  const counts = (record: PendingBatch): boolean => isPending(record, states.get(record.head.session));

  const read = (record: PendingBatch): unknown => {
    const text = segments.body(record);
    return text === undefined ? undefined : JSON.parse(text);
  };

  return {
    states,
    get bytes() {
      return segments.bytes;
    },
    get isFull() {
      return segments.bytes >= maxBytes;
    },
    pending: (state) =>
      segments.records
        .filter((record) => record.head.session === state.id && counts(record))
        .toSorted((a, b) => a.head.start - b.head.start),
    read: (batch) => read(batch) as Batch | undefined,
    readEvent: (event) => read(event) as object | undefined,
    collect(state, withTail = false) {
      if (!sizeOf(state.path)) return false;
      seat(state);
      let found = false;
      for (const lines of inBatches(readLines(state.path, state.nextByte, withTail))) {
        if (segments.bytes >= maxBytes || !mayGoOn()) break;
        segments.append({ session: state.id, start: state.nextLine, count: lines.length }, bodyOf(state, lines));
        for (const line of lines) pass(state, line);
        notePlace(state);
        states.save(state);
        found = true;
      }
      return found;
    },
    rewind(state, line) {
      const went = goTo(state, line);
      if (went) {
        state.validFrom = segments.nextNumber;
        states.save(state);
        segments.drop((record) => !counts(record));
      }
      return went;
    },
    prune: () => segments.drop((record) => !counts(record)),
    addEvent(destination, payload, entry) {
      const state = states.of(eventsOf(destination), "");
      states.save(state);
      if (segments.records.some(({ head }) => head.entry === entry)) return;
      // Uses the record's number, which is unique even after a crash.
      segments.append({ session: state.id, start: segments.nextNumber, count: 1, entry }, JSON.stringify(payload));
    },
  };
}

/** The highest known record number, even if the record itself is gone. */
const highestNumber = (states: SessionStates): number =>
  states.all().reduce((most, state) => Math.max(most, state.validFrom, isEvents(state) ? state.acknowledged : 0), 0);

function isPending({ number, head }: PendingBatch, state: SessionState | undefined): boolean {
  if (!state || number < state.validFrom) return false;
  return head.start + head.count - 1 > reachedLine(state);
}

function bodyOf(state: SessionState, lines: readonly SourceLine[]): string {
  const batch: Batch = {
    lines: lines.map(({ text }, at) => state.replaced[state.nextLine + at] ?? text),
    ends: lines.map(({ end }) => end),
  };
  return JSON.stringify(batch);
}

function* inBatches(lines: Iterable<SourceLine>): Generator<SourceLine[]> {
  let batch: SourceLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(line.text);
    if (batch.length > 0 && (batch.length === MAX_LINES || bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
