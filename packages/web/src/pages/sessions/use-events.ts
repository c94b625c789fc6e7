import { useQueries, useQuery } from "@tanstack/react-query";
import type { Session, SessionEvent } from "@tackroom/contract";
import { useEffect, useRef } from "react";
import type { Api, Listed } from "../../api/client.js";
import { useApi } from "../../api/context.js";
import type { ApiProblem } from "../../api/problem.js";
import { useSettled } from "../../ui/theme/use-settled.js";
import { refOf } from "./session-link.js";

export interface EventSource {
  readonly session: Session;
  /** Comma-separated kinds; empty: all. */
  readonly kinds: string;
}

/** Lines change only by a repair, so a full page is fetched once, and the last page when it has grown. */
function pageQuery(api: Api, { session, kinds }: EventSource, page: number, total: number) {
  const offset = page * PAGE_SIZE;
  const length = Math.min(PAGE_SIZE, total - offset);
  return {
    queryKey: ["listSessionEvents", session.session_id, refOf(session), session.generation, kinds, page, length],
    queryFn: () => listEvents(api, { session, kinds }, PAGE_SIZE, offset),
    staleTime: Infinity,
  };
}

const listEvents = (api: Api, { session, kinds }: EventSource, limit: number, offset: number) =>
  api.list("listSessionEvents", {
    params: { id: session.session_id },
    query: { ...refOf(session), limit, offset, ...(kinds === "" ? {} : { kinds }) },
  });

/** How many events there are. */
export function useEventCount({ session, kinds }: EventSource) {
  const api = useApi();
  return useQuery<Listed<SessionEvent>, ApiProblem>({
    queryKey: ["listSessionEvents", session.session_id, refOf(session), session.events, kinds],
    queryFn: () => listEvents(api, { session, kinds }, 1, 0),
    placeholderData: (before) => before,
  });
}

export interface Events {
  readonly eventAt: (index: number) => SessionEvent | undefined;
  readonly problem: ApiProblem | undefined;
}

/** The page size. */
const PAGE_SIZE = 200;
const PASSED_BY_MS = 120;

/** The events around the visible ones. */
export function useEvents(source: EventSource, total: number, first: number, last: number): Events {
  const api = useApi();
  const pages: number[] = [];
  for (let page = Math.floor(first / PAGE_SIZE); page * PAGE_SIZE <= last && page * PAGE_SIZE < total; page++) {
    pages.push(page);
  }
  // Pages that are only scrolled past are not requested: they would delay the page at the end.
  const enabled = useSettled(pages.join(), { ready: true, afterMs: PASSED_BY_MS }) === pages.join();
  const results = useQueries({
    queries: pages.map((page) => ({ ...pageQuery(api, source, page, total), enabled })),
  });
  // The last page stays visible while it is refetched.
  const shown = useRef(new Map<number, readonly SessionEvent[]>());
  const now = new Map(
    pages.map((page, at) => [page, results[at]?.data?.items ?? shown.current.get(page) ?? []] as const),
  );
  useEffect(() => {
    shown.current = now;
  });
  return {
    eventAt: (index) => now.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    problem: results.find(({ error }) => error)?.error as ApiProblem | undefined,
  };
}
