import { readTranscriptLine, type LineReading } from "@tackroom/harness";
import { redactedStart } from "../../unsafe-text/index.js";
import { pieceOf, restOf, type LineRange } from "../core/line-range.js";
import { keepEvents } from "../core/show-events.js";
import {
  addNames,
  lineNamer,
  sessionNames,
  type NamedLine,
  type LineNameTexts,
  type NameLine,
  type SessionNames,
} from "../core/session-names.js";
import { promptIn, REDACTION } from "../ingest/read-lines.js";
import { requireHarness } from "../ingest/session-identity.js";
import { findUnfinishedSessions } from "../stores/session-list-store.js";
import { summaryOf, withSummary } from "../ingest/session-parts.js";
import type { SessionRow } from "../stores/session-store.js";
import { settleSession } from "../ingest/settle-session.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type ReadNamesDeps = Pick<TelemetryDeps, "db" | "lines" | "lineLists" | "sessionLocks">;

/** A run stops after this many lines; the next one goes on with the sessions that are left. */
const MAX_LINES_PER_RUN = 200_000;
const SESSIONS_AT_ONCE = 100;
const LINES_AT_ONCE = 500;

/** Gives titles, first prompts, directories and branches to sessions that were stored before those were kept. */
export async function readSessionNames(deps: ReadNamesDeps): Promise<void> {
  let linesRead = 0;
  let last: SessionRow | undefined;
  do {
    const sessions = await findUnfinishedSessions(deps.db, "names_read", last, SESSIONS_AT_ONCE);
    last = sessions.at(-1);
    for (const session of sessions) {
      if (linesRead >= MAX_LINES_PER_RUN) return;
      await nameSession(deps, session, await namesIn(deps, session));
      linesRead += Math.max(1, session.highest_line + 1 - session.purged_below);
    }
  } while (last);
}

interface Named {
  readonly names: SessionNames;
  /** The lines that give these names, with all that they say. */
  readonly rows: readonly NamedLine[];
}

/** Read without a lock: a long session would keep its exporter waiting. */
async function namesIn({ lineLists }: ReadNamesDeps, session: SessionRow): Promise<Named> {
  const harness = requireHarness(session.harness, "harness");
  const nameLine = lineNamer(redactedStart);
  let found: Named = { names: {}, rows: [] };
  let range: LineRange = { from: session.purged_below, to: session.highest_line };
  while (range.from <= range.to) {
    const piece = pieceOf(range, LINES_AT_ONCE, false);
    range = restOf(range, piece.to, false);
    const lines = await lineLists.rawLines(session.id, piece, LINES_AT_ONCE);
    const rows = lines.map(({ line, raw }) => ({ line, names: namesOf(readTranscriptLine(harness, raw), nameLine) }));
    const names = addNames(found.names, sessionNames(rows));
    const giving = new Set(Object.values(names).map(({ line }) => line));
    found = { names, rows: [...found.rows, ...rows].filter(({ line }) => giving.has(line)) };
  }
  return found;
}

function namesOf(reading: LineReading, nameLine: NameLine): LineNameTexts {
  return nameLine(reading.names, promptIn(keepEvents(reading, REDACTION)));
}

/** Left to the next run is a session that was written to meanwhile: its lines may have become others. */
async function nameSession(
  { lines, sessionLocks }: ReadNamesDeps,
  found: SessionRow,
  { names, rows }: Named,
): Promise<void> {
  await sessionLocks.hold(found, async (held) => {
    const { session, activity } = await settleSession(lines, held);
    if (session.revision !== found.revision || session.names_read) return;
    const { revision } = held;
    // The lines keep the names too, so that a recount comes to the same.
    if (rows.length > 0) await lines.nameLines(session.id, rows, revision);
    const summary = summaryOf(session);
    const named = withSummary(session, { ...summary, names: addNames(summary.names, names) });
    await held.save({ ...named, names_read: true, revision }, activity);
  });
}
