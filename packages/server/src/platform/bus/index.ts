import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import type { Bus } from "./bus.js";
import { createInProcessBus } from "./in-process.js";
import { createRedisBus } from "./redis.js";

export type { Bus } from "./bus.js";

export function openBus(redisUrl: Secret | null, log: Log): Promise<Bus> {
  return redisUrl ? createRedisBus(redisUrl, log) : Promise.resolve(createInProcessBus(log));
}
