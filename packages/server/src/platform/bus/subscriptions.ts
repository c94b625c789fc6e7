import type { Log } from "../log.js";
import type { Subscriber } from "./bus.js";

export interface Subscriptions {
  /** True when the topic had no subscriber before. */
  add(topic: string, subscriber: Subscriber): boolean;
  /** True when the topic has no subscriber any more. */
  remove(topic: string, subscriber: Subscriber): boolean;
  deliver(topic: string, message: unknown): void;
  tellGap(): void;
}

/** Who listens to what in this process. One subscriber that throws does not keep the message from the others. */
export function createSubscriptions(log: Log): Subscriptions {
  const byTopic = new Map<string, Set<Subscriber>>();

  const call = (topic: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.error({ err: error, topic }, "a subscriber failed");
    }
  };

  return {
    add(topic, subscriber) {
      const found = byTopic.get(topic);
      if (found) found.add(subscriber);
      else byTopic.set(topic, new Set([subscriber]));
      return found === undefined;
    },
    remove(topic, subscriber) {
      const found = byTopic.get(topic);
      if (!found?.delete(subscriber) || found.size > 0) return false;
      return byTopic.delete(topic);
    },
    deliver(topic, message) {
      for (const subscriber of byTopic.get(topic) ?? []) call(topic, () => subscriber.onMessage(message));
    },
    tellGap() {
      for (const [topic, subscribers] of byTopic) {
        for (const subscriber of subscribers) call(topic, () => subscriber.onGap?.());
      }
    },
  };
}
