import { unpricedSessionsOf, usageOf, type FiguresQuery } from "../stores/figures-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { createPricer } from "./price-usage.js";

/** What a period cost, as the dashboard adds it up. */
export interface PeriodCost {
  /** The sum of what is known. */
  readonly usd: number;
  /** Sessions that used a model of which no price is known, or do not tell what they used. */
  readonly sessionsWithoutPrice: number;
}

const WHOLE = { interval: null, by: null } as const;

export async function costOfPeriod(
  { db, settings }: Pick<TelemetryDeps, "db" | "settings">,
  query: FiguresQuery,
): Promise<PeriodCost> {
  const { changes, price } = createPricer(query, settings.get("telemetry.model_prices"));
  const { usd, unpriced } = price(await usageOf(db, query, { ...WHOLE, changes }));
  const [without] = await unpricedSessionsOf(db, query, { ...WHOLE, changes, unpriced });
  return { usd, sessionsWithoutPrice: without?.value ?? 0 };
}
