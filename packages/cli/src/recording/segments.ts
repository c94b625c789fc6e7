import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** The position of a record. Records are numbered in writing order across all segments. */
export interface StoredRecord<Head> {
  readonly number: number;
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
  /** The part of a record that is kept in memory. */
  readonly head: Head;
}

/** Append-only files of records with checksums: `<length> <checksum>\n<number> <head>\n<body>\n`. */
export interface Segments<Head> {
  /** Resolves when it is on disk. */
  append(head: Head, body: string): StoredRecord<Head>;
  /** Undefined when the record is damaged. */
  body(record: StoredRecord<Head>): string | undefined;
  readonly records: readonly StoredRecord<Head>[];
  /** The number of the next record. */
  readonly nextNumber: number;
  readonly bytes: number;
  /** Removes records, and deletes segments that have none left. */
  drop(isDone: (record: StoredRecord<Head>) => boolean): void;
}

const ENDING = ".log";
const MAX_SEGMENT_LENGTH = 8 * 1024 * 1024;
const PREFIX_BYTES = 8 + 1 + 16 + 1;

const checksum = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex").slice(0, 16);

/** `after`: the highest number known elsewhere, so that numbers are never reused. */
export function openSegments<Head>(folder: string, after = 0): Segments<Head> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (segment: number): string => join(folder, `${String(segment).padStart(10, "0")}${ENDING}`);
  const found = segmentsIn(folder);
  let records = found.flatMap((segment) => readSegment<Head>(pathOf(segment), segment));
  let total = records.reduce((sum, { length }) => sum + length, 0);
  const sizes = new Map<number, number>();
  for (const { segment, length } of records) sizes.set(segment, (sizes.get(segment) ?? 0) + length);
  let next = 1 + records.reduce((most, { number }) => Math.max(most, number), after);
  // Each process starts a new segment: nothing may be written after a torn record.
  let current = 1 + (found.at(-1) ?? 0);

  const removeEmpty = (): void => {
    const used = new Set(records.map(({ segment }) => segment));
    for (const segment of [...found, ...sizes.keys()]) {
      if (used.has(segment)) continue;
      rmSync(pathOf(segment), { force: true });
      sizes.delete(segment);
      // A name is never reused while this process runs.
      if (segment === current) current += 1;
    }
  };

  return {
    get records() {
      return records;
    },
    get nextNumber() {
      return next;
    },
    get bytes() {
      return total;
    },
    append(head, body) {
      if ((sizes.get(current) ?? 0) > MAX_SEGMENT_LENGTH) current += 1;
      const bytes = framed(`${next} ${JSON.stringify(head)}\n${body}\n`);
      const offset = sizes.get(current) ?? 0;
      try {
        appendDurably(pathOf(current), bytes);
      } catch (error) {
        // It may have been written partially.
        current += 1;
        throw error;
      }
      const { length } = bytes;
      const record = { number: next, segment: current, offset, length, head };
      sizes.set(current, offset + length);
      records.push(record);
      total += length;
      next += 1;
      return record;
    },
    body: (record) => bodyOf(pathOf(record.segment), record),
    drop(isDone) {
      records = records.filter((record) => !isDone(record));
      total = records.reduce((sum, { length }) => sum + length, 0);
      removeEmpty();
    },
  };
}

function framed(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([
    Buffer.from(`${payload.length.toString(16).padStart(8, "0")} ${checksum(payload)}\n`),
    payload,
  ]);
}

const segmentsIn = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d{10}\.log$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .toSorted((a, b) => a - b);

function appendDurably(path: string, bytes: Buffer): void {
  const file = openSync(path, "a", 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads up to the first incomplete record: the data after it cannot be parsed. */
function readSegment<Head>(path: string, segment: number): StoredRecord<Head>[] {
  const bytes = readFileSync(path);
  const records: StoredRecord<Head>[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const payload = payloadAt(bytes, offset);
    if (payload === undefined) break;
    const line = payload.subarray(0, payload.indexOf("\n")).toString();
    const space = line.indexOf(" ");
    const length = PREFIX_BYTES + payload.length;
    const head = JSON.parse(line.slice(space + 1)) as Head;
    records.push({ number: Number(line.slice(0, space)), segment, offset, length, head });
    offset += length;
  }
  return records;
}

function payloadAt(bytes: Buffer, offset: number): Buffer | undefined {
  const prefix = /^([0-9a-f]{8}) ([0-9a-f]{16})\n$/.exec(bytes.toString("latin1", offset, offset + PREFIX_BYTES));
  if (prefix === null) return undefined;
  const start = offset + PREFIX_BYTES;
  const payload = bytes.subarray(start, start + Number.parseInt(prefix[1] ?? "", 16));
  return checksum(payload) === prefix[2] ? payload : undefined;
}

function bodyOf(path: string, { offset, length }: StoredRecord<unknown>): string | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    const payload = payloadAt(bytes, 0);
    return payload?.subarray(payload.indexOf("\n") + 1, -1).toString();
  } finally {
    closeSync(file);
  }
}
