import { useEffect, useRef, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useApi } from "../../../api/context.js";
import { ApiProblem } from "../../../api/problem.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { refOf } from "../session-link.js";
import type { EventSource } from "./use-events.js";

export type Step = 1 | -1;
export type Found = ReplyOf<"findSessionEvent">;

export interface HuntFor {
  /** The offset at which it starts. */
  readonly from: number;
  readonly step: Step;
  readonly failed?: boolean;
  readonly text?: string;
  readonly counted?: boolean;
  readonly from_line?: number;
  /** Goes on at the other end where there is none. */
  readonly wraps?: boolean;
}

/** Finds events at any distance, which the server does. A new hunt cancels the previous one, which then answers nothing. */
export function useHunt({ session, kinds }: EventSource, total: number) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const toast = useToast();
  useEffect(() => () => running.current?.abort(), []);

  const find = async ({ step, from, wraps = false, ...sought }: HuntFor): Promise<Found> => {
    const ask = (start: number) =>
      api.call("findSessionEvent", {
        params: { id: session.session_id },
        query: { ...refOf(session), ...sought, from: start, backwards: step < 0, ...(kinds === "" ? {} : { kinds }) },
      });
    const nothing: Found = { offset: null, index: null, total: null };
    const found = from < 0 || from >= total ? nothing : await ask(from);
    return found.offset === null && wraps && total > 0 ? ask(step > 0 ? 0 : total - 1) : found;
  };
  const hunt = async (wanted: HuntFor, onFound: (found: Found) => void): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setBusy(true);
    try {
      const found = await find(wanted);
      if (!signal.aborted) onFound(found);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!signal.aborted) toast.complain(error.message);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return { busy, hunt: (wanted: HuntFor, onFound: (found: Found) => void) => void hunt(wanted, onFound) };
}

export type Hunt = ReturnType<typeof useHunt>["hunt"];
