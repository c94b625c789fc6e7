import type { Analytical } from "../../platform/analytical/index.js";
import type { LineRange } from "../core/line-range.js";
import { OF_RANGE, settings, type LineRow, type UsageColumns } from "./line-store.js";

/** A line as far as the outline of its session needs it. */
export type OutlineRow = Pick<LineRow, "line" | "at" | "shown" | "texts" | "usage_key"> & UsageColumns;

export interface OutlineStore {
  /** The lines of a range that show something or have used something, in order. */
  outlineLines(session: string, range: LineRange): Promise<OutlineRow[]>;
}

// Answers and successful results are most of a session's texts, and the outline has none of them.
const TOLD = `hasAny(kinds, ['user', 'tool_call', 'error']) OR position(shown, '"is_error":true') > 0`;

const OUTLINE_LINES = `SELECT line, at, shown, if(${TOLD}, texts, []) AS texts, usage_key,
    model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
  FROM (
    SELECT line, live, at, shown, texts, kinds, usage_key,
      model, cost_usd, input, output, cache_read, cache_write, cache_write_1h
    FROM session_line WHERE ${OF_RANGE} ORDER BY line, revision DESC LIMIT 1 BY line
  ) WHERE live AND (notEmpty(kinds) OR usage_key != '')
  ORDER BY line ${settings("outline-lines")}`;

export const createOutlineStore = ({ query }: Analytical): OutlineStore => ({
  outlineLines: (session, range) => query<OutlineRow>(OUTLINE_LINES, { session, ...range }),
});
