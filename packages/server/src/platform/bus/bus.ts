/**
 * Fan-out between replicas: at most once, and never in the way of a request. What must not be lost belongs in a store;
 * a message only says that something there has changed.
 */
export interface Bus {
  publish(topic: string, message: unknown): void;
  subscribe(topic: string, subscriber: Subscriber): () => void;
  /** `in_process` when there is nothing to reach. */
  state(): "in_process" | "ok" | "unreachable";
  close(): Promise<void>;
}

export interface Subscriber {
  onMessage(message: unknown): void;
  /** The connection was lost for a while, so messages may have been missed: drop what was cached from them. */
  onGap?(): void;
}
