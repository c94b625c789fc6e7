import type { Analytical } from "../../platform/analytical/index.js";
import type { ActiveLine } from "../core/activity.js";
import type { AuditFindings } from "../core/audit.js";
import type { StoredLine } from "../core/plan-batch.js";
import type { LineRange } from "../core/line-range.js";
import type { LineNameTexts, NamedLine } from "../core/session-names.js";
import type { Summary } from "../core/summary.js";
import { recountedSummary, type RecountRow } from "../core/recounted-summary.js";

/** A row of `session_line`: one line as it was sent, and what was read from it. */
export interface LineRow {
  readonly session: string;
  readonly line: number;
  readonly revision: number;
  readonly user_id: string;
  readonly harness: string;
  readonly received_at: string;
  /** When it happened, as far as any line of the session says; the same as `received_at` while none does. */
  readonly at: string;
  readonly end_byte: number | null;
  readonly raw: string;
  readonly outcome: "rendered" | "ignored" | "unreadable";
  readonly line_type: string;
  readonly known: 0 | 1;
  /** What is shown of its events, and the texts that they have: see `keepEvents`. */
  readonly shown: string;
  readonly texts: readonly string[];
  readonly kinds: readonly string[];
  readonly tool_calls: number;
  readonly tool_failures: number;
  readonly model: string;
  readonly usage_key: string;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly cost_usd: number | null;
  /** What it says about its session. */
  readonly names: LineNameTexts;
  /** The version of the rules for secrets that its texts were redacted by. */
  readonly redaction: number;
}

export type UsageColumns = Pick<
  LineRow,
  "model" | "input" | "output" | "cache_read" | "cache_write" | "cache_write_1h" | "cost_usd"
>;

/** A line as far as its activity goes, with its events as they are kept. */
export interface ShownLine extends ActiveLine {
  readonly line: number;
  readonly shown: string;
}

type TextStarts = Readonly<{ line: number; starts: readonly string[] }>;

/** What a line's neighbours say about the time, the messages and the model around it. */
export interface NeighbourLine {
  readonly line: number;
  readonly at: string;
  readonly received_at: string;
  readonly line_type: string;
  readonly model: string;
  readonly usage_key: string;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
}

export interface LineEnd {
  readonly line: number;
  readonly endByte: number;
}

/** The lines of sessions: writing them, and whatever has to know how they stand in order to write. */
export interface LineStore {
  /** Durable when it returns. */
  append(rows: readonly LineRow[]): Promise<void>;
  /** The lines of a range as they were sent, in no particular order. */
  inRange(session: string, range: LineRange): Promise<StoredLine[]>;
  neighboursOf(session: string, range: LineRange): Promise<NeighbourLine[]>;
  /** The lines of a range that were written after a revision. */
  leftBehind(session: string, range: LineRange, revision: number): Promise<NeighbourLine[]>;
  /** Keeps lines as superseded: those listed, as they are now. */
  supersede(session: string, lines: readonly number[]): Promise<void>;
  /** The same for every line of a range. */
  supersedeRange(session: string, range: LineRange): Promise<void>;
  /** Gives lines another end byte; nothing else of them changes. */
  moveEnds(session: string, ends: readonly LineEnd[], revision: number): Promise<void>;
  /** Gives a time to those lines of a range whose time is unknown. */
  giveTime(session: string, range: LineRange, at: string, revision: number): Promise<void>;
  /** Stores the names that lines give which were written before names were kept. */
  nameLines(session: string, lines: readonly NamedLine[], revision: number): Promise<void>;
  /** Takes the lines of a range out of the session. */
  cutOff(session: string, range: LineRange, revision: number): Promise<void>;
  endByteOf(session: string, line: number): Promise<number>;
  /** The highest line of a range; -1 when it has none. */
  highestIn(session: string, range: LineRange): Promise<number>;
  /** SHA-256 over the lines below `count`, and the first of them that is missing. */
  audit(session: string, count: number, highestLine: number): Promise<AuditFindings>;
  /** The lines of a range with what their activity is made of. */
  active(session: string, range: LineRange): Promise<ShownLine[]>;
  /** What the texts of some lines begin with. */
  startsOfTexts(session: string, lines: readonly number[]): Promise<TextStarts[]>;
  /** The summary of what is stored, added up anew: for repairs, never for an ordinary batch. */
  recount(session: string, range: LineRange): Promise<Summary>;
}

export const settings = (name: string): string =>
  `SETTINGS log_comment = 'telemetry.${name}', max_execution_time = 20, date_time_output_format = 'iso'`;

export const OF_RANGE = "session = {session:UUID} AND line BETWEEN {from:UInt32} AND {to:UInt32}";

/** The highest revision of each line is the line. */
export const current = (columns: string, where: string): string =>
  `SELECT ${columns} FROM (
    SELECT line, live, ${columns.replaceAll(/\bline, /g, "")} FROM session_line WHERE ${where}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live`;

const IN_RANGE = `${current("line, raw, end_byte", OF_RANGE)} ${settings("lines-in-range")}`;

const NEIGHBOUR_COLUMNS =
  "line, at, received_at, line_type, model, usage_key, input, output, cache_read, cache_write, cache_write_1h";

const NEIGHBOURS = `${current(NEIGHBOUR_COLUMNS, OF_RANGE)} ORDER BY line ${settings("neighbour-lines")}`;

const LEFT_BEHIND = `${current(NEIGHBOUR_COLUMNS, `${OF_RANGE} AND revision > {revision:UInt64}`)}
  ${settings("left-behind-lines")}`;

const SUPERSEDE = `INSERT INTO superseded_line (session, line, revision, superseded_at, end_byte, raw)
  SELECT {session:UUID}, line, revision, now64(3), end_byte, raw FROM (
    SELECT line, live, revision, end_byte, raw FROM session_line
    WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live SETTINGS log_comment = 'telemetry.supersede-lines', insert_deduplicate = 0`;

const COPY_RANGE = `INSERT INTO superseded_line (session, line, revision, superseded_at, end_byte, raw)
  SELECT {session:UUID}, line, revision, now64(3), end_byte, raw FROM (
    SELECT line, live, revision, end_byte, raw FROM session_line WHERE ${OF_RANGE}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live SETTINGS log_comment = 'telemetry.copy-range', insert_deduplicate = 0`;

const CUT_OFF = `INSERT INTO session_line (session, line, revision, live, user_id, harness, received_at, at, outcome)
  SELECT {session:UUID}, line, {revision:UInt64}, 0, user_id, harness, received_at, at, outcome FROM (
    SELECT line, live, revision, user_id, harness, received_at, at, outcome FROM session_line WHERE ${OF_RANGE}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live SETTINGS log_comment = 'telemetry.cut-off', insert_deduplicate = 0`;

const MOVE_ENDS = `INSERT INTO session_line
  SELECT * REPLACE ({revision:UInt64} AS revision,
    transform(line, {lines:Array(UInt32)}, {ends:Array(UInt64)}, toUInt64(0)) AS end_byte)
  FROM (
    SELECT * FROM session_line WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live SETTINGS log_comment = 'telemetry.move-ends', insert_deduplicate = 0`;

// The filter is in a query of its own: beside the replacement, `at` would mean the new time.
const GIVE_TIME = `INSERT INTO session_line
  SELECT * REPLACE ({revision:UInt64} AS revision, parseDateTime64BestEffort({at:String}, 3, 'UTC') AS at)
  FROM (
    SELECT * FROM (
      SELECT * FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
    ) WHERE live AND at = received_at
  ) SETTINGS log_comment = 'telemetry.give-time', insert_deduplicate = 0`;

const HIGHEST = `SELECT max(line) AS line, count() AS lines FROM (${current("line, outcome", OF_RANGE)})
  ${settings("highest-line")}`;

const END_BYTE = `${current("line, end_byte", OF_RANGE)} ${settings("end-byte")}`;

// Inside the store: hashes of 65 bytes are put together there, not lines here. `gap`: the place, counted from 1, of the
// first line that is not where it would be if none were missing; 0 when all are.
const AUDIT = `SELECT length(sorted) AS lines,
    lower(hex(SHA256(arrayStringConcat(arrayMap(pair -> pair.2, sorted))))) AS hash,
    arrayFirstIndex((pair, at) -> pair.1 != at, sorted, range(length(sorted))) AS gap
  FROM (
    SELECT arraySort(groupArray((line, digest))) AS sorted FROM (
      SELECT line, live, concat(lower(hex(SHA256(raw))), '\\n') AS digest FROM session_line WHERE ${OF_RANGE}
      ORDER BY line, revision DESC LIMIT 1 BY line
    ) WHERE live
  ) ${settings("audit")}`;

/** A name and its line, of the first or the last line that has one; without any, "" and 0. */
function named(name: keyof LineNameTexts, as: string, order: "argMin" | "argMax"): string {
  const text = `names['${name}']`;
  return `${order}If(${text}, line, ${text} != '') AS ${as}, ${order}If(line, line, ${text} != '') AS ${as}_line`;
}

const RANK = "toUInt8OrZero(names['title_rank'])";
const titled = (wanted: string): string => `argMaxIf(${wanted}, (${RANK}, line), names['title'] != '')`;

// Names are those that `addNames` would choose.
const RECOUNT = `SELECT model, cost_usd IS NOT NULL AS stated, count() AS lines, sum(length(kinds)) AS events,
    sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts, sum(arrayCount(kind -> kind = 'error', kinds)) AS errors,
    sum(tool_calls) AS calls, sum(tool_failures) AS failures, countIf(outcome = 'unreadable') AS unreadable,
    sum(input) AS input_tokens, sum(output) AS output_tokens, sum(cache_read) AS read_tokens,
    sum(cache_write) AS write_tokens, sum(cache_write_1h) AS hour_tokens, sumOrNull(cost_usd) AS cost,
    countIf(usage_key != '') AS usages, countIf(usage_key != '' AND empty(kinds)) AS usage_only,
    min(at) AS first_at, max(at) AS last_at,
    ${titled("names['title']")} AS titled, ${titled("line")} AS titled_line, ${titled(RANK)} AS titled_rank,
    ${named("prompt", "prompted", "argMin")}, ${named("cwd", "placed", "argMin")},
    ${named("git_branch", "branched", "argMax")}
  FROM (
    SELECT line, live, model, kinds, tool_calls, tool_failures, outcome, input, output, cache_read, cache_write,
      cache_write_1h, cost_usd, usage_key, at, names
    FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live GROUP BY model, stated ${settings("recount")}`;

const ACTIVE = `${current(
  "line, at, model, input, output, cache_read, cache_write, cache_write_1h, cost_usd, shown",
  OF_RANGE,
)} ${settings("active-lines")}`;

// More than the key of an error is made of.
const STARTS_OF_TEXTS = `SELECT line, arrayMap(text -> substringUTF8(text, 1, 1000), texts) AS starts
  FROM (${current("line, texts", "session = {session:UUID} AND line IN {lines:Array(UInt32)}")})
  ${settings("starts-of-texts")}`;

const namesGiven = (["title", "title_rank", "prompt", "cwd", "git_branch"] satisfies (keyof LineNameTexts)[])
  .map((name) => `'${name}', transform(line, {lines:Array(UInt32)}, {${name}:Array(String)}, '')`)
  .join(",\n      ");

const NAME_LINES = `INSERT INTO session_line
  SELECT * REPLACE ({revision:UInt64} AS revision, mapFilter((name, text) -> text != '', map(
      ${namesGiven})) AS names)
  FROM (
    SELECT * FROM session_line WHERE session = {session:UUID} AND line IN {lines:Array(UInt32)}
    ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live SETTINGS log_comment = 'telemetry.name-lines', insert_deduplicate = 0`;

interface AuditRow {
  readonly hash: string;
  readonly lines: number;
  readonly gap: number;
}

export function createLineStore({ query, command, writer }: Analytical): LineStore {
  return {
    append: (rows) => writer.append("session_line", rows),
    async inRange(session, range) {
      const rows = await query<{ line: number; raw: string; end_byte: number | null }>(IN_RANGE, {
        session,
        ...range,
      });
      return rows.map(({ line, raw, end_byte }) => ({ line, raw, endByte: end_byte }));
    },
    neighboursOf: (session, range) => query<NeighbourLine>(NEIGHBOURS, { session, ...range }),
    leftBehind: (session, range, revision) => query<NeighbourLine>(LEFT_BEHIND, { session, ...range, revision }),
    supersede: (session, lines) => command(SUPERSEDE, { session, lines: [...lines] }),
    supersedeRange: (session, range) => command(COPY_RANGE, { session, ...range }),
    moveEnds: (session, ends, revision) =>
      command(MOVE_ENDS, {
        session,
        lines: ends.map(({ line }) => line),
        ends: ends.map(({ endByte }) => endByte),
        revision,
      }),
    giveTime: (session, range, at, revision) => command(GIVE_TIME, { session, ...range, at, revision }),
    nameLines: (session, lines, revision) =>
      command(NAME_LINES, {
        session,
        revision,
        lines: lines.map(({ line }) => line),
        title: lines.map(({ names: { title = "" } }) => title),
        title_rank: lines.map(({ names: { title_rank = "" } }) => title_rank),
        prompt: lines.map(({ names: { prompt = "" } }) => prompt),
        cwd: lines.map(({ names: { cwd = "" } }) => cwd),
        git_branch: lines.map(({ names: { git_branch = "" } }) => git_branch),
      }),
    cutOff: (session, range, revision) => command(CUT_OFF, { session, ...range, revision }),
    async highestIn(session, range) {
      if (range.to < range.from) return -1;
      const [row] = await query<{ line: number; lines: number }>(HIGHEST, { session, ...range });
      return row && row.lines > 0 ? row.line : -1;
    },
    async endByteOf(session, line) {
      const [row] = await query<{ end_byte: number | null }>(END_BYTE, { session, from: line, to: line });
      return row?.end_byte ?? 0;
    },
    async audit(session, count, highestLine) {
      const to = Math.min(count - 1, highestLine);
      if (to < 0) return { hash: EMPTY_HASH, firstMissing: count > 0 ? 0 : null };
      const [row] = await query<AuditRow>(AUDIT, { session, from: 0, to });
      const { hash = EMPTY_HASH, lines = 0, gap = 0 } = row ?? {};
      const firstMissing = gap > 0 ? gap - 1 : lines;
      return { hash, firstMissing: firstMissing < count ? firstMissing : null };
    },
    active: (session, range) => query<ShownLine>(ACTIVE, { session, ...range }),
    startsOfTexts: (session, lines) => query<TextStarts>(STARTS_OF_TEXTS, { session, lines: [...lines] }),
    async recount(session, range) {
      return recountedSummary(range.to < range.from ? [] : await query<RecountRow>(RECOUNT, { session, ...range }));
    },
  };
}

/** SHA-256 of nothing. */
const EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
