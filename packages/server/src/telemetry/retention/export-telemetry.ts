import { Readable } from "node:stream";
import { Answer, type CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { describeSession } from "../sessions/describe-session.js";
import { describeRating } from "../sessions/describe-rating.js";
import { restOf, type LineRange } from "../core/line-range.js";
import type { RawLine } from "../stores/line-list-store.js";
import type { ReportKind, ReportPlace } from "../stores/own-report-store.js";
import { listOwnSessions } from "../stores/session-list-store.js";
import { listRatingsOfUser, type RatingOfUser } from "../stores/session-rating-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type ExportDeps = Pick<TelemetryDeps, "db" | "lineLists" | "ownReports" | "settings">;

const SESSIONS_AT_ONCE = 100;
const LINES_AT_ONCE = 1000;
const RATINGS_AT_ONCE = 500;
/** One may have 64 KiB of input and output. */
const REPORTS_AT_ONCE = 200;

/**
 * `GET /telemetry/export`: everything that was recorded of the caller. Lines are as they were sent, also those that others have
 * replaced; of reports only what is stored is there, without secrets.
 */
export async function exportTelemetry(
  deps: ExportDeps,
  _input: unknown,
  { caller }: CallContext,
): Promise<Answer<AsyncIterable<unknown>>> {
  if (caller.passwordSetBy !== null) {
    throw new ServiceError(
      "forbidden",
      "The export is not available to this sign-in, because it started with a password that an admin had set. Sign in again with your own password.",
    );
  }
  return new Answer(Readable.from(recordsOf(deps, caller.userId), { objectMode: false }), {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="tackroom-telemetry.jsonl"',
    },
  });
}

const text = (type: string, record: object): string => `${JSON.stringify({ type, ...record })}\n`;

async function* recordsOf(deps: ExportDeps, userId: string): AsyncGenerator<string> {
  for (let after: SessionRow | undefined; ;) {
    const sessions = await listOwnSessions(deps.db, userId, after, SESSIONS_AT_ONCE);
    for (const session of sessions) {
      yield text("session", describeSession(session, deps.settings));
      yield* linesOf(deps, session);
      yield* supersededLinesOf(deps, session);
    }
    after = sessions.at(-1);
    if (!after) break;
  }
  for (const kind of ["hook_event", "tool_call", "agent_interaction"] as const) yield* reportsOf(deps, kind, userId);
  yield* ratingsOf(deps, userId);
}

async function* linesOf({ lineLists }: ExportDeps, session: SessionRow): AsyncGenerator<string> {
  // Not in pieces of equal length: a session with a gap may have its last line ten million lines after the first.
  for (let range: LineRange = { from: session.purged_below, to: session.highest_line }; range.from <= range.to;) {
    const lines = await lineLists.rawLines(session.id, range, LINES_AT_ONCE);
    for (const line of lines) yield lineOf("line", session, line);
    range = restOf(range, lines.at(-1)?.line ?? range.to, false);
  }
}

async function* supersededLinesOf({ lineLists }: ExportDeps, session: SessionRow): AsyncGenerator<string> {
  for (let offset = 0; ; offset += LINES_AT_ONCE) {
    const lines = await lineLists.supersededLines(session.id, 0, { limit: LINES_AT_ONCE, offset });
    for (const line of lines) yield lineOf("superseded_line", session, line);
    if (lines.length < LINES_AT_ONCE) return;
  }
}

function lineOf(type: string, { session_id, harness, project }: SessionRow, { line, raw }: RawLine): string {
  return text(type, { session_id, harness, project, line, raw });
}

async function* reportsOf({ ownReports }: ExportDeps, kind: ReportKind, userId: string): AsyncGenerator<string> {
  for (let after: ReportPlace | undefined; ;) {
    const reports = await ownReports.reportsOf(kind, userId, after, REPORTS_AT_ONCE);
    for (const report of reports) yield text(kind, report);
    after = reports.at(-1);
    if (!after) return;
  }
}

async function* ratingsOf({ db }: ExportDeps, userId: string): AsyncGenerator<string> {
  for (let after: RatingOfUser | undefined; ;) {
    const ratings = await listRatingsOfUser(db, userId, after, RATINGS_AT_ONCE);
    for (const { session_id, ...rating } of ratings) yield text("rating", { session_id, ...describeRating(rating) });
    after = ratings.at(-1);
    if (!after) return;
  }
}
