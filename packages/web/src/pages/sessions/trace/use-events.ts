import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Session, SessionEvent } from "@tackroom/contract";
import { useEffect, useMemo, useRef } from "react";
import type { Api, Listed } from "../../../api/client.js";
import { useApi } from "../../../api/context.js";
import type { ApiProblem } from "../../../api/problem.js";
import { refOf } from "../session-link.js";

export interface EventSource {
  readonly session: Session;
  /** Comma-separated kinds; empty: all. */
  readonly kinds: string;
}

/** The page size. */
export const PAGE_SIZE = 200;
export const pageOf = (offset: number): number => Math.floor(offset / PAGE_SIZE);

interface EventPage {
  readonly page: number;
  readonly items: readonly SessionEvent[];
}

/** Lines change only by a repair, so a full page is fetched once, and the last page when it has grown. */
function pageQuery(api: Api, { session, kinds }: EventSource, page: number, total: number) {
  const offset = page * PAGE_SIZE;
  const length = Math.min(PAGE_SIZE, total - offset);
  return {
    queryKey: ["listSessionEvents", session.session_id, refOf(session), session.generation, kinds, page, length],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<EventPage> => {
      const { items } = await listEvents(api, { session, kinds }, { limit: PAGE_SIZE, offset, signal });
      return { page, items };
    },
    staleTime: Infinity,
  };
}

interface PageIn {
  readonly limit: number;
  readonly offset: number;
  /** A page that is not wanted anymore is not waited for. */
  readonly signal: AbortSignal;
}

const listEvents = (api: Api, { session, kinds }: EventSource, { limit, offset, signal }: PageIn) =>
  api.list("listSessionEvents", {
    params: { id: session.session_id },
    query: { ...refOf(session), limit, offset, ...(kinds === "" ? {} : { kinds }) },
    signal,
  });

/** How many events there are. */
export function useEventCount({ session, kinds }: EventSource) {
  const api = useApi();
  return useQuery<Listed<SessionEvent>, ApiProblem>({
    queryKey: ["listSessionEvents", session.session_id, refOf(session), session.events, kinds],
    queryFn: ({ signal }) => listEvents(api, { session, kinds }, { limit: 1, offset: 0, signal }),
    placeholderData: (before) => before,
  });
}

export interface EventPages {
  readonly pages: ReadonlyMap<number, readonly SessionEvent[]>;
  readonly problem: ApiProblem | undefined;
}

/** The pages that are wanted, as far as they are loaded. */
export function useEventPages(source: EventSource, total: number, wanted: readonly number[]): EventPages {
  const api = useApi();
  const inside = wanted.filter((page) => page * PAGE_SIZE < total);
  const { loaded, problem } = useQueries({
    queries: inside.map((page) => pageQuery(api, source, page, total)),
    combine: combined,
  });
  // The last page stays visible while it is refetched.
  const shown = useRef(new Map<number, readonly SessionEvent[]>());
  const pages = useMemo(() => new Map([...shown.current, ...loaded]), [loaded]);
  useEffect(() => {
    shown.current = pages;
  });
  return { pages, problem };
}

function combined(results: readonly UseQueryResult<EventPage>[]) {
  const pages = results.flatMap(({ data }) => (data ? [[data.page, data.items] as const] : []));
  return {
    loaded: new Map(pages),
    problem: results.find(({ error }) => error)?.error as ApiProblem | undefined,
  };
}
