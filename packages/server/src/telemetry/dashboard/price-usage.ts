import type { ModelPrice } from "@tackroom/contract/model-prices";
import { costOf, priceChanges, pricesAt, type Cost } from "../core/prices.js";
import { tokensOf } from "../core/summary.js";
import type { FiguresQuery, Unpriced, UsageRow } from "../stores/figures-store.js";
import { usageEntry } from "../ingest/read-lines.js";

export interface PricedRows {
  /** The sum of what is known. */
  readonly usd: number;
  readonly statedUsd: number;
  readonly unpriced: readonly Unpriced[];
  /** How many tokens of models without a price there are. */
  readonly unpricedTokens: number;
}

export interface Pricer {
  /** The days within the query on which a price begins: up to each of them the prices stay what they are. */
  readonly changes: readonly string[];
  /** What rows of usage cost, each by the prices of its period. */
  readonly price: (rows: readonly UsageRow[]) => PricedRows;
}

/** Prices for the time of a query. Each model is looked up once in each period, however many rows there are. */
export function createPricer({ from, to }: Pick<FiguresQuery, "from" | "to">, own: readonly ModelPrice[]): Pricer {
  const changes = priceChanges(own).filter((day) => day > from && day <= to);
  const periods = [from, ...changes].map((at) => pricesAt(own, at));
  const costOfRow = (row: UsageRow): Cost => costOf([usageEntry(row)], periods[row.period] ?? (() => undefined));
  return {
    changes,
    price(rows) {
      const costs = rows.map((row) => ({ row, cost: costOfRow(row) }));
      const sum = (pick: (cost: Cost) => number | null): number =>
        Math.round(costs.reduce((total, { cost }) => total + (pick(cost) ?? 0), 0) * 1e6) / 1e6;
      const withoutPrice = costs.filter(({ cost }) => cost.unpricedModels.length > 0).map(({ row }) => row);
      const unpriced = withoutPrice.map(({ model, period }): [string, Unpriced] => [
        `${period} ${model}`,
        { model, period },
      ]);
      return {
        usd: sum(({ usd }) => usd),
        statedUsd: sum(({ statedUsd }) => statedUsd),
        unpriced: [...new Map(unpriced).values()],
        unpricedTokens: tokensOf(withoutPrice.map(usageEntry)).total,
      };
    },
  };
}
