import { once } from "../theme/once.js";

const compact = once(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }));
const exact = once(() => new Intl.NumberFormat("en"));
const dollars = once(() => new Intl.NumberFormat("en", { style: "currency", currency: "USD" }));
const cents = once(
  () => new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 2 }),
);

/** "1.2M", for quick comparison. */
export const compactNumber = (value: number): string => compact().format(value);

/** Undefined when the transcript does not contain the usage. */
export const tokensText = (tokens: number | undefined): string =>
  tokens === undefined ? "unknown" : compactNumber(tokens);

export const exactNumber = (value: number): string => exact().format(value);

/** From here two significant digits are rounded to ten cents, and would lose their zero. */
const SHOWN_IN_CENTS = 0.0995;

/** Null when the price of a model is unknown. */
export function costText(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd !== 0 && Math.abs(usd) < SHOWN_IN_CENTS ? cents().format(usd) : dollars().format(usd);
}

/** "850 ms", "12 s", "3 min", "2.5 h" */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
