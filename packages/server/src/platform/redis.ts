import { Redis } from "ioredis";
import type { Secret } from "./config/index.js";
import type { Log } from "./log.js";

/** One Redis may serve several deployments: each keeps to keys and channels of its own. */
export interface SharedRedis {
  readonly url: Secret;
  readonly deployment: string;
}

const MAX_RECONNECT_WAIT_MS = 2000;

/** Keeps trying while Redis is away, and says so once per outage. */
export function connectRedis(url: Secret, name: string, log: Log): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: `tackroom-${name}`,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_WAIT_MS),
    // Only the receiver queues: its subscriptions must be made as soon as Redis is there.
    enableOfflineQueue: name === "receiver",
    maxRetriesPerRequest: null,
  });
  let reported = false;
  redis.on("error", (error) => {
    // ioredis reports every attempt to reconnect; one line per outage is enough.
    if (!reported) log.warn({ err: error, connection: name }, "Redis is unreachable; retrying");
    reported = true;
  });
  redis.on("ready", () => {
    if (reported) log.info({ connection: name }, "Redis is reachable again");
    reported = false;
  });
  return redis;
}

/** Channels know nothing of the number of a Redis database, so that would not keep two deployments apart. */
export const redisPrefix = ({ deployment }: SharedRedis): string => `tackroom:${deployment}:`;
