/** The usage of one event, as returned by GraphQL. */
export interface Usage {
  readonly timestamp: string | null;
  readonly tokens: { readonly total: number } | null;
  /** Null when there is no cost, or when it is unknown. */
  readonly costUsd: number | null;
}

export interface TimelinePoints {
  /** In seconds. */
  readonly times: readonly number[];
  /** Cumulative sums. */
  readonly tokens: readonly number[];
  /** Undefined when a price is unknown, because a partial sum would be misleading. */
  readonly cost: readonly number[] | undefined;
}

const MAX_POINTS = 400;

/** Rounded like the server's costs, so that the sum matches the session's. */
const inMillionths = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** Tokens and cost as they grew. */
export function timelinePoints(usages: readonly Usage[]): TimelinePoints {
  const steps = usages
    .flatMap(({ timestamp, tokens, costUsd }) => {
      const isUsage = tokens !== null || costUsd !== null;
      return timestamp === null || !isUsage ? [] : [{ timestamp, tokens: tokens?.total ?? 0, cost: costUsd }];
    })
    .map(({ timestamp, ...added }) => ({ at: Date.parse(timestamp) / 1000, ...added }))
    .toSorted((one, other) => one.at - other.at);
  const sums: { at: number; tokens: number; cost: number }[] = [];
  let [tokens, cost] = [0, 0];
  for (const step of steps) {
    tokens += step.tokens;
    cost += step.cost ?? 0;
    if (sums.at(-1)?.at === step.at) sums.pop();
    sums.push({ at: step.at, tokens, cost });
  }
  const every = Math.ceil(sums.length / MAX_POINTS);
  const shown = sums.filter((_, at) => at % every === 0 || at === sums.length - 1);
  return {
    times: shown.map(({ at }) => at),
    tokens: shown.map((sum) => sum.tokens),
    cost: steps.every((step) => step.cost !== null) ? shown.map((sum) => inMillionths(sum.cost)) : undefined,
  };
}
