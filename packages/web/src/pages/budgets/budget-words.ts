import type { ReplyOf } from "@tackroom/contract/calls";
import { costText } from "../../ui/data/figures.js";

export type Budget = ReplyOf<"getBudget">;

const WHOLE = 100;
const WARNS_AT = 80;
const DAY_MS = 24 * 60 * 60 * 1000;

export function scopeText({ scope_type, scope_name }: Pick<Budget, "scope_type" | "scope_name">): string {
  if (scope_type === "all") return "Everyone";
  const noun = { user: "User", team: "Team", agent: "Agent" }[scope_type];
  return `${noun} ${scope_name ?? "that you cannot see"}`;
}

/** How urgent it is: the colour repeats what the text says. */
export function levelOf(percent: number): "calm" | "near" | "over" {
  if (percent >= WHOLE) return "over";
  return percent >= WARNS_AT ? "near" : "calm";
}

/** Where a sum lies on a bar that ends at the amount. */
export const shareOf = (usd: number, amount: number): number => Math.min(WHOLE, (usd / amount) * WHOLE);

export const spentText = ({ spent_usd, amount_usd, percent, period }: Budget): string =>
  `${costText(spent_usd)} of ${costText(amount_usd)} this ${period} (${percent.toLocaleString("en")} %)`;

/** The last day of a period, in UTC as the period is. */
const lastDay = (end: string): string => new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, 10);

export function forecastText({ forecast_usd, amount_usd, period_end }: Budget): string {
  if (forecast_usd === null) return "Too early for a forecast";
  const text = `Forecast ${costText(forecast_usd)} until ${lastDay(period_end)}`;
  return forecast_usd > amount_usd ? `${text}: over the budget` : text;
}

/** Null when everything has a price. */
export function unpricedText({ sessions_without_price: count }: Pick<Budget, "sessions_without_price">): string | null {
  if (count === 0) return null;
  return count === 1 ? "1 session has no known price" : `${count.toLocaleString("en")} sessions have no known price`;
}
