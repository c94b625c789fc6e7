import { isCopied, NO_CONTEXT, type TranscriptContext } from "@tackroom/harness";
import type { LineStore, NeighbourLine } from "../stores/line-store.js";
import type { SessionRow } from "../stores/session-store.js";

const NEIGHBOURS = 32;

type UsageSeen = TranscriptContext["usage"][number];

/** What the lines around a range tell about it; `isOwn`: those that are about to be written anew tell nothing. */
export async function contextAround(
  store: Pick<LineStore, "neighboursOf">,
  session: Pick<SessionRow, "id" | "session_id" | "highest_line" | "context">,
  [first, last]: readonly [first: number, last: number],
  isOwn: (line: number) => boolean = () => false,
): Promise<TranscriptContext> {
  // Above the highest line there may be what nobody was told of, or what was cut off.
  const range = { from: Math.max(0, first - NEIGHBOURS), to: Math.min(last + NEIGHBOURS, session.highest_line) };
  const around = range.to < range.from ? [] : await store.neighboursOf(session.id, range);
  const others = around.filter(({ line }) => !isOwn(line));
  return {
    ...NO_CONTEXT,
    timestamp: timeNear(others, first),
    model: modelBefore(others, first),
    usage: usageIn(others),
    copying: copyingNear(others, first, session.session_id),
    delegated: session.context.delegated ?? false,
  };
}

/** A session begins with its copies: what stands before one of them is copied too. */
function copyingNear(
  around: readonly NeighbourLine[],
  line: number,
  into: string,
): NonNullable<TranscriptContext["copying"]> | null {
  const before = around.filter((row) => row.line < line).at(-1);
  const near = [before, ...around.filter((row) => row.line > line)].find((row) => row && isCopied(row.line_type));
  return near ? { into, since: near.at } : null;
}

/** That of the line before, or else of the next one after; null where no line around has told a time. */
function timeNear(around: readonly NeighbourLine[], line: number): string | null {
  const timed = around.filter(({ at, received_at }) => at !== received_at);
  return (timed.filter((row) => row.line < line).at(-1) ?? timed.find((row) => row.line > line))?.at ?? null;
}

function modelBefore(around: readonly NeighbourLine[], line: number): string | null {
  return around.filter((row) => row.line < line).at(-1)?.model || null;
}

/** What the messages around have been counted for already, on either side. */
export function usageIn(around: readonly NeighbourLine[]): UsageSeen[] {
  const sums = new Map<string, UsageSeen>();
  for (const { usage_key: key, input, output, cache_read, cache_write, cache_write_1h } of around) {
    if (key === "") continue;
    const before = sums.get(key);
    sums.set(key, {
      key,
      input: (before?.input ?? 0) + input,
      output: (before?.output ?? 0) + output,
      cacheRead: (before?.cacheRead ?? 0) + cache_read,
      cacheWrite: (before?.cacheWrite ?? 0) + cache_write,
      cache_write_1h_tokens: (before?.cache_write_1h_tokens ?? 0) + cache_write_1h,
      costUsd: 0,
      credits: 0,
    });
  }
  return [...sums.values()];
}

const MAX_CACHED = 64;

/** The context of the last line, once lines before it have been counted: a message may go on after both. */
export function withCounted(context: TranscriptContext, counted: readonly UsageSeen[]): TranscriptContext {
  const known = new Map(context.usage.map((usage) => [usage.key, usage]));
  const added = counted.filter(({ key }) => !known.has(key));
  const grown = context.usage.map((usage) => {
    const other = counted.find(({ key }) => key === usage.key);
    return other ? larger(usage, other) : usage;
  });
  return { ...context, usage: [...added, ...grown].slice(-MAX_CACHED) };
}

/** Each knows of a part of what was counted. */
const larger = (one: UsageSeen, other: UsageSeen): UsageSeen => ({
  key: one.key,
  input: Math.max(one.input, other.input),
  output: Math.max(one.output, other.output),
  cacheRead: Math.max(one.cacheRead, other.cacheRead),
  cacheWrite: Math.max(one.cacheWrite, other.cacheWrite),
  cache_write_1h_tokens: Math.max(one.cache_write_1h_tokens ?? 0, other.cache_write_1h_tokens ?? 0),
  costUsd: Math.max(one.costUsd, other.costUsd),
  credits: Math.max(one.credits, other.credits),
});
