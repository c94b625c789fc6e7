/** What a line holds is foreign data: every member may be missing, of another type, or absurd. */
export type JsonRecord = Readonly<Record<string, unknown>>;

const NO_RECORD: JsonRecord = Object.freeze({});
const NO_LIST: readonly unknown[] = Object.freeze([]);

const MAX_NAME_LENGTH = 256;
/** Deeper values cannot be written as JSON again: `JSON.stringify` recurses. No tool has such an input. */
const MAX_DEPTH = 64;
const MAX_COUNT = 1e12;
const MAX_AMOUNT = 1e9;
const ONE_DAY_MS = 86_400_000;
const LAST_TIMESTAMP_MS = Date.UTC(10_000, 0, 1) - 1;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordIn(value: unknown): JsonRecord {
  return isRecord(value) ? value : NO_RECORD;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_LIST;
}

export function recordsIn(value: unknown): readonly JsonRecord[] {
  return listIn(value).filter((element) => isRecord(element));
}

/** A string that says something. */
export function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** A name or an id, which is never long, and which databases can hold: no U+0000, no half of a surrogate pair. */
export function nameIn(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : null;
  return textIn(value)?.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll("\0", "\uFFFD") ?? null;
}

export function countIn(value: unknown): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNT ? (value as number) : 0;
}

/** Money or credits. */
export function amountIn(value: unknown, largest = MAX_AMOUNT): number | null {
  return typeof value === "number" && value >= 0 && value <= largest ? value : null;
}

export function latencyIn(milliseconds: unknown): number | null {
  return typeof milliseconds === "number" && milliseconds >= 0 && milliseconds <= ONE_DAY_MS
    ? Math.round(milliseconds)
    : null;
}

/** Rust's way to write a duration. */
export function durationIn(value: unknown): number | null {
  const { secs, nanos } = recordIn(value);
  return typeof secs === "number" ? latencyIn(secs * 1000 + countIn(nanos) / 1e6) : null;
}

export function elapsed(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : latencyIn(Date.parse(to) - Date.parse(from));
}

const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/** ISO 8601 (UTC unless it says otherwise, as SQLite writes it), or seconds or milliseconds since 1970. */
export function timestampIn(value: unknown): string | null {
  if (typeof value === "number") return timestampOf(value > 1e10 ? value : value * 1000);
  if (typeof value !== "string" || value.length > 40) return null;
  const [, date, time, zone = "Z"] = DATE_AND_TIME.exec(value) ?? [];
  return date === undefined || time === undefined ? null : timestampOf(Date.parse(`${date}T${time}${zone}`));
}

function timestampOf(milliseconds: number): string | null {
  return milliseconds > 0 && milliseconds <= LAST_TIMESTAMP_MS ? new Date(milliseconds).toISOString() : null;
}

/** Columns and arguments that hold JSON as a string; anything else stays what it is. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const start = value.trimStart()[0];
  if (start !== "{" && start !== "[") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** The value itself, but for what lies too deep to be written as JSON again. */
export function writable(value: unknown): unknown {
  return isWritable(value, MAX_DEPTH) ? value : cutOff(value, MAX_DEPTH);
}

function isWritable(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  const elements = Array.isArray(value) ? value : Object.values(value);
  return elements.every((element) => isWritable(element, depth - 1));
}

function cutOff(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.map((element) => cutOff(element, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, cutOff(element, depth - 1)]));
}
