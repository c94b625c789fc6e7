import type { Analytical } from "../platform/analytical/index.js";
import { windowsOf, type LineRange } from "./core/line-range.js";
import type { Sought } from "./core/seek-event.js";
import { current, OF_RANGE, settings } from "./line-store.js";

export interface RawLine {
  readonly line: number;
  readonly end_byte: number | null;
  readonly raw: string;
}

export interface ShownLine {
  readonly line: number;
  readonly shown: string;
  readonly texts: readonly string[];
  readonly model: string;
  readonly cost_usd: number | null;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

export type TextLine = Pick<ShownLine, "line" | "shown" | "texts">;

export interface SeekOrder {
  readonly backwards: boolean;
  readonly limit: number;
}

/** The lines of sessions, as people look at them. */
export interface LineListStore {
  rawLines(session: string, range: LineRange, limit: number): Promise<RawLine[]>;
  supersededLines(session: string, from: number, limit: number): Promise<RawLine[]>;
  /** Lines with something to show; with kinds, only those that have one of them. */
  shownLines(session: string, range: LineRange, kinds: readonly string[], limit: number): Promise<ShownLine[]>;
  /** Lines that may have a sought event, from the end that is looked at first. */
  linesLike(session: string, range: LineRange, sought: Sought, order: SeekOrder): Promise<TextLine[]>;
  /** How many events of these kinds there are. */
  countKinds(session: string, range: LineRange, kinds: readonly string[]): Promise<number>;
  /** Where the event stands that so many others come before; undefined when there are not as many. */
  placeOf(
    session: string,
    range: LineRange,
    kinds: readonly string[],
    offset: number,
  ): Promise<{ line: number; at: number } | undefined>;
  /** Sessions that have every word, the latest first. */
  sessionsWith(words: readonly string[], userId: string | null, limit: number): Promise<string[]>;
  /** How many lines of these sessions have arrived since a time. */
  countReceived(sessions: readonly string[], since: Date): Promise<number>;
}

const RAW_LINES = `${current("line, end_byte, raw", OF_RANGE)}
  ORDER BY line LIMIT {limit:UInt32} ${settings("raw-lines")}`;

const SUPERSEDED = `SELECT line, end_byte, raw FROM superseded_line
  WHERE session = {session:UUID} AND line >= {from:UInt32}
  ORDER BY line, revision LIMIT 1 BY line, revision LIMIT {limit:UInt32} ${settings("superseded-lines")}`;

const SHOWN = `SELECT line, shown, texts, model, cost_usd, input, output, cache_read, cache_write FROM (
    SELECT line, live, shown, texts, kinds, model, cost_usd, input, output, cache_read, cache_write
    FROM session_line WHERE ${OF_RANGE}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND notEmpty(kinds) AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
  ORDER BY line LIMIT {limit:UInt32} ${settings("shown-lines")}`;

// Names of tools are in the JSON; its own names and marks are not to be found.
const NAMED_SO = `arrayExists(each -> positionCaseInsensitiveUTF8(JSONExtractString(each, 'tool_name'), {text:String}) > 0,
      JSONExtractArrayRaw(shown))`;
const like = (direction: "ASC" | "DESC"): string => `SELECT line, shown, texts FROM (
    SELECT line, live, shown, texts, kinds FROM session_line WHERE ${OF_RANGE}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND notEmpty(kinds) AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
    AND (NOT {failed:UInt8} OR has(kinds, 'error') OR position(shown, '"is_error":true') > 0)
    AND (empty({text:String}) OR arrayExists(each -> positionCaseInsensitiveUTF8(each, {text:String}) > 0, texts)
      OR ${NAMED_SO})
  ORDER BY line ${direction} LIMIT {limit:UInt32} ${settings("lines-like")}`;

const RECEIVED = `SELECT count() AS lines FROM session_line FINAL
  WHERE session IN {sessions:Array(UUID)} AND live AND received_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
  ${settings("count-received")}`;

const WANTED = "arrayCount(kind -> empty({kinds:Array(String)}) OR has({kinds:Array(String)}, kind), kinds)";

const COUNT_KINDS = `SELECT sum(${WANTED}) AS events FROM (
    SELECT line, live, kinds FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live ${settings("count-kinds")}`;

// Only the narrow columns are read to find the line; what is shown is not among them.
const PLACE = `SELECT line, kinds, before FROM (
    SELECT line, kinds, ${WANTED} AS wanted, sum(wanted) OVER (ORDER BY line) - wanted AS before FROM (
      SELECT line, live, kinds FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
    ) WHERE live
  ) WHERE before + wanted > {offset:UInt32} ORDER BY line LIMIT 1 ${settings("place-of-event")}`;

interface PlaceRow {
  readonly line: number;
  readonly kinds: readonly string[];
  /** How many wanted events come before the line. */
  readonly before: number;
}

/** The first lines of a range, read in pieces until there are enough. */
async function firstOf<Row>(
  range: LineRange,
  limit: number,
  read: (piece: LineRange) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of windowsOf(range, limit)) {
    rows.push(...(await read(piece)));
    if (rows.length >= limit) break;
  }
  return rows.slice(0, limit);
}

export function createLineListStore({ query }: Analytical): LineListStore {
  return {
    rawLines: (session, range, limit) =>
      firstOf(range, limit, (piece) => query<RawLine>(RAW_LINES, { session, ...piece, limit })),
    supersededLines: (session, from, limit) => query<RawLine>(SUPERSEDED, { session, from, limit }),
    shownLines: (session, range, kinds, limit) =>
      firstOf(range, limit, (piece) => query<ShownLine>(SHOWN, { session, ...piece, kinds: [...kinds], limit })),
    linesLike: (session, range, { kinds, failed, text }, { backwards, limit }) =>
      query<TextLine>(like(backwards ? "DESC" : "ASC"), {
        session,
        ...range,
        kinds: [...kinds],
        failed: failed ? 1 : 0,
        text,
        limit,
      }),
    async countKinds(session, range, kinds) {
      const [row] = await query<{ events: number }>(COUNT_KINDS, { session, ...range, kinds: [...kinds] });
      return row?.events ?? 0;
    },
    async placeOf(session, range, kinds, offset) {
      const [row] = await query<PlaceRow>(PLACE, { session, ...range, kinds: [...kinds], offset });
      return row && { line: row.line, at: nthOf(row.kinds, kinds, offset - row.before) };
    },
    async sessionsWith(words, userId, limit) {
      const rows = await query<{ session: string }>(withWords(words, userId), {
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
        ...(userId === null ? {} : { user: userId }),
        limit,
      });
      return rows.map(({ session }) => session);
    },
    async countReceived(sessions, since) {
      if (sessions.length === 0) return 0;
      const [row] = await query<{ lines: number }>(RECEIVED, { sessions: [...sessions], since: since.toISOString() });
      return row?.lines ?? 0;
    },
  };
}

/** The index of the nth wanted one, counted from 0. */
function nthOf(kinds: readonly string[], wanted: readonly string[], n: number): number {
  const places = kinds.flatMap((kind, at) => (wanted.length === 0 || wanted.includes(kind) ? [at] : []));
  return places[n] ?? 0;
}

/** As the table's index has it: a line break in JSON is `\n`, whose letter would join the word that follows. */
const SEARCHED = String.raw`lower(replaceAll(replaceAll(arrayStringConcat(texts, ' '), '\\n', ' '), '\\t', ' '))`;

/**
 * The index finds sessions; of those only the lines that still count are looked at again, because a line that was
 * superseded is there until the store merges it away.
 */
function withWords(words: readonly string[], userId: string | null): string {
  const found = words.map((_, at) => `hasToken(${SEARCHED}, {word${at}:String})`);
  const conditions = ["live", ...(userId === null ? [] : ["user_id = {user:UUID}"]), `(${found.join(" OR ")})`];
  const having = found.map((has) => `countIf(${has}) > 0`).join(" AND ");
  const some = `WHERE ${conditions.join(" AND ")}`;
  const latest = `GROUP BY session HAVING ${having} ORDER BY max(at) DESC LIMIT {limit:UInt32}`;
  return `SELECT session FROM session_line FINAL ${some}
    AND session IN (SELECT session FROM session_line ${some} ${latest})
  ${latest} ${settings("sessions-with-words")}`;
}
