import type { ModelUsage, Usage } from "./summary.js";

/** USD per million tokens. */
interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

/** By a pattern of the model's name. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

/**
 * USD per million tokens, as the providers publish them. `*` stands for any text; the longest pattern that fits decides.
 * What an operator pays instead goes into the setting `telemetry.model_prices`.
 */
const PUBLISHED: ModelPrices = {
  "*claude-opus-4-1*": { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 },
  "*claude-opus-4-2025*": { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 },
  "*claude-opus-4*": { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25 },
  "*claude-3-opus*": { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 },
  "*claude-sonnet*": { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  "*claude-3*sonnet*": { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  "*claude-haiku-4*": { input: 1, output: 5, cache_read: 0.1, cache_write: 1.25 },
  "*claude-3-5-haiku*": { input: 0.8, output: 4, cache_read: 0.08, cache_write: 1 },
  "*claude-3-haiku*": { input: 0.25, output: 1.25, cache_read: 0.03, cache_write: 0.3 },
  "gpt-5*": { input: 1.25, output: 10, cache_read: 0.125 },
  "gpt-5-mini*": { input: 0.25, output: 2, cache_read: 0.025 },
  "gpt-5-nano*": { input: 0.05, output: 0.4, cache_read: 0.005 },
  "gpt-5-pro*": { input: 15, output: 120 },
  "gpt-4.1*": { input: 2, output: 8, cache_read: 0.5 },
  "gpt-4.1-mini*": { input: 0.4, output: 1.6, cache_read: 0.1 },
  "gpt-4.1-nano*": { input: 0.1, output: 0.4, cache_read: 0.025 },
  "gpt-4o*": { input: 2.5, output: 10, cache_read: 1.25 },
  "gpt-4o-mini*": { input: 0.15, output: 0.6, cache_read: 0.075 },
  "o3*": { input: 2, output: 8, cache_read: 0.5 },
  "o4-mini*": { input: 1.1, output: 4.4, cache_read: 0.275 },
  "codex-mini*": { input: 1.5, output: 6, cache_read: 0.375 },
  "gemini-2.5-pro*": { input: 1.25, output: 10, cache_read: 0.125 },
  "gemini-2.5-flash*": { input: 0.3, output: 2.5, cache_read: 0.03 },
  "gemini-2.5-flash-lite*": { input: 0.1, output: 0.4, cache_read: 0.01 },
  "gemini-2.0-flash*": { input: 0.1, output: 0.4, cache_read: 0.025 },
};

const MILLION = 1_000_000;

/** Null when nothing was used, or the price of something that was used is not known: a part of a sum would be no sum. */
export function costOf(usage: Usage, own: ModelPrices): number | null {
  const costs = Object.entries(usage).map(([model, used]) => used.costUsd ?? priced(used, priceOf(model, own)));
  if (costs.length === 0 || costs.some((cost) => cost === null)) return null;
  const sum = costs.reduce<number>((total, cost) => total + (cost ?? 0), 0);
  return Math.round(sum * MILLION) / MILLION;
}

function priced({ input, output, cacheRead, cacheWrite }: ModelUsage, price: ModelPrice | undefined): number | null {
  if (!price) return null;
  const { cache_read = 0, cache_write = 0 } = price;
  return (input * price.input + output * price.output + cacheRead * cache_read + cacheWrite * cache_write) / MILLION;
}

function priceOf(model: string, own: ModelPrices): ModelPrice | undefined {
  return longestFit(model, own) ?? longestFit(model, PUBLISHED);
}

function longestFit(model: string, prices: ModelPrices): ModelPrice | undefined {
  return Object.entries(prices)
    .filter(([pattern]) => fits(pattern, model))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

/** Piece by piece instead of as a regular expression: an operator's pattern must not be able to run for ever. */
function fits(pattern: string, model: string): boolean {
  const [head = "", ...pieces] = pattern.toLowerCase().split("*");
  const name = model.toLowerCase();
  const tail = pieces.pop();
  if (tail === undefined) return name === head;
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail);
}
