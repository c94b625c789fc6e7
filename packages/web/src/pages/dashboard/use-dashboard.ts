import { useState } from "react";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { useAddressFilters, type SearchChange } from "../../ui/forms/address-filters.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import { PERIOD_NAMES, periodOf } from "../sessions/period.js";
import { sessionsBehind, type Behind, type Filter } from "./behind.js";
import { DEFAULT_PERIOD, stretchesOf, type Stretches } from "./days.js";

/** Whose dashboard it is: of everyone the viewer may see, of a person, or of a team. */
export interface Scope {
  readonly user_id?: string;
  readonly team_id?: string;
}

const FILTERS = ["harness", "agent_id", "project", "user_id", "team_id", "model"] as const;
const NAMES = [...FILTERS, ...PERIOD_NAMES, "split", "failures", "used"];

export interface Dashboard {
  readonly params: SearchParams;
  readonly change: (change: SearchChange) => void;
  /** The filters, and the period or the one before. */
  readonly filter: Filter;
  readonly filterBefore: Filter;
  /** The filters without a period. */
  readonly filters: Filter;
  readonly stretches: Stretches;
  /** Whether more than one person is counted. */
  readonly showsPeople: boolean;
  /** The sessions behind a number. */
  readonly behind: (more?: Record<string, string>) => Behind;
}

/** The filters of a dashboard, which are in the address, and what follows from them. */
export function useDashboard(scope: Scope): Dashboard {
  const { values, set: change } = useAddressFilters(NAMES);
  const isAdmin = mayActAs(useUser(), "admin");
  // The same until the page is left, so that midnight does not ask everything anew.
  const [now] = useState(() => new Date());
  const params: SearchParams = { ...values, ...scope };
  const stretches = stretchesOf(params, now);
  const filters: Filter = Object.fromEntries(FILTERS.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  return {
    params,
    change,
    filters,
    stretches,
    filter: { ...filters, ...rangeOf(stretches.days) },
    filterBefore: { ...filters, ...rangeOf(stretches.before) },
    showsPeople: isAdmin && filters.user_id === undefined,
    behind: (more = {}) => sessionsBehind(params, periodOf(params, DEFAULT_PERIOD), more),
  };
}

/** A period without days has nothing: the day that ends it comes before the one that begins it. */
function rangeOf(days: readonly string[]): Pick<Filter, "from" | "to"> {
  const [from, to] = [days[0] ?? "1970-01-02", days.at(-1) ?? "1970-01-01"];
  return { from, to };
}

/** The totals of the period and of the one before, and their days. */
export function useTotals({ filter, filterBefore }: Dashboard) {
  const options = { keepsPrevious: true } as const;
  const limit = 500;
  return {
    now: useCall("getDashboardSummary", { query: filter }, options),
    before: useCall("getDashboardSummary", { query: filterBefore }, options),
    days: useCall("getDashboardBreakdown", { query: { ...filter, by: "day", limit } }, options),
    daysBefore: useCall("getDashboardBreakdown", { query: { ...filterBefore, by: "day", limit } }, options),
  };
}
