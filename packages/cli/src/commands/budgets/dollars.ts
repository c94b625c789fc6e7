import { usageError } from "../../errors.js";

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export const dollars = (usd: number): string => DOLLARS.format(usd);

/** The server knows the bounds; this only tells a number from a typing error. */
export function readAmount(text: string): number {
  if (/^\d{1,12}([.]\d{1,6})?$/.test(text)) return Number(text);
  throw usageError(`Invalid amount "${text}".`, "Expected US dollars, such as --amount 200 or --amount 12.50");
}
