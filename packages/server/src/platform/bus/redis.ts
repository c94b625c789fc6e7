import type { Redis } from "ioredis";
import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import { connectRedis } from "../redis.js";
import type { Bus } from "./bus.js";
import { createSubscriptions } from "./subscriptions.js";

const PREFIX = "tackroom:";

/** Redis is optional in every sense: while it is away requests go on, and only the fan-out between replicas stops. */
export async function createRedisBus(url: Secret, log: Log): Promise<Bus> {
  const subscriptions = createSubscriptions(log);
  const publisher = connectRedis(url, "publisher", log);
  const receiver = connectRedis(url, "receiver", log);
  let wasReady = false;

  receiver.on("message", (channel: string, text: string) => {
    subscriptions.deliver(channel.slice(PREFIX.length), JSON.parse(text));
  });
  receiver.on("ready", () => {
    if (wasReady) subscriptions.tellGap();
    wasReady = true;
  });

  return {
    publish(topic, message) {
      if (publisher.status !== "ready") {
        log.warn({ topic }, "Redis is not reachable: other replicas do not hear of this");
        subscriptions.deliver(topic, JSON.parse(JSON.stringify(message)));
        return;
      }
      publisher.publish(PREFIX + topic, JSON.stringify(message)).catch((error: unknown) => {
        log.warn({ err: error, topic }, "a message was not published");
      });
    },
    subscribe(topic, subscriber) {
      if (subscriptions.add(topic, subscriber)) follow(receiver, "subscribe", topic, log);
      return () => {
        if (subscriptions.remove(topic, subscriber)) follow(receiver, "unsubscribe", topic, log);
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
function follow(receiver: Redis, action: "subscribe" | "unsubscribe", topic: string, log: Log): void {
  receiver[action](PREFIX + topic).catch((error: unknown) => {
    log.error({ err: error, topic }, `Redis refused to ${action}`);
  });
}
