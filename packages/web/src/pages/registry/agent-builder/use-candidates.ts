import { useMemo } from "react";
import type { ApiProblem } from "../../../api/problem.js";
import { useCall, useLists } from "../../../api/queries.js";
import { useSettled } from "../../../ui/forms/use-settled.js";
import type { RegistryRow } from "../registry-rows.js";
import { candidateRows } from "./candidate-rows.js";
import { COMPONENT_TYPES, type Components } from "./component-choice.js";

/** For more, users search instead of scrolling. */
const MAX_APPROVED = 100;

export interface Candidates {
  readonly rows: readonly RegistryRow[];
  /** Whether the results belong to the current input. */
  readonly settled: boolean;
  readonly problem: ApiProblem | null;
  retry(): void;
}

/** Components that can be added: the author's own unapproved ones, and the visible ones. */
export function useCandidates(typed: string, chosen: Components): Candidates {
  const q = useSettled(typed);
  const approved = useCall(
    "listAllItems",
    { query: { search: q, types: COMPONENT_TYPES.join(","), limit: MAX_APPROVED } },
    { keepsPrevious: true },
  );
  const own = useLists(
    COMPONENT_TYPES.map((type) => `${type}.listMyItems` as const),
    { query: { limit: 200 } },
  );
  const items = approved.data?.items;
  const rows = useMemo(() => {
    const lists = COMPONENT_TYPES.map((type, place) => ({ type, items: own[place]?.data?.items ?? [] }));
    return candidateRows({ q, chosen, own: lists, found: items ?? [] });
  }, [items, own, chosen, q]);
  const queries = [approved, ...own];
  const loading = queries.some(({ isLoading }) => isLoading);
  const failed = queries.find(({ error }) => error !== null);
  return {
    // Empty until all kinds are loaded, because each list would shift the others.
    rows: loading ? [] : rows,
    settled: q === typed && !loading && !approved.isPlaceholderData,
    problem: failed?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
  };
}
