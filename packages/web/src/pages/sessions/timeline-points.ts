import type { Session } from "@tackroom/contract";

/** What one event added, as GraphQL tells it. */
export interface Usage {
  readonly timestamp: string | null;
  readonly tokens: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  } | null;
}

export interface TimelinePoints {
  /** In seconds. */
  readonly times: readonly number[];
  /** Sums up to each time. */
  readonly tokens: readonly number[];
  /** Undefined when what the session cost is not known. */
  readonly cost: readonly number[] | undefined;
}

const MOST_POINTS = 400;

/** How most price lists weigh tokens against each other. */
const weightOf = ({ input, output, cacheRead, cacheWrite }: NonNullable<Usage["tokens"]>): number =>
  input + 5 * output + 0.1 * cacheRead + 1.25 * cacheWrite;

/** Tokens and cost as they grew. Events do not say what they cost, so the session's cost is spread by their tokens. */
export function timelinePoints(usages: readonly Usage[], cost: Session["cost_usd"]): TimelinePoints {
  const steps = usages
    .flatMap(({ timestamp, tokens }) => (timestamp === null || tokens === null ? [] : [{ timestamp, tokens }]))
    .map(({ timestamp, tokens }) => ({ at: Date.parse(timestamp) / 1000, tokens }))
    .toSorted((one, other) => one.at - other.at);
  const sums: { at: number; tokens: number; weight: number }[] = [];
  let [tokens, weight] = [0, 0];
  for (const step of steps) {
    tokens += step.tokens.input + step.tokens.output + step.tokens.cacheRead + step.tokens.cacheWrite;
    weight += weightOf(step.tokens);
    if (sums.at(-1)?.at === step.at) sums.pop();
    sums.push({ at: step.at, tokens, weight });
  }
  const every = Math.ceil(sums.length / MOST_POINTS);
  const shown = sums.filter((_, at) => at % every === 0 || at === sums.length - 1);
  return {
    times: shown.map(({ at }) => at),
    tokens: shown.map((sum) => sum.tokens),
    cost: cost === null || weight === 0 ? undefined : shown.map((sum) => (cost * sum.weight) / weight),
  };
}
