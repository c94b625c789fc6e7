import { useEffect, useRef, useState } from "react";
import type { Api } from "./client.js";
import { useApi } from "./context.js";

const SESSION_UPDATED = "subscription live($sessionId: String) { sessionUpdated(sessionId: $sessionId) { sessionId } }";
/** Updates in quick succession are reported once. */
const NOTIFY_WITHIN_MS = 300;
const RETRY_AFTER_MS = 5000;
/** The polling interval without live updates: use it as `refetchEveryMs` until `useSessionUpdates` is true. */
export const ASKED_EVERY_MS = 5000;

interface Listener {
  readonly onUpdate: () => void;
  readonly onLive: (live: boolean) => void;
}

/** Calls back when sessions (or the given one) get more lines. True while connected. */
export function useSessionUpdates(onUpdate: () => void, sessionId?: string): boolean {
  const api = useApi();
  const [live, setLive] = useState(false);
  const latest = useRef(onUpdate);
  useEffect(() => {
    latest.current = onUpdate;
  });
  useEffect(() => follow(api, sessionId, { onUpdate: () => latest.current(), onLive: setLive }), [api, sessionId]);
  return live;
}

/** Listens until the returned function is called. */
function follow(api: Api, sessionId: string | undefined, { onUpdate, onLive }: Listener): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let ended = false;
  let hangUp: (() => void) | undefined;
  let isIdle = true;

  const later = (act: () => void, ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const notify = (): void => {
    if (!isIdle) return;
    isIdle = false;
    later(() => {
      isIdle = true;
      onUpdate();
    }, NOTIFY_WITHIN_MS);
  };
  // Also after the token has expired: the next call renews it.
  const again = (): void => {
    if (ended) return;
    hangUp?.();
    onLive(false);
    later(begin, RETRY_AFTER_MS);
  };
  const begin = (): void => {
    connect(api, () => {
      if (ended) return;
      onLive(true);
      // Reports what may have happened before the connection was open.
      notify();
    }).then((client) => {
      if (ended) return;
      const stop = client.subscribe(
        { query: SESSION_UPDATED, variables: { sessionId: sessionId ?? null } },
        { next: notify, error: again, complete: again },
      );
      hangUp = () => {
        hangUp = undefined;
        stop();
        void client.dispose();
      };
    }, again);
  };
  begin();
  return () => {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    hangUp?.();
  };
}

/** The protocol is loaded when a page first subscribes. */
async function connect(api: Api, onConnected: () => void) {
  const { createClient } = await import("graphql-ws/client");
  const url = new URL("/api/v1/graphql", window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return createClient({
    url: url.href,
    retryAttempts: 0,
    // Browsers cannot send headers with a web socket.
    connectionParams: async () => ({ authorization: `Bearer ${(await api.accessToken()) ?? ""}` }),
    on: { connected: onConnected },
  });
}
