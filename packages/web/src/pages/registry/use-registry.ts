import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import { ITEM_TYPES, type ItemType } from "../../api/kinds.js";
import type { ApiProblem } from "../../api/problem.js";
import { useLists } from "../../api/queries.js";
import { mergeRows, type RegistryRow } from "./registry-rows.js";
import { readRegistrySearch, writeRegistrySearch, type RegistrySearch } from "./registry-search.js";

/** The page size of one kind, and of each kind when all are shown. */
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

/** The items of all kinds at once, so that each shows its total. */
export function useRegistry(search: RegistrySearch): RegistryResult {
  const q = useDeferredValue(search.q);
  const { harness, tag, team, status, type, offset } = search;
  const own = status !== "approved";
  const found = useLists(
    ITEM_TYPES.map((each) => `${each}.listItems` as const),
    {
      query: {
        search: q,
        ...(team === "" ? {} : { team_id: team }),
        ...(harness === "" ? {} : { harness }),
        ...(tag === "" ? {} : { tag }),
        limit: PAGE_SIZE,
        offset,
      },
    },
    { enabled: !own, keepsPrevious: true },
  );
  const mine = useLists(
    ITEM_TYPES.map((each) => `${each}.listMyItems` as const),
    { query: { limit: 200 } },
    { enabled: own, keepsPrevious: true },
  );
  const lists = own ? mine : found;
  const rows = useMemo(() => {
    const shown = ITEM_TYPES.map((each, place) => ({ type: each, items: lists[place]?.data?.items ?? [] }));
    const chosen = shown.filter((list) => type === undefined || list.type === type);
    return mergeRows(chosen, { q, harness, tag, status: own && status !== "mine" ? status : "" });
  }, [lists, type, q, harness, tag, own, status]);
  const failed = lists.find(({ error }) => error !== null);
  return {
    rows,
    totals: Object.fromEntries(ITEM_TYPES.map((each, place) => [each, lists[place]?.data?.total])),
    loading: lists.some(({ isPending }) => isPending),
    problem: failed?.error ?? null,
    retry: () => lists.forEach((list) => void list.refetch()),
  };
}
