import { useEffect, useRef, useState } from "react";
import type { ItemType } from "../../../api/kinds.js";
import { useApi } from "../../../api/context.js";
import { ApiProblem, mayPass } from "../../../api/problem.js";

/** The server's lock expires after thirty minutes, so it is renewed while the page is open. */
const RENEWED_EVERY_MS = 10 * 60_000;

/** The server may be restarting, or the user has to sign in again: the form stays, and saving it tells who holds the lock. */
const isPassing = (problem: ApiProblem): boolean => problem.status === 401 || mayPass(problem);

export interface EditLock {
  readonly held: boolean;
  /** Why the lock is not available: usually another user holds it. */
  readonly problem: ApiProblem | undefined;
  retry(): void;
}

/** Locks the item for other editors and for the review queue while the page is open. */
export function useEditLock(type: ItemType, id: string): EditLock {
  const api = useApi();
  const [state, setState] = useState<{ readonly held: boolean; readonly problem?: ApiProblem }>({ held: false });
  const [tries, setTries] = useState(0);
  /** Serializes the calls, so that an earlier release cannot end a new lock. */
  const turn = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    let ended = false;
    const take = async (): Promise<void> => {
      if (ended) return;
      try {
        await api.call(`${type}.startEdit`, { params: { id } });
        if (!ended) setState({ held: true });
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (!ended) setState((before) => (before.held && isPassing(error) ? before : { held: false, problem: error }));
      }
    };
    const queue = (work: () => Promise<void>): void => {
      turn.current = turn.current.then(work);
    };
    // If this fails, another user holds the lock, or it expires.
    const release = (): Promise<void> =>
      api.call(`${type}.cancelEdit`, { params: { id }, keepalive: true }).then(
        () => undefined,
        () => undefined,
      );
    // A closing tab cannot wait for its turn.
    const onHide = (): void => void release();
    const onShow = (event: PageTransitionEvent): void => void (event.persisted && queue(take));
    queue(take);
    const timer = setInterval(() => queue(take), RENEWED_EVERY_MS);
    window.addEventListener("pagehide", onHide);
    window.addEventListener("pageshow", onShow);
    return () => {
      ended = true;
      clearInterval(timer);
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("pageshow", onShow);
      queue(release);
    };
  }, [api, type, id, tries]);
  return { held: state.held, problem: state.problem, retry: () => setTries((count) => count + 1) };
}
