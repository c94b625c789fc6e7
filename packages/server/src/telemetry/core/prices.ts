import type { ModelPrice } from "@tackroom/contract/model-prices";
import { PUBLISHED_PRICES } from "@tackroom/contract/published-prices";
import type { UsageEntry } from "./summary.js";

/** What usage cost, as far as anybody can say. */
export interface Cost {
  /** The sum of what is known; null when nothing is. */
  readonly usd: number | null;
  /** The part of it that harnesses state themselves, instead of being computed from prices; null when none do. */
  readonly statedUsd: number | null;
  /** Models whose tokens have no known price, sorted; "" where no model is known. */
  readonly unpricedModels: readonly string[];
}

const MILLION = 1_000_000;
const inMicros = (usd: number): number => Math.round(usd * MILLION) / MILLION;

/** Undefined when nobody has said what the model cost. */
export type PriceOf = (model: string) => ModelPrice | undefined;

export function costOf(usage: readonly UsageEntry[], priceOf: PriceOf): Cost {
  const used = usage.filter((entry) => entry.statedCostUsd !== null || tokensIn(entry) > 0);
  const stated = used.flatMap(({ statedCostUsd }) => statedCostUsd ?? []);
  const computed = used
    .filter(({ statedCostUsd }) => statedCostUsd === null)
    .map((entry) => ({ model: entry.model, usd: priced(entry, priceOf(entry.model)) }));
  const known = [...stated, ...computed.flatMap(({ usd }) => usd ?? [])];
  const unpriced = computed.filter(({ usd }) => usd === null).map(({ model }) => model);
  return {
    usd: known.length === 0 ? null : inMicros(sum(known)),
    statedUsd: stated.length === 0 ? null : inMicros(sum(stated)),
    unpricedModels: [...new Set(unpriced)].toSorted(),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const tokensIn = ({ input, output, cacheRead, cacheWrite }: UsageEntry): number =>
  input + output + cacheRead + cacheWrite;

/** A provider without a price for its cache bills those tokens as input, and one-hour writes as any other writes. */
function priced(usage: UsageEntry, price: ModelPrice | undefined): number | null {
  if (!price) return null;
  const { input, output, cache_read: read = input, cache_write: write = input, cache_write_1h: hour = write } = price;
  const fiveMinutes = usage.cacheWrite - usage.cacheWrite1h;
  const cached = usage.cacheRead * read + fiveMinutes * write + usage.cacheWrite1h * hour;
  return (usage.input * input + usage.output * output + cached) / MILLION;
}

/** The prices in force at a time (RFC 3339). The operator's own go before the published ones. */
export function pricesAt(own: readonly ModelPrice[], at: string): PriceOf {
  const known = new Map<string, ModelPrice | undefined>();
  return (model) => {
    if (!known.has(model)) known.set(model, findPrice(model, own, at));
    return known.get(model);
  };
}

function findPrice(model: string, own: readonly ModelPrice[], at: string): ModelPrice | undefined {
  const plain = plainName(model);
  return inForce(own, [model.toLowerCase(), plain], at) ?? inForce(PUBLISHED_PRICES, [plain], at);
}

/** The days, ascending, on which some price begins. */
export function priceChanges(own: readonly ModelPrice[]): string[] {
  const days = [...own, ...PUBLISHED_PRICES].flatMap(({ from }) => from ?? []);
  return [...new Set(days)].toSorted();
}

/** The longest pattern decides, and of its prices the latest that had begun: days compare as texts with times. */
function inForce(prices: readonly ModelPrice[], names: readonly string[], at: string): ModelPrice | undefined {
  return prices
    .filter(({ model, from = "" }) => from <= at && names.some((name) => fits(model.toLowerCase(), name)))
    .toSorted((a, b) => b.model.length - a.model.length || ((a.from ?? "") < (b.from ?? "") ? 1 : -1))[0];
}

const VENDORS = ["anthropic", "openai", "google", "zai", "moonshot", "deepseek", "minimax", "mistral", "xai"];

/**
 * The name that a provider's price list has, without what gateways and releases add to it: `us.anthropic.claude-opus-4-5-20251101-v1:0`,
 * `anthropic/claude-opus-4.5` and `claude-opus-4-5[1m]` are one model.
 */
export function plainName(model: string): string {
  const last = model.toLowerCase().split("/").at(-1) ?? "";
  const words = last.split(".");
  const vendor = words.slice(0, 2).findIndex((word) => VENDORS.includes(word));
  const name = words
    .slice(vendor + 1)
    .join(".")
    .replace(/\[[^[\]]*\]$/, "")
    .replace(/@[^@]*$/, "")
    .replace(/-v\d{1,2}:\d{1,2}$/, "")
    .replace(/-20\d{2}-?\d{2}-?\d{2}$/, "");
  return name.startsWith("claude-") ? name.replaceAll(".", "-") : name;
}

/** Piece by piece instead of as a regular expression: an operator's pattern must not be able to cause catastrophic backtracking. */
function fits(pattern: string, name: string): boolean {
  const [head = "", ...pieces] = pattern.split("*");
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
