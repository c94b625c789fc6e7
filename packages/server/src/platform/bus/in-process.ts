import type { Log } from "../log.js";
import type { Bus } from "./bus.js";
import { createSubscriptions } from "./subscriptions.js";

export function createInProcessBus(log: Log): Bus {
  const subscriptions = createSubscriptions(log);
  return {
    publish(topic, message) {
      // Through JSON and after the caller's turn, so that nothing works here that would fail across processes.
      const text = JSON.stringify(message);
      setImmediate(() => subscriptions.deliver(topic, JSON.parse(text)));
    },
    subscribe(topic, subscriber) {
      subscriptions.add(topic, subscriber);
      return () => void subscriptions.remove(topic, subscriber);
    },
    state: () => "in_process",
    close: () => Promise.resolve(),
  };
}
