import { Type, type Static } from "typebox";
import { schemaProblems } from "./schema-problems.js";

const usd = Type.Number({ minimum: 0, maximum: 1_000_000 });

/** What one model costs, in USD per million tokens. */
const ModelPrice = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 200, description: "a model name, in which * matches any text" }),
    input: usd,
    output: usd,
    cache_read: Type.Optional(usd),
    cache_write: Type.Optional(usd),
    cache_write_1h: Type.Optional(usd),
    from: Type.Optional(Type.String({ format: "date", description: "a date such as 2026-11-30" })),
  },
  { additionalProperties: false },
);
export type ModelPrice = Static<typeof ModelPrice>;

const MAX_PRICES = 500;
const ModelPrices = Type.Array(ModelPrice, { maxItems: MAX_PRICES });

/** `row` counts from 0 and is undefined when the list as a whole is wrong. */
export interface PriceProblem {
  readonly row: number | undefined;
  readonly field: string;
  readonly message: string;
}

/** What is wrong with a list of prices, each problem at its row and field. */
export function modelPriceProblems(list: readonly unknown[]): PriceProblem[] {
  const problems = schemaProblems(ModelPrices, list).map(({ path, message }): PriceProblem => {
    const [, row, field = ""] = /^\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    return { row: row === undefined ? undefined : Number(row), field, message };
  });
  return problems.length > 0 ? problems : repeatedRows(list as readonly ModelPrice[]);
}

/** Two prices of one model from one day on would contradict each other. */
function repeatedRows(prices: readonly ModelPrice[]): PriceProblem[] {
  const seen = new Set<string>();
  return prices.flatMap(({ model, from = "" }, row) => {
    const key = `${model.toLowerCase()} ${from}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    const message = "Another row has the same model and date.";
    return isRepeated ? [{ row, field: "model", message }] : [];
  });
}

/** Reads the text of the setting. The object form of earlier releases, with the pattern as key, is still understood. */
export function readModelPrices(
  text: string,
): { readonly prices: readonly ModelPrice[] } | { readonly problems: readonly PriceProblem[] } {
  if (text.trim() === "") return { prices: [] };
  const found = parseJson(text);
  const list = isObject(found) ? Object.entries(found).map(([model, price]) => withModel(model, price)) : found;
  if (!Array.isArray(list)) return { problems: [{ row: undefined, field: "", message: "Must be a list of prices." }] };
  const problems = modelPriceProblems(list);
  return problems.length > 0 ? { problems } : { prices: list as ModelPrice[] };
}

const withModel = (model: string, price: unknown): unknown => (isObject(price) ? { ...price, model } : price);

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
