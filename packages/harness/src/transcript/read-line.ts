import { HARNESSES, type HarnessId } from "../harnesses.js";
import { countIn, isRecord, type JsonRecord } from "./json.js";
import { readLineNames } from "./line-names.js";
import { type LineReading, reading, spoken, UNREADABLE } from "./reading.js";

/** What one line of a transcript says: it depends on nothing but the line, and no line makes it throw. */
export function readTranscriptLine(harness: HarnessId, line: string): LineReading {
  const record = parseRecord(line);
  if (record === null) return UNREADABLE;
  const { transcript } = HARNESSES[harness];
  const said = standInReading(record) ?? transcript.read(record);
  const names = said.outcome === "unreadable" ? null : readLineNames(transcript.names, record);
  return names === null ? said : { ...said, names };
}

const STAND_INS: ReadonlyMap<unknown, string> = new Map([
  ["tackroom.oversize", "was too large to be sent"],
  ["tackroom.refused", "was refused by the server"],
]);

/** What `tack` sends for a line of which it can keep nothing; one that is merely too long keeps its form. */
function standInReading({ type, bytes }: JsonRecord): LineReading | null {
  const why = STAND_INS.get(type);
  if (why === undefined || typeof type !== "string") return null;
  const text = `A line of ${String(countIn(bytes))} bytes ${why}.`;
  return reading({ type, events: spoken("system", text, { timestamp: null, model: null }) });
}

function parseRecord(line: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(withoutPadding(line));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** A crash leaves NULs at the end of a file that was being written; editors put a mark at its beginning. */
function withoutPadding(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 0) end -= 1;
  return line.slice(line.charCodeAt(0) === 0xfeff ? 1 : 0, end);
}
