import { useDeferredValue, useMemo } from "react";
import type { ApiProblem } from "../../../api/problem.js";
import { useLists } from "../../../api/queries.js";
import { mergeRows, type RegistryRow } from "../registry-rows.js";
import { COMPONENT_TYPES, type Components } from "./component-choice.js";

/** Per kind. For more, users search instead of scrolling. */
const MAX_PER_KIND = 20;

export interface Candidates {
  readonly rows: readonly RegistryRow[];
  /** Whether the results belong to the current input. */
  readonly settled: boolean;
  readonly problem: ApiProblem | null;
  retry(): void;
}

/** Components that can be added: the visible ones, and the author's own unapproved ones. */
export function useCandidates(typed: string, chosen: Components): Candidates {
  const q = useDeferredValue(typed);
  const approved = useLists(
    COMPONENT_TYPES.map((type) => `${type}.listItems` as const),
    { query: { search: q, limit: MAX_PER_KIND } },
    { keepsPrevious: true },
  );
  const own = useLists(
    COMPONENT_TYPES.map((type) => `${type}.listMyItems` as const),
    { query: { limit: 200 } },
  );
  const rows = useMemo(() => {
    const taken = new Set(chosen.map(({ component_id: id }) => id));
    const lists = COMPONENT_TYPES.map((type, place) => ({
      type,
      items: [
        ...(approved[place]?.data?.items ?? []),
        ...(own[place]?.data?.items ?? []).filter((item) => isUnapproved(item) && fits(item, q)),
      ].filter(({ id }) => !taken.has(id)),
    }));
    return mergeRows(lists, { q, harness: "", tag: "", status: "" });
  }, [approved, own, chosen, q]);
  const lists = [...approved, ...own];
  const loading = lists.some(({ isLoading }) => isLoading);
  const failed = lists.find(({ error }) => error !== null);
  return {
    // Empty until all kinds are loaded, because each list would shift the others.
    rows: loading ? [] : rows,
    settled: q === typed && !loading && approved.every(({ isPlaceholderData }) => !isPlaceholderData),
    problem: failed?.error ?? null,
    retry: () => lists.forEach((list) => void list.refetch()),
  };
}

const isUnapproved = ({ status }: RegistryRow["item"]): boolean => status === "draft" || status === "pending";

/** The server searches approved items; the author's own items are filtered here. */
function fits({ name, description }: RegistryRow["item"], q: string): boolean {
  const text = `${name}\n${description}`.toLowerCase();
  const words = q.toLowerCase().split(/\s+/);
  return words.some((word) => text.includes(word));
}
