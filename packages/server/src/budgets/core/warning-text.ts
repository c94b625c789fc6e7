import type { BudgetLevel, BudgetPeriod } from "@tackroom/contract";
import type { PeriodBounds } from "./period.js";

export interface Warned {
  readonly name: string;
  readonly level: BudgetLevel;
  readonly spent: number;
  readonly amount: number;
  readonly period: BudgetPeriod;
  readonly bounds: PeriodBounds;
}

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function periodText(period: BudgetPeriod, { start, end }: PeriodBounds): string {
  if (period === "day") return `on ${dayOf(start)}`;
  return `from ${dayOf(start)} to ${dayOf(new Date(end.getTime() - 1))}`;
}

export function warningText({ name, level, spent, amount, period, bounds }: Warned): { title: string; text: string } {
  const title = level === 100 ? `Budget ${name} is used up` : `Budget ${name} has reached ${level} %`;
  const sums = `${DOLLARS.format(spent)} of ${DOLLARS.format(amount)}`;
  return { title, text: `${sums} spent ${periodText(period, bounds)} (UTC). Nothing is blocked.` };
}
