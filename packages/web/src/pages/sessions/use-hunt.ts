import type { SessionEvent } from "@tackroom/contract";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../api/problem.js";
import { useToast } from "../../ui/toast.js";
import { findEvent } from "./find-event.js";
import type { Events } from "./use-events.js";

export interface HuntFor {
  readonly what: string;
  readonly step: 1 | -1;
  readonly matches: (event: SessionEvent) => boolean;
}

interface HuntIn {
  readonly events: Events;
  readonly total: number;
  readonly active: number;
  readonly onFound: (index: number) => void;
}

/** Goes to the next event of a sort, however far it is; a new hunt calls the last one off. */
export function useHunt({ events, total, active, onFound }: HuntIn): readonly [boolean, (hunt: HuntFor) => void] {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  const begin = async ({ what, step, matches }: HuntFor): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setBusy(true);
    try {
      const pageOf = (page: number) => events.pageOf(page, step);
      const found = await findEvent({ from: active, step, total, pageOf, matches, signal });
      if (signal.aborted) return;
      if (found === undefined) toast.say(`There is no ${what} ${step === 1 ? "after" : "before"} this.`);
      else onFound(found);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!signal.aborted) toast.complain(error.message);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return [busy, (hunt) => void begin(hunt)];
}
