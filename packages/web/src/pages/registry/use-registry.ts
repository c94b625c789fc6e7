import type { RegistryList } from "@tackroom/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { ITEM_TYPES, type ItemType } from "../../api/kinds.js";
import type { ApiProblem } from "../../api/problem.js";
import { useCall, useLists } from "../../api/queries.js";
import { useSettled } from "../../ui/forms/use-settled.js";
import { mergeRows, rowsOf, type RegistryRow } from "./registry-rows.js";
import { chosenFacets, readRegistrySearch, writeRegistrySearch, type RegistrySearch } from "./registry-search.js";

export const PAGE_SIZE = 50;

/** The state in the URL, and a function to change it. */
export function useRegistrySearch(): readonly [RegistrySearch, (changes: Partial<RegistrySearch>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const search = readRegistrySearch(raw);
  const change = (changes: Partial<RegistrySearch>): void => {
    const next = { ...search, offset: 0, ...changes };
    // Typing does not add history entries, so that Back leads to the previous page.
    void navigate({ to: "/registry", search: writeRegistrySearch(next), replace: true });
  };
  return [search, change];
}

export interface RegistryResult {
  readonly rows: readonly RegistryRow[];
  readonly total: number | undefined;
  /** By kind, including those that are not shown. */
  readonly totals: Readonly<Partial<Record<ItemType, number>>>;
  /** Undefined for one's own items, which the server does not count by facet. */
  readonly facets: RegistryList["facets"] | undefined;
  /** The counts of facets are lower bounds. */
  readonly isCapped: boolean;
  readonly loading: boolean;
  readonly problem: ApiProblem | null;
  retry(): void;
}

export function useRegistry(search: RegistrySearch): RegistryResult {
  const isOwn = search.status !== "approved";
  const approved = useApproved(search, !isOwn);
  const own = useOwn(search, isOwn);
  return isOwn ? own : approved;
}

/** All kinds in one request, once per pause in typing. */
function useApproved(search: RegistrySearch, enabled: boolean): RegistryResult {
  const { q, type, sort, offset } = search;
  const asked = useSettled(q);
  const found = useCall(
    "listRegistry",
    {
      query: {
        ...(asked.trim() === "" ? {} : { q: asked }),
        ...(type === undefined ? {} : { type }),
        ...(chosenFacets(search) as Pick<RegistrySearch, "harness">),
        ...(sort === undefined ? {} : { sort }),
        limit: PAGE_SIZE,
        offset,
      },
    },
    { enabled, keepsPrevious: true },
  );
  const { items, facets, total, counts_capped: isCapped = false } = found.data ?? {};
  const rows = useMemo(() => rowsOf(items ?? []), [items]);
  return {
    rows,
    total,
    totals: Object.fromEntries(facets?.type.map(({ value, count }) => [value, count]) ?? []),
    facets,
    isCapped,
    loading: found.isPending,
    problem: found.error,
    retry: () => void found.refetch(),
  };
}

function useOwn({ q, harness, tag, status, type }: RegistrySearch, enabled: boolean): RegistryResult {
  const lists = useLists(
    ITEM_TYPES.map((each) => `${each}.listMyItems` as const),
    { query: { limit: 200 } },
    { enabled, keepsPrevious: true },
  );
  const rows = useMemo(() => {
    const shown = ITEM_TYPES.map((each, place) => ({ type: each, items: lists[place]?.data?.items ?? [] }));
    const chosen = shown.filter((list) => type === undefined || list.type === type);
    return mergeRows(chosen, { q, harness, tag, status: status === "mine" ? "" : status });
  }, [lists, type, q, harness, tag, status]);
  const failed = lists.find(({ error }) => error !== null);
  return {
    rows,
    total: rows.length,
    totals: Object.fromEntries(ITEM_TYPES.map((each, place) => [each, lists[place]?.data?.total])),
    facets: undefined,
    isCapped: false,
    loading: lists.some(({ isPending }) => isPending),
    problem: failed?.error ?? null,
    retry: () => lists.forEach((list) => void list.refetch()),
  };
}
