import { useNavigate, useSearch } from "@tanstack/react-router";
import type { SearchParams } from "./search-text.js";

/** Undefined and empty values are removed from the URL. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

export interface AddressFilters {
  /** The given names that have a value in the URL. */
  readonly values: SearchParams;
  readonly offset: number;
  /** Applies changes, removes empty values, and returns to the first page. */
  set(changes: SearchChange): void;
  clear(): void;
  turnTo(offset: number): void;
}

/**
 * Filters and pagination, kept in the URL so that they can be shared and restored. Changes do not add history entries.
 * They replace the current entry.
 */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const change = (changes: SearchChange): void =>
    void navigate({ to: ".", search: merged(params, changes), replace: true, resetScroll: false });
  const offset = Number(params["offset"]);
  return {
    values: Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : []))),
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    set: (changes) => change({ ...changes, offset: undefined }),
    clear: () => change(Object.fromEntries([...names, "offset"].map((name) => [name, undefined]))),
    turnTo: (to) => change({ offset: to > 0 ? String(to) : undefined }),
  };
}

const merged = (params: SearchParams, changes: SearchChange): SearchParams =>
  Object.fromEntries(
    Object.entries({ ...params, ...changes }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
