import type { Analytical } from "../../platform/analytical/index.js";
import { windowsOf, type LineRange } from "../core/line-range.js";
import type { Sought } from "../core/seek-event.js";
import { current, OF_RANGE, settings, type LineRow } from "./line-store.js";
import type { UsageColumns } from "./line-store.js";

export interface RawLine {
  readonly line: number;
  readonly end_byte: number | null;
  readonly raw: string;
}

export type ShownLine = Pick<LineRow, "line" | "at" | "shown" | "texts"> & UsageColumns;

export interface LinePage {
  readonly limit: number;
  readonly offset: number;
}

/** What lines without events have used of a model, and the line whose first event shows it. */
export type SilentUsage = Pick<LineRow, "line"> & UsageColumns;

/** Lines of one of several sessions. */
export interface SessionRange extends LineRange {
  readonly session: string;
}

export type TextLine = Pick<ShownLine, "line" | "shown" | "texts">;

export interface SeekOrder {
  readonly backwards: boolean;
  readonly limit: number;
}

/** The lines of sessions, as people look at them. */
export interface LineListStore {
  rawLines(session: string, range: LineRange, limit: number): Promise<RawLine[]>;
  /** How many lines of a range there are. */
  countLines(session: string, range: LineRange): Promise<number>;
  /** The line that so many others of a range come before; undefined when there are not as many. */
  lineAt(session: string, range: LineRange, offset: number): Promise<number | undefined>;
  supersededLines(session: string, from: number, page: LinePage): Promise<RawLine[]>;
  countSuperseded(session: string, from: number): Promise<number>;
  /** By session, its first lines with something to show; with kinds, only those that have one of them. */
  shownLines(
    ranges: readonly SessionRange[],
    kinds: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, ShownLine[]>>;
  /**
   * By session, what lines without events have used, by the line with events that shows it: the one before, or after
   * where the harness tells of a request's usage first. Left out is what others show than those between the given ones.
   */
  silentUsage(
    ranges: readonly SessionRange[],
    shownBy: LineRange & { readonly comesFirst: boolean },
  ): Promise<ReadonlyMap<string, SilentUsage[]>>;
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

const COUNT_LINES = `SELECT count() AS lines FROM (${current("line, outcome", OF_RANGE)}) ${settings("count-lines")}`;

const LINE_AT = `SELECT line FROM (${current("line, outcome", OF_RANGE)})
  ORDER BY line LIMIT 1 OFFSET {offset:UInt32} ${settings("line-at")}`;

const COUNT_SUPERSEDED = `SELECT uniqExact(line, revision) AS lines FROM superseded_line
  WHERE session = {session:UUID} AND line >= {from:UInt32} ${settings("count-superseded")}`;

const SUPERSEDED = `SELECT line, end_byte, raw FROM superseded_line
  WHERE session = {session:UUID} AND line >= {from:UInt32}
  ORDER BY line, revision LIMIT 1 BY line, revision LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ${settings("superseded-lines")}`;

const USAGE = "model, cost_usd, input, output, cache_read, cache_write, cache_write_1h";

// Each up to its own end: a line beyond it may be there before its batch is acknowledged.
const OF_SESSIONS = `session IN {sessions:Array(UUID)} AND line BETWEEN {from:UInt32} AND {to:UInt32}
    AND line <= {ends:Array(UInt32)}[indexOf({sessions:Array(UUID)}, session)]`;

const SHOWN = `SELECT session, line, at, shown, texts, ${USAGE} FROM (
    SELECT session, line, live, at, shown, texts, kinds, ${USAGE}
    FROM session_line WHERE ${OF_SESSIONS}
    ORDER BY session, line, revision DESC LIMIT 1 BY session, line
  ) WHERE live AND notEmpty(kinds) AND (empty({kinds:Array(String)}) OR hasAny(kinds, {kinds:Array(String)}))
  ORDER BY session, line LIMIT {limit:UInt32} BY session ${settings("shown-lines")}`;

const NEAREST = { before: "coalesce(before, after)", after: "coalesce(after, before)" };
const inOrder = (rows: string): string => `OVER (PARTITION BY session ORDER BY number ROWS BETWEEN ${rows})`;
const silent = (nearest: keyof typeof NEAREST): string => `SELECT session, ${NEAREST[nearest]} AS line,
    model, sumOrNull(cost) AS cost_usd, sum(inputs) AS input, sum(outputs) AS output, sum(reads) AS cache_read,
    sum(writes) AS cache_write, sum(hour_writes) AS cache_write_1h
  FROM (
    SELECT session, notEmpty(kinds) AS is_shown, model, usage_key, cost_usd AS cost, input AS inputs, output AS outputs,
      cache_read AS reads, cache_write AS writes, cache_write_1h AS hour_writes,
      maxOrNullIf(number, is_shown) ${inOrder("UNBOUNDED PRECEDING AND CURRENT ROW")} AS before,
      minOrNullIf(number, is_shown) ${inOrder("CURRENT ROW AND UNBOUNDED FOLLOWING")} AS after
    FROM (
      SELECT session, line AS number, live, kinds, usage_key, ${USAGE}
      FROM session_line WHERE ${OF_SESSIONS} ORDER BY session, line, revision DESC LIMIT 1 BY session, line
    ) WHERE live AND (is_shown OR usage_key != '')
  ) WHERE NOT is_shown AND line BETWEEN {first:UInt32} AND {last:UInt32}
  GROUP BY session, line, model ORDER BY session, line, model ${settings("silent-usage")}`;

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

type OfSession<Row> = Row & { readonly session: string };

/** Lines of several sessions. */
interface Span extends Record<string, unknown> {
  readonly sessions: readonly string[];
  readonly ends: readonly number[];
  readonly from: number;
  readonly to: number;
}

/**
 * Ranges that begin alike are one look, as far as the longest of them: the index knows spans of lines of many sessions far
 * better than as many ranges.
 */
async function inSpans<Row>(
  ranges: readonly SessionRange[],
  read: (span: Span) => Promise<OfSession<Row>[]>,
): Promise<Map<string, Row[]>> {
  const found = new Map(ranges.map(({ session }) => [session, [] as Row[]]));
  for (const from of new Set(ranges.map((range) => range.from))) {
    const alike = ranges.filter((range) => range.from === from);
    const ends = alike.map(({ to }) => to);
    const rows = await read({ sessions: alike.map(({ session }) => session), ends, from, to: Math.max(...ends) });
    for (const row of rows) found.get(row.session)?.push(row);
  }
  return found;
}

/** The same as `firstOf` for several sessions at once: each further look is for those that have not enough yet. */
async function firstOfEach<Row>(
  ranges: readonly SessionRange[],
  limit: number,
  read: (pieces: readonly SessionRange[]) => Promise<Map<string, Row[]>>,
): Promise<Map<string, Row[]>> {
  const found = new Map(ranges.map(({ session }) => [session, [] as Row[]]));
  let waiting = ranges.map((range) => ({ session: range.session, windows: windowsOf(range, limit) }));
  while (waiting.length > 0) {
    const next = waiting.map((each) => ({ ...each, piece: each.windows.next().value }));
    const pieces = next.flatMap(({ session, piece }) => (piece ? [{ session, ...piece }] : []));
    for (const [session, rows] of await read(pieces)) found.get(session)?.push(...rows);
    waiting = next.filter(({ session, piece }) => piece && (found.get(session)?.length ?? 0) < limit);
  }
  return new Map([...found].map(([session, rows]) => [session, rows.slice(0, limit)]));
}

export function createLineListStore({ query }: Analytical): LineListStore {
  return {
    rawLines: (session, range, limit) =>
      firstOf(range, limit, (piece) => query<RawLine>(RAW_LINES, { session, ...piece, limit })),
    async countLines(session, range) {
      const [row] = await query<{ lines: number }>(COUNT_LINES, { session, ...range });
      return row?.lines ?? 0;
    },
    async lineAt(session, range, offset) {
      const [row] = await query<{ line: number }>(LINE_AT, { session, ...range, offset });
      return row?.line;
    },
    supersededLines: (session, from, page) => query<RawLine>(SUPERSEDED, { session, from, ...page }),
    async countSuperseded(session, from) {
      const [row] = await query<{ lines: number }>(COUNT_SUPERSEDED, { session, from });
      return row?.lines ?? 0;
    },
    shownLines: (ranges, kinds, limit) =>
      firstOfEach(ranges, limit, (pieces) =>
        inSpans(pieces, (span) => query<OfSession<ShownLine>>(SHOWN, { ...span, kinds: [...kinds], limit })),
      ),
    silentUsage: (ranges, { from: first, to: last, comesFirst }) =>
      inSpans(ranges, (span) =>
        query<OfSession<SilentUsage>>(silent(comesFirst ? "after" : "before"), { ...span, first, last }),
      ),
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
