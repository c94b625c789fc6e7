import type { PurgeBody, PurgeReply } from "@tackroom/contract";
import type { CallContext } from "../../platform/http/index.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { readStart } from "../../platform/time-range.js";
import { deletePurgedLines, hasLines, PURGED_AT_ONCE, purgeSession, type PurgeDeps } from "./purge-sessions.js";
import { BEFORE_ALL } from "./redact-stored-lines.js";
import { countSessionsToPurge, findSessionsToPurge, type PurgeFilter } from "../stores/session-purge-store.js";
import type { SessionRow } from "../stores/session-store.js";

const MAX_ATTEMPTS = 5;

/**
 * `POST /admin/telemetry/purge`: as retention removes what is too old, so that checkpoints stay and lines that are sent again are
 * skipped (contract §7.1, rule 9). One session after another, each under its lock, and some hundred at a time.
 */
export async function purgeTelemetry(deps: PurgeDeps, body: PurgeBody, { call }: CallContext): Promise<PurgeReply> {
  const filter = readFilter(body);
  if (body.dry_run) return describeDryRun(deps, body, filter, call);
  call.describeForAudit({ detail: { ...asked(body), deleted: 0 } });
  let deleted = 0;
  for (let after = BEFORE_ALL; ;) {
    const sessions = await findSessionsToPurge(deps.db, filter, after, PURGED_AT_ONCE);
    for (const session of sessions) {
      deleted += await purgeMeant(deps, session, filter);
      // Told as it goes, so that the record of a purge that fails half-way has it too.
      call.describeForAudit({ detail: { deleted } });
    }
    // Also what another purge that was cut off has left to do.
    await deletePurgedLines(deps);
    const last = sessions.at(-1);
    if (!last) break;
    after = last.id;
  }
  await deps.expired.deleteReports(filter);
  return { deleted, dry_run: false };
}

async function describeDryRun(
  { db }: PurgeDeps,
  body: PurgeBody,
  filter: PurgeFilter,
  call: CallContext["call"],
): Promise<PurgeReply> {
  const { lines } = await countSessionsToPurge(db, filter);
  call.describeForAudit({ detail: { ...asked(body), dry_run: true } });
  return { deleted: lines, dry_run: true };
}

const asked = ({ before, user_id, session_id }: PurgeBody) => ({
  ...(before === undefined ? {} : { before }),
  ...(user_id === undefined ? {} : { user_id }),
  ...(session_id === undefined ? {} : { session_id }),
});

function readFilter({ before, user_id, session_id }: PurgeBody): PurgeFilter {
  if (before === undefined && user_id === undefined && session_id === undefined) {
    throw fieldError("body", "must have at least one of before, user_id and session_id");
  }
  const time = before === undefined ? undefined : readStart(before);
  if (before !== undefined && time === undefined) {
    throw fieldError("body.before", "must be a date (2026-01-31) or a timestamp (2026-01-31T09:30:00Z)");
  }
  return { before: time, userId: user_id?.toLowerCase(), sessionId: session_id?.toWellFormed() };
}

/** How many lines of a session were purged; none when something has arrived that is too recent. */
async function purgeMeant(deps: PurgeDeps, found: SessionRow, { before }: PurgeFilter): Promise<number> {
  const isMeant = (session: SessionRow): boolean =>
    (before === undefined || session.last_event_at < before) && hasSomething(session);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { isOvertaken, lines } = await purgeSession(deps, found, isMeant);
    if (!isOvertaken) return lines;
  }
  throw new ServiceError("unavailable", "One of the sessions is being written concurrently. Retry shortly.", {
    retryAfterSeconds: 5,
  });
}

/** As `findSessionsToPurge` looks for: lines, names, or superseded lines, of which those that were all cut off have some. */
const hasSomething = (session: SessionRow): boolean =>
  hasLines(session) || Object.keys(session.names).length > 0 || session.acknowledged_once > session.highest_line;
