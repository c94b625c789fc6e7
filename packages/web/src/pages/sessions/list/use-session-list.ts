import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ASKED_EVERY_MS, useSessionUpdates } from "../../../api/live.js";
import { useCall, useList } from "../../../api/queries.js";
import { countQuery, type SessionQuery } from "./session-views.js";
import { useSteadyRows } from "./use-steady-rows.js";

export const PAGE_SIZE = 50;

/** A page of the list, its totals, and whether both follow what happens. */
export function useSessionList(asked: SessionQuery, offset: number) {
  const live = useLiveUpdates();
  const query = useList(
    "listSessions",
    { query: { ...asked, limit: PAGE_SIZE, offset } },
    { keepsPrevious: true, ...(live ? {} : { refetchEveryMs: ASKED_EVERY_MS }) },
  );
  const counts = useCall("countSessions", { query: countQuery(asked) }, { keepsPrevious: true });
  const steady = useSteadyRows(
    { items: query.data?.items, isCurrent: !query.isPlaceholderData },
    JSON.stringify([asked, offset]),
    PAGE_SIZE,
  );
  return { asked, live, query, counts: counts.data, ...steady };
}

/** Totals are counted over everything that matches, so they follow less closely than the rows. */
const COUNTED_EVERY_MS = 5000;

function useLiveUpdates(): boolean {
  const queries = useQueryClient();
  const isBehind = useRef(false);
  const live = useSessionUpdates(() => {
    isBehind.current = true;
    void queries.invalidateQueries({ queryKey: ["listSessions"] });
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isBehind.current) return;
      isBehind.current = false;
      void queries.invalidateQueries({ queryKey: ["countSessions"] });
    }, COUNTED_EVERY_MS);
    return () => clearInterval(timer);
  }, [queries]);
  return live;
}
