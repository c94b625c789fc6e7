import type { Redis } from "ioredis";
import type { Log } from "../log.js";
import { connectRedis, redisPrefix, type SharedRedis } from "../redis.js";
import type { Bus } from "./bus.js";
import { createSubscriptions } from "./subscriptions.js";

/** Redis is optional in every sense: while it is away requests go on, and only the fan-out between replicas stops. */
export async function createRedisBus(redis: SharedRedis, log: Log): Promise<Bus> {
  const prefix = redisPrefix(redis);
  const subscriptions = createSubscriptions(log);
  const publisher = connectRedis(redis.url, "publisher", log);
  const receiver = connectRedis(redis.url, "receiver", log);
  let wasReady = false;

  receiver.on("message", (channel: string, text: string) => {
    subscriptions.deliver(channel.slice(prefix.length), JSON.parse(text));
  });
  receiver.on("ready", () => {
    if (wasReady) subscriptions.tellGap();
    wasReady = true;
  });

  return {
    publish(topic, message) {
      if (publisher.status !== "ready") {
        log.warn({ topic }, "Redis is unreachable; other replicas are not notified");
        subscriptions.deliver(topic, JSON.parse(JSON.stringify(message)));
        return;
      }
      publisher.publish(prefix + topic, JSON.stringify(message)).catch((error: unknown) => {
        log.warn({ err: error, topic }, "a message could not be published");
      });
    },
    subscribe(topic, subscriber) {
      if (subscriptions.add(topic, subscriber)) follow(receiver, "subscribe", prefix + topic, log);
      return () => {
        if (subscriptions.remove(topic, subscriber)) follow(receiver, "unsubscribe", prefix + topic, log);
      };
    },
    state: () => (publisher.status === "ready" && receiver.status === "ready" ? "ok" : "unreachable"),
    close: async () => {
      publisher.disconnect();
      receiver.disconnect();
    },
  };
}

/** ioredis renews subscriptions after a reconnect by itself. */
function follow(receiver: Redis, action: "subscribe" | "unsubscribe", channel: string, log: Log): void {
  receiver[action](channel).catch((error: unknown) => {
    log.error({ err: error, channel }, `Redis rejected ${action}`);
  });
}
