const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const CENTS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumSignificantDigits: 2 });

/** Null when no price is known: that is not the same as nothing. */
export function costText(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd !== 0 && Math.abs(usd) < 0.1 ? CENTS.format(usd) : DOLLARS.format(usd);
}

/** The known sum, and what it does not include. */
export function costWithUnknown(usd: number, sessionsWithoutPrice: number): string {
  if (sessionsWithoutPrice === 0) return costText(usd);
  const unknown = `unknown for ${sessionsWithoutPrice} ${sessionsWithoutPrice === 1 ? "session" : "sessions"}`;
  return usd === 0 ? unknown : `${costText(usd)} + ${unknown}`;
}
