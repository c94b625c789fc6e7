import { Readable } from "node:stream";
import { Answer, type CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { describeSession } from "../sessions/describe-session.js";
import { describeRating } from "../sessions/describe-rating.js";
import { pieceOf, restOf, type LineRange } from "../core/line-range.js";
import { listOwnSessions } from "../stores/session-list-store.js";
import { listRatingsOfUser, type RatingOfUser } from "../stores/session-rating-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type ExportDeps = Pick<TelemetryDeps, "db" | "lineLists" | "settings">;

const SESSIONS_AT_ONCE = 100;
const LINES_AT_ONCE = 1000;
const RATINGS_AT_ONCE = 500;

/** `GET /telemetry/export`: everything that the caller's sessions hold, line by line, as it was sent. */
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
    }
    after = sessions.at(-1);
    if (!after) break;
  }
  for (let after: RatingOfUser | undefined; ;) {
    const ratings = await listRatingsOfUser(deps.db, userId, after, RATINGS_AT_ONCE);
    for (const { session_id, ...rating } of ratings) yield text("rating", { session_id, ...describeRating(rating) });
    after = ratings.at(-1);
    if (!after) return;
  }
}

async function* linesOf({ lineLists }: ExportDeps, session: SessionRow): AsyncGenerator<string> {
  const { id, session_id, harness, project } = session;
  let range: LineRange = { from: session.purged_below, to: session.highest_line };
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    range = restOf(range, piece.to, false);
    for (const { line, raw } of await lineLists.rawLines(id, piece, LINES_AT_ONCE)) {
      yield text("line", { session_id, harness, project, line, raw });
    }
  }
}
