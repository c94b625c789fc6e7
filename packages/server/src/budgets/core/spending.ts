import { BUDGET_LEVELS, type BudgetLevel } from "@tackroom/contract";
import type { PeriodBounds } from "./period.js";

/** Before this share of a period has passed, one expensive hour would foretell a ruinous month. */
const MIN_SHARE_FOR_FORECAST = 0.05;

const inMicros = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** Rounded down, so that 100 is shown only when it has been reached. */
export const percentOf = (spent: number, amount: number): number => Math.floor(exactPercent(spent, amount) * 10) / 10;

/** Sums of dollars have an error in the last digits: 0.24 of 0.3 are 80 %. */
const exactPercent = (spent: number, amount: number): number => Number(((spent * 100) / amount).toPrecision(12));

/** What will have been spent when the rest of the period goes on like the part that has passed; null while that says too little. */
export function forecastOf(spent: number, { start, end }: PeriodBounds, now: Date): number | null {
  const share = (now.getTime() - start.getTime()) / (end.getTime() - start.getTime());
  if (share < MIN_SHARE_FOR_FORECAST) return null;
  return Math.max(spent, inMicros(spent / Math.min(share, 1)));
}

export function reachedLevels(spent: number, amount: number): BudgetLevel[] {
  const percent = exactPercent(spent, amount);
  return BUDGET_LEVELS.filter((level) => percent >= level);
}
