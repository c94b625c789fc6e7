import { Redis } from "ioredis";
import type { Secret } from "../config/index.js";
import type { Log } from "../log.js";
import type { Bus } from "./bus.js";
import { createSubscriptions } from "./subscriptions.js";

const PREFIX = "tackroom:";
const LONGEST_RECONNECT_WAIT_MS = 2000;

/** Redis is optional in every sense: while it is away requests go on, and only the fan-out between replicas stops. */
export async function createRedisBus(url: Secret, log: Log): Promise<Bus> {
  const subscriptions = createSubscriptions(log);
  const publisher = connect(url, "publisher", log);
  const receiver = connect(url, "receiver", log);
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

function connect(url: Secret, name: string, log: Log): Redis {
  const redis = new Redis(url.reveal(), {
    connectionName: `tackroom-${name}`,
    connectTimeout: 5000,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_WAIT_MS),
    // Only the receiver queues: its subscriptions must be made as soon as Redis is there.
    enableOfflineQueue: name === "receiver",
    maxRetriesPerRequest: null,
  });
  let reported = false;
  redis.on("error", (error) => {
    // ioredis reports every attempt to reconnect; one line per outage is enough.
    if (!reported) log.warn({ err: error, connection: name }, "Redis is not reachable; trying again");
    reported = true;
  });
  redis.on("ready", () => {
    if (reported) log.info({ connection: name }, "Redis is reachable again");
    reported = false;
  });
  return redis;
}

/** ioredis renews subscriptions after a reconnect by itself. */
function follow(receiver: Redis, action: "subscribe" | "unsubscribe", topic: string, log: Log): void {
  receiver[action](PREFIX + topic).catch((error: unknown) => {
    log.error({ err: error, topic }, `Redis refused to ${action}`);
  });
}
