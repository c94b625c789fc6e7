import { serverOfTool } from "@tackroom/harness";
import type { KeptEvents } from "./show-events.js";
import { errorKey } from "./error-key.js";

/** The calls of one tool in one minute, or the failures of them that have the same error. */
export interface ToolActivity {
  /** RFC 3339: when the minute begins. */
  readonly minute: string;
  /** "" when no model is known. */
  readonly model: string;
  /** "" for a result whose call is unknown. */
  readonly tool: string;
  /** As `errorKey` spells it; "" where calls are counted. */
  readonly error: string;
  readonly server: string;
  readonly calls: number;
  readonly failures: number;
}

/** What is needed of a line. */
export interface ToolLine {
  readonly at: string;
  readonly model: string;
  /** What its events name by their places; of a line without failures they are not needed. */
  readonly texts: readonly string[];
}

type Event = KeptEvents["events"][number];

/** Longer names are left out, because the index holds them. */
const MAX_TOOL_LENGTH = 200;

/** Added up by minute. Both the lines of a batch and those that are counted anew go through here. */
export function toolActivityOf(lines: Iterable<readonly [ToolLine, KeptEvents["events"]]>): ToolActivity[] {
  const rows: ToolActivity[] = [];
  for (const [line, events] of lines) {
    for (const event of events) {
      if (event.kind === "tool_call") rows.push({ ...rowFor(line, event), calls: 1, failures: 0 });
      else if (hasFailed(event)) {
        const error = errorKey(line.texts[event.tool_output ?? event.text ?? -1]);
        rows.push({ ...rowFor(line, event), error, calls: 0, failures: 1 });
      }
    }
  }
  return addToolRows(rows);
}

export const hasFailed = ({ kind, is_error }: Event): boolean => kind === "tool_result" && is_error;

function rowFor({ at, model }: ToolLine, { tool_name }: Event): Omit<ToolActivity, "calls" | "failures"> {
  const tool = tool_name ?? "";
  const minute = minuteOf(at);
  return { minute, model, tool: tool.slice(0, MAX_TOOL_LENGTH).toWellFormed(), server: serverOfTool(tool), error: "" };
}

/** Times are in UTC, to the millisecond, so that their text can be cut. */
export const minuteOf = (at: string): string => `${at.slice(0, 16)}:00.000Z`;

/** One row for each minute, model, tool and error. */
export function addToolRows(rows: readonly ToolActivity[]): ToolActivity[] {
  const sums = new Map<string, ToolActivity>();
  for (const row of rows) {
    const key = JSON.stringify([row.minute, row.model, row.tool, row.error]);
    const { calls, failures } = sums.get(key) ?? { calls: 0, failures: 0 };
    sums.set(key, { ...row, calls: calls + row.calls, failures: failures + row.failures });
  }
  return [...sums.values()];
}
