import type { ModelPrice } from "@tackroom/contract/model-prices";
import { costOf, priceChanges, pricesAt, type PriceOf } from "../core/prices.js";
import { usageEntry } from "../ingest/read-lines.js";
import type { MinuteUsage } from "../stores/activity-store.js";

export interface MinuteCost {
  readonly minute: string;
  /** What is known of the cost. */
  readonly usd: number;
}

/** What usage cost, each minute by the prices of its day; the operator's own go before the published ones. */
export function priceMinutes(rows: readonly MinuteUsage[], own: readonly ModelPrice[]): MinuteCost[] {
  const changes = priceChanges(own);
  const periods = new Map<string, PriceOf>();
  const pricesOf = (minute: string): PriceOf => {
    const day = changes.findLast((change) => change <= minute) ?? "";
    const known = periods.get(day) ?? pricesAt(own, day);
    periods.set(day, known);
    return known;
  };
  return rows.map((row) => ({ minute: row.minute, usd: costOf([usageEntry(row)], pricesOf(row.minute)).usd ?? 0 }));
}
