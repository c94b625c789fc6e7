import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { ITEM_TYPES, type ItemType } from "../../api/kinds.js";
import type { ApiProblem } from "../../api/problem.js";
import { useCall, useLists } from "../../api/queries.js";
import { useSettled } from "../../ui/forms/use-settled.js";
import { mergeRows, rowsOf, type RegistryRow } from "./registry-rows.js";
import { readRegistrySearch, writeRegistrySearch, type RegistrySearch } from "./registry-search.js";

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
  /** The totals of all kinds, including hidden ones. */
  readonly totals: Readonly<Partial<Record<ItemType, number>>>;
  readonly loading: boolean;
  readonly problem: ApiProblem | null;
  retry(): void;
}

/** The items of all kinds in one request, so that each shows its total. */
export function useRegistry(search: RegistrySearch): RegistryResult {
  const isOwn = search.status !== "approved";
  const approved = useApproved(search, !isOwn);
  const own = useOwn(search, isOwn);
  return isOwn ? own : approved;
}

function useApproved({ q, harness, tag, team, type, offset }: RegistrySearch, enabled: boolean): RegistryResult {
  const found = useCall(
    "listAllItems",
    {
      query: {
        search: useSettled(q),
        ...(team === "" ? {} : { team_id: team }),
        ...(harness === "" ? {} : { harness }),
        ...(tag === "" ? {} : { tag }),
        ...(type === undefined ? {} : { types: type }),
        limit: PAGE_SIZE,
        offset,
      },
    },
    { enabled, keepsPrevious: true },
  );
  const items = found.data?.items;
  const rows = useMemo(() => rowsOf(items ?? []), [items]);
  return {
    rows,
    totals: found.data?.totals ?? {},
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
    totals: Object.fromEntries(ITEM_TYPES.map((each, place) => [each, lists[place]?.data?.total])),
    loading: lists.some(({ isPending }) => isPending),
    problem: failed?.error ?? null,
    retry: () => lists.forEach((list) => void list.refetch()),
  };
}
