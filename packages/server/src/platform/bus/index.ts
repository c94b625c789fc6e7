import type { Log } from "../log.js";
import type { SharedRedis } from "../redis.js";
import type { Bus } from "./bus.js";
import { createInProcessBus } from "./in-process.js";
import { createRedisBus } from "./redis.js";

export type { Bus } from "./bus.js";

export function openBus(redis: SharedRedis | null, log: Log): Promise<Bus> {
  return redis ? createRedisBus(redis, log) : Promise.resolve(createInProcessBus(log));
}
