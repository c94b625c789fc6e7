import type { Kind, Parsed } from "./kinds.js";

/** USD per million tokens. Without a price of their own, tokens of a cache cost nothing. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

/** By the pattern of a model's name. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const REQUIRED = ["input", "output"];
const KNOWN = [...REQUIRED, "cache_read", "cache_write"];
const EXPECTED =
  'a JSON object of USD per million tokens by model name, such as {"claude-*":{"input":3,"output":15,"cache_read":0.3,"cache_write":3.75}}';

export const modelPrices: Kind<ModelPrices> = {
  type: "json",
  parse(text): Parsed<ModelPrices> {
    if (text === "") return { value: {}, text };
    const found = parseJson(text);
    if (!isObject(found) || !Object.values(found).every(isPrice)) return { expected: EXPECTED };
    return { value: found as ModelPrices, text };
  },
};

function isPrice(price: unknown): boolean {
  return (
    isObject(price) &&
    REQUIRED.every((name) => Object.hasOwn(price, name)) &&
    Object.entries(price).every(([name, usd]) => KNOWN.includes(name) && typeof usd === "number" && usd >= 0)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
