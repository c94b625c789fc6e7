import { serverOfTool } from "@tackroom/harness";
import type { KeptEvents } from "./show-events.js";
import { addToolRows, minuteOf, toolActivityOf, type ToolActivity, type ToolLine } from "./tool-activity.js";

/** What the lines of one minute come to, for one model and one MCP server. */
export interface Activity {
  /** RFC 3339: when the minute begins. */
  readonly minute: string;
  /** "" when no model is known. */
  readonly model: string;
  /** Whether the lines state their cost themselves. */
  readonly stated: boolean;
  /** The MCP server whose tools were called; "" for the harness's own tools and for all that is not a tool call. */
  readonly server: string;
  readonly lines: number;
  readonly prompts: number;
  readonly tool_calls: number;
  readonly tool_failures: number;
  /** How long tool calls took, in milliseconds, where that is known. */
  readonly latencies: readonly number[];
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly cost_usd: number | null;
}

/** What lines come to, minute by minute. */
export interface CountedActivity {
  readonly rows: readonly Activity[];
  readonly tools: readonly ToolActivity[];
}

/** What a batch changes about the activity of its session. */
export interface ActivityChange extends CountedActivity {
  /** Whether this is all that the session has, or is added to what it has. */
  readonly isWhole: boolean;
}

export const NO_CHANGE: ActivityChange = { isWhole: false, rows: [], tools: [] };
/** Nothing of what the session had stays. */
export const NO_ACTIVITY: ActivityChange = { isWhole: true, rows: [], tools: [] };

/** A line as far as its activity goes. */
export interface ActiveLine {
  readonly at: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly cost_usd: number | null;
}

export type ToolEvents = KeptEvents["events"];

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Sum extends Mutable<Omit<Activity, "latencies">> {
  readonly latencies: number[];
}

/** Both the lines of a batch and those that are counted anew go through here. */
export function countActivity(lines: readonly (readonly [ActiveLine & ToolLine, ToolEvents])[]): CountedActivity {
  return { rows: activityOf(lines), tools: toolActivityOf(lines) };
}

/** Added up by minute. */
export function activityOf(lines: Iterable<readonly [ActiveLine, ToolEvents]>): Activity[] {
  const sums = new Map<string, Sum>();
  for (const [line, events] of lines) {
    const own = sumFor(sums, line, "");
    own.lines += 1;
    own.input += line.input;
    own.output += line.output;
    own.cache_read += line.cache_read;
    own.cache_write += line.cache_write;
    own.cache_write_1h += line.cache_write_1h;
    if (line.cost_usd !== null) own.cost_usd = (own.cost_usd ?? 0) + line.cost_usd;
    for (const event of events) addEvent(sums, line, event);
  }
  return [...sums.values()];
}

function addEvent(sums: Map<string, Sum>, line: ActiveLine, event: ToolEvents[number]): void {
  if (event.kind === "user") sumFor(sums, line, "").prompts += 1;
  if (event.kind !== "tool_call" && event.kind !== "tool_result") return;
  const sum = sumFor(sums, line, event.tool_name === null ? "" : serverOfTool(event.tool_name));
  if (event.kind === "tool_call") sum.tool_calls += 1;
  else {
    if (event.is_error) sum.tool_failures += 1;
    if (event.latency_ms !== null) sum.latencies.push(Math.min(Math.round(event.latency_ms), MAX_LATENCY_MS));
  }
}

/** What a 32-bit integer holds: 24 days. */
const MAX_LATENCY_MS = 2 ** 31 - 1;

function sumFor(sums: Map<string, Sum>, { at, model, cost_usd }: ActiveLine, server: string): Sum {
  const minute = minuteOf(at);
  const stated = cost_usd !== null;
  const key = keyOf({ minute, model, stated, server });
  const known = sums.get(key);
  if (known) return known;
  const sum: Sum = { ...NOTHING, minute, model, stated, server, latencies: [] };
  sums.set(key, sum);
  return sum;
}

const keyOf = ({ minute, model, stated, server }: Pick<Activity, "minute" | "model" | "stated" | "server">): string =>
  JSON.stringify([minute, model, stated, server]);

const NOTHING = {
  lines: 0,
  prompts: 0,
  tool_calls: 0,
  tool_failures: 0,
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  cache_write_1h: 0,
  cost_usd: null,
};

/** What a batch adds to a change that is not saved yet. */
export function addActivity({ isWhole, rows, tools }: ActivityChange, added: CountedActivity): ActivityChange {
  if (rows.length === 0) return { isWhole, ...added };
  const sums = new Map<string, Activity>();
  for (const row of [...rows, ...added.rows]) {
    const key = keyOf(row);
    const known = sums.get(key);
    sums.set(key, known ? addRows(known, row) : row);
  }
  return { isWhole, rows: [...sums.values()], tools: addToolRows([...tools, ...added.tools]) };
}

function addRows(one: Activity, other: Activity): Activity {
  return {
    ...one,
    lines: one.lines + other.lines,
    prompts: one.prompts + other.prompts,
    tool_calls: one.tool_calls + other.tool_calls,
    tool_failures: one.tool_failures + other.tool_failures,
    latencies: [...one.latencies, ...other.latencies],
    input: one.input + other.input,
    output: one.output + other.output,
    cache_read: one.cache_read + other.cache_read,
    cache_write: one.cache_write + other.cache_write,
    cache_write_1h: one.cache_write_1h + other.cache_write_1h,
    cost_usd: one.cost_usd === null ? null : one.cost_usd + (other.cost_usd ?? 0),
  };
}
