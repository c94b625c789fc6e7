import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Log } from "../log.js";
import { connectRedis, redisPrefix, type SharedRedis } from "../redis.js";

const SECONDS = { second: 1, minute: 60, hour: 3600 } as const;

/** The specification's two, which the operator sets; a rate is text such as `10/minute`. */
export type ConfiguredRate = "strict" | "general";

/** Rates that the contract fixes. */
const FIXED_RATES = { events: "60/minute", webhook: "60/minute" } as const;

/** How long attempts on an account are remembered, from the first one on. */
const ATTEMPTS_LAST_SECONDS = 15 * 60;
/** More are not told apart. */
const MAX_ATTEMPTS = 1_000_000;

export type RateName = ConfiguredRate | keyof typeof FIXED_RATES;

export interface RateLimits {
  /** Counts one call in a bucket: 0 when it may go on, else the seconds until it may. */
  take(rate: RateName, bucket: string): Promise<number>;
  readonly attempts: Attempts;
}

/** Counts without refusing. */
export interface Attempts {
  /** How many there have been lately, with this one. */
  add(bucket: string): Promise<number>;
  clear(bucket: string): Promise<void>;
}

export interface RateLimiting {
  create(rates: Readonly<Record<ConfiguredRate, string>>): RateLimits;
  close(): Promise<void>;
}

/** In the process, or shared by all replicas through Redis; while that is away, each counts for itself again. */
export function openRateLimiting(shared: SharedRedis | null, log: Log): RateLimiting {
  const redis = shared ? connectRedis(shared.url, "rate-limits", log) : undefined;
  const createLimiter = (name: string, { points, duration }: Rate): RateLimiterAbstract => {
    const alone = new RateLimiterMemory({ points, duration, keyPrefix: name });
    if (!shared || !redis) return alone;
    return new RateLimiterRedis({
      storeClient: redis,
      points,
      duration,
      keyPrefix: `${redisPrefix(shared)}limit:${name}`,
      rejectIfRedisNotReady: true,
      insuranceLimiter: alone,
    });
  };
  return {
    create(rates) {
      const limiters = {
        strict: createLimiter("strict", parseRate(rates.strict)),
        general: createLimiter("general", parseRate(rates.general)),
        events: createLimiter("events", parseRate(FIXED_RATES.events)),
        webhook: createLimiter("webhook", parseRate(FIXED_RATES.webhook)),
      };
      const attempts = createLimiter("attempts", { points: MAX_ATTEMPTS, duration: ATTEMPTS_LAST_SECONDS });
      return {
        take: (rate, bucket) => take(limiters[rate], bucket),
        attempts: {
          add: async (bucket) => (await attempts.penalty(bucket)).consumedPoints,
          clear: async (bucket) => void (await attempts.delete(bucket)),
        },
      };
    },
    close: async () => redis?.disconnect(),
  };
}

async function take(limiter: RateLimiterAbstract, bucket: string): Promise<number> {
  try {
    await limiter.consume(bucket);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}

interface Rate {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

function parseRate(rate: string): Rate {
  const [points, unit] = rate.split("/");
  return { points: Number(points), duration: SECONDS[unit as keyof typeof SECONDS] };
}
