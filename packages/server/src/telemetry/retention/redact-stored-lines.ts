import { isCopied, parseHarnessId, readTranscriptLine } from "@tackroom/harness";
import { redactedStart } from "../../unsafe-text/index.js";
import { redactAgain } from "../core/redact-again.js";
import { lineNamer, namesAnew, type NameLine } from "../core/session-names.js";
import type { KeptEvents } from "../core/show-events.js";
import { keptLines } from "../events/list-session-events.js";
import type { LineRow } from "../stores/line-store.js";
import { promptIn, REDACTION } from "../ingest/read-lines.js";
import { recountActivity } from "../ingest/recount.js";
import { checkpointOf, summaryOf, withSummary } from "../ingest/session-parts.js";
import { settleSession } from "../ingest/settle-session.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type RedactDeps = Pick<TelemetryDeps, "lines" | "redactions" | "sessionLocks">;

/** No session has this key. */
export const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

export interface RedactionRun {
  /** That of the rules; lines of an older one are redacted anew. */
  readonly version: number;
  /** Sessions are taken in the order of their keys, and this is the last one that is done. */
  readonly after: string;
  /** After so many lines the rest is left to another run. */
  readonly maxLines: number;
}

const SESSIONS_AT_ONCE = 100;
/** A lock is held for a short time, and a line may be a megabyte. */
const LINES_AT_ONCE = 50;

/**
 * Redacts anew what older rules have redacted: what is shown and searched of lines and what sessions are called after them,
 * never the lines themselves. Returns the
 * last session that is done when there is more to do. What a run that was cut off has not come to is found by the next one.
 */
export async function redactStoredLines(deps: RedactDeps, run: RedactionRun): Promise<string | undefined> {
  let [after, left] = [run.after, run.maxLines];
  for (;;) {
    const sessions = await deps.redactions.sessionsBefore(run.version, after, SESSIONS_AT_ONCE);
    for (const session of sessions) {
      if (left <= 0) return after;
      left -= await redactSession(deps, session, run.version);
      after = session;
    }
    if (sessions.length < SESSIONS_AT_ONCE) return undefined;
  }
}

/** How many lines were looked at, in separate leases, so that writers of the session are not blocked. */
async function redactSession(
  { lines, redactions, sessionLocks }: RedactDeps,
  id: string,
  version: number,
): Promise<number> {
  const found = await sessionLocks.find(id);
  if (found === undefined) return 1;
  const { from: first, to: last } = keptLines(found);
  for (let from = first; from <= last; from += LINES_AT_ONCE) {
    const range = { from, to: Math.min(last, from + LINES_AT_ONCE - 1) };
    if (!(await redactions.hasLinesBefore(version, id, range))) continue;
    await sessionLocks.hold(found, async (held) => {
      // A save declares that all lines up to its revision are counted.
      const { session, activity: settled } = await settleSession(lines, held);
      // Lines that were purged meanwhile may be there for a moment longer, and must not be written again.
      const kept = { ...range, from: Math.max(range.from, session.purged_below) };
      const outdated = kept.from > kept.to ? [] : await redactions.linesBefore(version, id, kept);
      const { revision } = held;
      const nameLine = lineNamer(redactedStart);
      const rows = outdated.map((row) => ({ ...rowAnew(row, nameLine), revision, redaction: version }));
      await lines.append(rows);
      const summary = summaryOf(session);
      const named = withSummary(session, { ...summary, names: namesAnew(summary.names, rows) });
      // Errors are kept by their first lines, which may have held a secret too.
      const hasErrors = rows.some(({ tool_failures }) => tool_failures > 0);
      const activity = hasErrors ? await recountActivity(lines, session, checkpointOf(session)) : settled;
      await held.save({ ...named, revision }, activity);
    });
  }
  return last - first + 1;
}

function rowAnew(row: LineRow, nameLine: NameLine): LineRow {
  const harness = parseHarnessId(row.harness);
  // A copy of another session's line says nothing about this one.
  if (harness === undefined || isCopied(row.line_type)) return row;
  const { names, events } = readTranscriptLine(harness, row.raw);
  // A line that shows nothing may still name the session.
  if (row.shown === "") return { ...row, names: nameLine(names, null) };
  const kept: KeptEvents = { events: JSON.parse(row.shown) as KeptEvents["events"], texts: row.texts };
  const again = redactAgain(kept, events, REDACTION);
  return {
    ...row,
    shown: JSON.stringify(again.events),
    texts: again.texts,
    names: nameLine(names, promptIn(again)),
  };
}
