import { saveReports } from "../stores/canary-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { seekInStored, type SeekDeps, type UnsearchedLines } from "./seek-canaries.js";

export type SeekStoredDeps = SeekDeps & Pick<TelemetryDeps, "transaction" | "sessionLocks">;

const LINES_AT_ONCE = 100;

/**
 * Looks for canaries in the stored lines of a session, to its end. The session is locked only where a report changes, and for
 * the lines that change it. Returns what is left when there are more lines than a run may look at.
 */
export async function seekStoredLines(
  deps: SeekStoredDeps,
  { session: id, canaries, from: first }: UnsearchedLines,
  maxLines: number,
): Promise<UnsearchedLines | undefined> {
  for (let from = first; from < first + maxLines; from += LINES_AT_ONCE) {
    const session = await deps.sessionLocks.find(id);
    if (!session || from > session.highest_line) return undefined;
    const piece = { from, to: from + LINES_AT_ONCE - 1 };
    if ((await seekInStored(deps, session, canaries, piece)).length === 0) continue;
    await deps.sessionLocks.hold(session, async (held) => {
      // Meanwhile the report may have changed, or the lines may be purged, and what they said with them.
      const findings = await seekInStored(deps, held.session, canaries, piece);
      if (findings.length > 0) await deps.transaction((tx) => saveReports(tx, findings));
    });
  }
  return { session: id, canaries, from: first + maxLines };
}
