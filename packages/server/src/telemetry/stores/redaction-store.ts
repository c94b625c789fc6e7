import type { Analytical } from "../../platform/analytical/index.js";
import type { LineRange } from "../core/line-range.js";
import { OF_RANGE, settings, type LineRow } from "./line-store.js";

/** Which lines were redacted by an older version of the rules for secrets. */
export interface RedactionStore {
  /** Sessions with such lines, in the order of their keys, behind one of them. Some may only have lines that were replaced. */
  sessionsBefore(version: number, after: string, limit: number): Promise<string[]>;
  /** Whether a range has such lines that still count. */
  hasLinesBefore(version: number, session: string, range: LineRange): Promise<boolean>;
  /** The lines themselves. */
  linesBefore(version: number, session: string, range: LineRange): Promise<LineRow[]>;
}

const SESSIONS = `SELECT session FROM session_line
  WHERE redaction < {version:UInt16} AND live AND session > {after:UUID}
  ORDER BY session LIMIT 1 BY session LIMIT {limit:UInt32} ${settings("sessions-before-redaction")}`;

const HAS_LINES = `SELECT count() AS lines FROM (
    SELECT line, live, redaction FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND redaction < {version:UInt16} ${settings("has-lines-before-redaction")}`;

// Every column, also those that are added one day: the lines are written again as they are read here.
const LINES = `SELECT * EXCEPT (live) FROM (
    SELECT * FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND redaction < {version:UInt16} ORDER BY line ${settings("lines-before-redaction")}`;

export function createRedactionStore({ query }: Analytical): RedactionStore {
  return {
    async sessionsBefore(version, after, limit) {
      const rows = await query<{ session: string }>(SESSIONS, { version, after, limit });
      return rows.map(({ session }) => session);
    },
    async hasLinesBefore(version, session, range) {
      const [row] = await query<{ lines: number }>(HAS_LINES, { version, session, ...range });
      return (row?.lines ?? 0) > 0;
    },
    linesBefore: (version, session, range) => query<LineRow>(LINES, { version, session, ...range }),
  };
}
