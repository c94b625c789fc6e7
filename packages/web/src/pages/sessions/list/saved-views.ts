import { useAction, useCall } from "../../../api/queries.js";
import type { ApiProblem } from "../../../api/problem.js";
import type { SearchParams } from "../../../ui/forms/search-text.js";

export interface SavedView {
  readonly name: string;
  readonly params: SearchParams;
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly problem: ApiProblem | null;
  /** Replaces a view of the same name. */
  save(view: SavedView): void;
  remove(name: string): void;
}

/** Views are kept by the server, so they are there in every browser of the same user. */
export function useSavedViews(): SavedViews {
  const saved = useCall("listSessionViews");
  const saving = useAction("saveSessionView", { refreshes: ["listSessionViews"] });
  const removing = useAction("deleteSessionView", { refreshes: ["listSessionViews"] });
  return {
    views: saved.data ?? [],
    problem: saved.error ?? saving.error ?? removing.error,
    save: ({ name, params }) => saving.mutate({ params: { name }, body: { params } }),
    remove: (name) => removing.mutate({ params: { name } }),
  };
}

export const sameParams = (one: SearchParams, other: SearchParams): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
};
