import { useMemo } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { STARTER_SKILL_SLUG } from "@tackroom/contract/slug";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../api/problem.js";
import { useCall, useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { useIncomingTransfers } from "../../api/transfers.js";
import { weekOf, weekBefore } from "./week-days.js";

const ROWS = 5;
/** The server's max page size: those that were answered can be anywhere among those that were not. */
const SUBMISSIONS = 200;
const NEW_ITEMS = 4;
const ACTIVITIES = 8;

/** Everything that the home page shows. Its parts are shown together, so that none of them moves another. */
export function useHome() {
  const user = useUser();
  const reviews = mayActAs(user, "reviewer");
  const user_id = user.id;
  // The week is that of the visit; a new one with each render would be asked for again.
  const { week, before } = useMemo(() => {
    const now = new Date();
    return { week: weekOf(now), before: weekBefore(now) };
  }, []);
  const calls = {
    offers: useIncomingTransfers(),
    sessions: useList("listSessions", { query: { user_id, top_level: true, limit: ROWS } }),
    items: useCall("listAllItems", { query: { sort: "newest", limit: NEW_ITEMS } }),
    submissions: useList("listSubmissions", { query: { limit: ROWS } }, { enabled: reviews }),
    own: useList("listMySubmissions", { query: { limit: SUBMISSIONS } }),
    updates: useCall("listMyUpdates", {}, { fresh: true }),
    inbox: useCall("listInbox", { query: { unread: true, limit: 50 } }, { fresh: true }),
    activity: useCall("listActivity", { query: { limit: ACTIVITIES } }),
    summary: useCall("getDashboardSummary", { query: { user_id, ...week } }),
    summaryBefore: useCall("getDashboardSummary", { query: { user_id, ...before } }),
    cost: useCall("getDashboardSeries", { query: { user_id, ...week, metric: "cost_usd", interval: "day" } }),
  };
  const all: readonly Pick<UseQueryResult<unknown, ApiProblem>, "isLoading" | "failureCount" | "error" | "refetch">[] =
    Object.values(calls);
  const failed = all.filter(({ error }) => error !== null);
  return {
    ...calls,
    user,
    recorded: (calls.sessions.data?.total ?? 0) > 0,
    /** The starter skill does not count, because every new server has it. */
    hasItems: (calls.items.data?.items ?? []).some(({ slug }) => slug !== STARTER_SKILL_SLUG),
    isLoading: all.some(({ isLoading, failureCount }) => isLoading && failureCount === 0),
    /** The first one: what made it fail usually holds for the others, too. */
    error: failed[0]?.error ?? null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

export type Home = ReturnType<typeof useHome>;
export type Updates = ReplyOf<"listMyUpdates">["items"];
export type Notifications = ReplyOf<"listInbox">["items"];
