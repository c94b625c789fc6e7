import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { SHRUNK, shrinkLine } from "./shrink-line.js";

/** A record of a transcript, as it is sent and hashed. */
export interface SourceLine {
  readonly text: string;
  /** Its start and end offsets; the end is after its newline. */
  readonly start: number;
  readonly end: number;
}

const MAX_LINE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

/**
 * Reads the records of a file from a byte offset by the contract's rules: split at newlines, strip a preceding `\r`, replace
 * invalid UTF-8, skip blank lines. An unterminated last line is a record only on request.
 */
export function* readLines(path: string, from: number, withTail = false): Generator<SourceLine> {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    let parts: Buffer[] = [];
    let start = from;
    for (let at = from; at < size;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const read = readSync(file, chunk, 0, chunk.length, at);
      if (read === 0) break;
      let begin = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1 && end < read; end = chunk.indexOf(NEWLINE, begin)) {
        parts.push(chunk.subarray(begin, end));
        begin = end + 1;
        const line = lineOf(Buffer.concat(parts), start, at + begin);
        if (line) yield line;
        parts = [];
        start = at + begin;
      }
      if (begin < read) parts.push(chunk.subarray(begin, read));
      at += read;
    }
    if (!withTail || parts.length === 0) return;
    const rest = Buffer.concat(parts);
    const line = lineOf(rest, start, start + rest.length);
    if (line) yield line;
  } finally {
    closeSync(file);
  }
}

function lineOf(bytes: Buffer, start: number, end: number): SourceLine | undefined {
  const content = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
  if (content.length <= MAX_LINE_BYTES) {
    const text = content.toString("utf8");
    if (text.trim() === "") return undefined;
    // Each invalid byte becomes three bytes.
    if (Buffer.byteLength(text) <= MAX_LINE_BYTES) return { text, start, end };
  }
  const facts = { bytes: content.length, sha256: sha256(content) };
  const shrunk = shrinkLine(content.toString("utf8"), facts, MAX_LINE_BYTES);
  return { text: shrunk ?? standIn("tackroom.oversize", content), start, end };
}

export type StandIn = "tackroom.oversize" | "tackroom.refused";

/** A placeholder for a line that the server rejects, so that it does not block the following lines. */
export function standIn(type: StandIn, content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return JSON.stringify({ type, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
}

export const isStandIn = (line: string): boolean =>
  line.startsWith(SHRUNK) || /^\{"type":"tackroom\.(oversize|refused)"/.test(line);

/** The bytes between two offsets of a file; undefined when the file is shorter. */
export function readRange(path: string, start: number, end: number): Buffer | undefined {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(end - start);
    for (let read = 0; read < bytes.length;) {
      const count = readSync(file, bytes, read, bytes.length - read, start + read);
      if (count === 0) return undefined;
      read += count;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

export function digestOfRange(path: string, start: number, end: number): string | undefined {
  const bytes = readRange(path, start, end);
  return bytes && sha256(bytes);
}

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
