import type { Bus } from "../../platform/bus/index.js";
import type { SessionRow } from "../stores/session-store.js";

/** What subscribers are told: that a session has changed. They query the session for details. */
export interface SessionUpdate {
  /** The key of the session, by which it is read. */
  readonly key: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly harness: string;
  readonly eventName: string;
  readonly acknowledgedLine: number;
}

export interface SessionUpdates {
  publish(session: SessionRow, eventName: string): void;
  /** Updates of one person's sessions, or of everyone's. */
  subscribe(userId: string | null, onUpdate: (update: SessionUpdate) => void): () => void;
}

const EVERYONES = "telemetry.sessions";
const topicOf = (userId: string | null): string => (userId === null ? EVERYONES : `${EVERYONES}.${userId}`);

export function createSessionUpdates(bus: Bus): SessionUpdates {
  return {
    publish({ id, user_id, session_id, harness, acknowledged_line }, eventName) {
      const update: SessionUpdate = {
        key: id,
        userId: user_id,
        sessionId: session_id,
        harness,
        eventName,
        acknowledgedLine: acknowledged_line,
      };
      bus.publish(topicOf(user_id), update);
      bus.publish(EVERYONES, update);
    },
    subscribe: (userId, onUpdate) =>
      bus.subscribe(topicOf(userId), { onMessage: (message) => onUpdate(message as SessionUpdate) }),
  };
}
