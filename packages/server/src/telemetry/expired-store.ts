import type { Analytical } from "../platform/analytical/index.js";
import type { SessionPurge } from "./session-purge-store.js";

/** What is too old to be kept in the analytical store. */
export interface ExpiredStore {
  /** Removes the lines of sessions up to a revision of each, also those that no longer count. */
  deleteLines(purges: readonly SessionPurge[]): Promise<void>;
  /** Removes superseded lines, hook events and reports from before a time. */
  deleteBefore(time: Date): Promise<void>;
}

const settings = (name: string): string => `SETTINGS log_comment = 'telemetry.${name}'`;

const LINES = `DELETE FROM session_line WHERE session IN {sessions:Array(UUID)}
  AND revision <= transform(toString(session), {sessions:Array(String)}, {revisions:Array(UInt64)}, toUInt64(0))
  ${settings("delete-lines")}`;

/** Each table, and the column that says since when it has a row. */
const DATED = [
  ["superseded_line", "superseded_at"],
  ["hook_event", "received_at"],
  ["tool_call_event", "received_at"],
  ["agent_interaction_event", "received_at"],
] as const;

const before = ([table, column]: (typeof DATED)[number]): string =>
  `DELETE FROM ${table} WHERE ${column} < parseDateTime64BestEffort({time:String}, 3, 'UTC') ${settings("delete-old")}`;

export function createExpiredStore({ command }: Analytical): ExpiredStore {
  return {
    deleteLines: (purges) =>
      command(LINES, {
        sessions: purges.map(({ session }) => session),
        revisions: purges.map(({ revision }) => revision),
      }),
    async deleteBefore(time) {
      for (const dated of DATED) await command(before(dated), { time: time.toISOString() });
    },
  };
}
