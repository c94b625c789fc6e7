import { readModelPrices, type ModelPrice } from "@tackroom/contract/model-prices";
import type { Kind } from "./kinds.js";

const EXAMPLE = '[{"model":"claude-*","input":3,"output":15,"cache_read":0.3,"cache_write":3.75,"cache_write_1h":6}]';

export const modelPrices: Kind<readonly ModelPrice[]> = {
  type: "json",
  parse(text) {
    const read = readModelPrices(text);
    if ("prices" in read) return { value: read.prices, text };
    const [problem] = read.problems;
    const place = problem?.row === undefined ? "" : `Row ${problem.row + 1}, ${problem.field || "price"}: `;
    return { expected: `a JSON list of USD per million tokens, such as ${EXAMPLE}. ${place}${problem?.message}` };
  },
};
