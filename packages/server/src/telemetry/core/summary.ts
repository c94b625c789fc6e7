/** Tokens of one model; cost where the lines themselves say it. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number | null;
}

/** By model; what no model is known for is under "". */
export type Usage = Readonly<Record<string, ModelUsage>>;

/** What the lines of a session say, added up. */
export interface Summary {
  readonly lineCount: number;
  readonly events: number;
  readonly prompts: number;
  readonly toolCalls: number;
  readonly toolFailures: number;
  readonly errorEvents: number;
  readonly unreadableLines: number;
  readonly usage: Usage;
  readonly models: readonly string[];
  /** RFC 3339; null while there is no line. */
  readonly startedAt: string | null;
  readonly lastEventAt: string | null;
}

export const EMPTY_SUMMARY: Summary = {
  lineCount: 0,
  events: 0,
  prompts: 0,
  toolCalls: 0,
  toolFailures: 0,
  errorEvents: 0,
  unreadableLines: 0,
  usage: {},
  models: [],
  startedAt: null,
  lastEventAt: null,
};

export function addSummaries(one: Summary, other: Summary): Summary {
  return {
    lineCount: one.lineCount + other.lineCount,
    events: one.events + other.events,
    prompts: one.prompts + other.prompts,
    toolCalls: one.toolCalls + other.toolCalls,
    toolFailures: one.toolFailures + other.toolFailures,
    errorEvents: one.errorEvents + other.errorEvents,
    unreadableLines: one.unreadableLines + other.unreadableLines,
    usage: addUsage(one.usage, other.usage),
    models: [...new Set([...one.models, ...other.models])].toSorted(),
    startedAt: pick(one.startedAt, other.startedAt, (a, b) => a < b),
    lastEventAt: pick(one.lastEventAt, other.lastEventAt, (a, b) => a > b),
  };
}

/** Times are compared as text, which their fixed form allows. */
function pick(a: string | null, b: string | null, isBetter: (a: string, b: string) => boolean): string | null {
  if (a === null || b === null) return a ?? b;
  return isBetter(a, b) ? a : b;
}

function addUsage(one: Usage, other: Usage): Usage {
  return sumByModel([...Object.entries(one), ...Object.entries(other)]);
}

/** A model may have any name, also one that objects have members of. */
export function sumByModel(entries: Iterable<readonly [model: string, usage: ModelUsage]>): Usage {
  const sums = new Map<string, ModelUsage>();
  for (const [model, usage] of entries) {
    const before = sums.get(model);
    sums.set(model, before ? addModelUsage(before, usage) : usage);
  }
  return Object.fromEntries(sums);
}

function addModelUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    costUsd: one.costUsd === null && other.costUsd === null ? null : (one.costUsd ?? 0) + (other.costUsd ?? 0),
  };
}
