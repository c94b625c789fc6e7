/** What one event added, as GraphQL tells it. */
export interface Usage {
  readonly timestamp: string | null;
  readonly tokens: { readonly total: number } | null;
  /** Null when there is nothing to pay, or it is not known how much. */
  readonly costUsd: number | null;
}

export interface TimelinePoints {
  /** In seconds. */
  readonly times: readonly number[];
  /** Sums up to each time. */
  readonly tokens: readonly number[];
  /** Undefined when the price of some of them is not known: a part of a sum would be no sum. */
  readonly cost: readonly number[] | undefined;
}

const MAX_POINTS = 400;

/** As the server tells costs: sums of fractions would end a little beside the session's. */
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
