import { amountIn, countIn, type JsonRecord, recordIn, textIn } from "./json.js";
import { type Usage, usageOf } from "./reading.js";

/** `output` lacks the reasoning, which is paid for all the same. */
export function opencodeUsage(message: JsonRecord, key: string | null, model: string | null): Usage | null {
  const tokens = recordIn(message["tokens"]);
  const cache = recordIn(tokens["cache"]);
  return usageOf({
    key,
    model,
    input: countIn(tokens["input"]),
    output: countIn(tokens["output"]) + countIn(tokens["reasoning"]),
    cacheRead: countIn(cache["read"]),
    cacheWrite: countIn(cache["write"]),
    costUsd: amountIn(message["cost"]),
  });
}

export function opencodeError(error: JsonRecord): string | null {
  return textIn(recordIn(error["data"])["message"]) ?? textIn(error["message"]) ?? textIn(error["name"]);
}
