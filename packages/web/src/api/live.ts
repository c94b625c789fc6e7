import { useEffect, useRef, useState } from "react";
import type { Api } from "./client.js";
import { useApi } from "./context.js";

const SESSION_UPDATED = "subscription live($sessionId: String) { sessionUpdated(sessionId: $sessionId) { sessionId } }";
/** Updates that come together are told once. */
const TOLD_WITHIN_MS = 300;
const TRIED_AGAIN_AFTER_MS = 5000;
/** How often to ask where nothing tells: use it as `refetchEveryMs` until `useSessionUpdates` is true. */
export const ASKED_EVERY_MS = 5000;

interface Listener {
  readonly onUpdate: () => void;
  readonly onLive: (live: boolean) => void;
}

/** Calls back when sessions get more lines, or the one named does; true while the server can be heard. */
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
  let told = true;

  const later = (act: () => void, ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const tell = (): void => {
    if (!told) return;
    told = false;
    later(() => {
      told = true;
      onUpdate();
    }, TOLD_WITHIN_MS);
  };
  // Also when the token has expired: what is asked for meanwhile renews it.
  const again = (): void => {
    if (ended) return;
    hangUp?.();
    onLive(false);
    later(begin, TRIED_AGAIN_AFTER_MS);
  };
  const begin = (): void => {
    connect(api, () => {
      if (ended) return;
      onLive(true);
      // What happened before it could be heard.
      tell();
    }).then((client) => {
      if (ended) return;
      const stop = client.subscribe(
        { query: SESSION_UPDATED, variables: { sessionId: sessionId ?? null } },
        { next: tell, error: again, complete: again },
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

/** The protocol is loaded when a page first listens. */
async function connect(api: Api, onConnected: () => void) {
  const { createClient } = await import("graphql-ws/client");
  const url = new URL("/api/v1/graphql", window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return createClient({
    url: url.href,
    retryAttempts: 0,
    // A browser cannot send headers with a socket.
    connectionParams: async () => ({ authorization: `Bearer ${(await api.accessToken()) ?? ""}` }),
    on: { connected: onConnected },
  });
}
