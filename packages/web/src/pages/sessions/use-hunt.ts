import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/context.js";
import { ApiProblem } from "../../api/problem.js";
import { useToast } from "../../ui/feedback/toast.js";
import { refOf } from "./session-link.js";
import type { EventSource } from "./use-events.js";

export interface HuntFor {
  readonly what: string;
  readonly step: 1 | -1;
  readonly failed?: boolean;
  readonly text?: string;
}

interface HuntIn {
  readonly source: EventSource;
  readonly total: number;
  readonly active: number;
  readonly onFound: (index: number) => void;
}

/** Goes to the next matching event, which the server finds at any distance. A new search cancels the previous one. */
export function useHunt({ source, total, active, onFound }: HuntIn): readonly [boolean, (hunt: HuntFor) => void] {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  const find = async ({ step, what: _what, ...sought }: HuntFor): Promise<number | null> => {
    const from = active + step;
    if (from < 0 || from >= total) return null;
    const { session, kinds } = source;
    const query = { ...refOf(session), ...sought, from, backwards: step < 0, ...(kinds === "" ? {} : { kinds }) };
    return (await api.call("findSessionEvent", { params: { id: session.session_id }, query })).offset;
  };
  const begin = async (hunt: HuntFor): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setBusy(true);
    try {
      const found = await find(hunt);
      if (signal.aborted) return;
      if (found === null) toast.say(`No ${hunt.what} found ${hunt.step === 1 ? "after" : "before"} this event.`);
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
