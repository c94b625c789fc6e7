import { useNavigate, useSearch } from "@tanstack/react-router";
import type { SearchParams } from "./search-text.js";

/** Undefined and empty ones are left out of the address. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

export interface AddressFilters {
  /** Those of the names that the address has a value for. */
  readonly values: SearchParams;
  readonly offset: number;
  /** Changes what is given, takes away what is empty, and goes back to the first page. */
  set(changes: SearchChange): void;
  clear(): void;
  turnTo(offset: number): void;
}

/**
 * What a page is narrowed to and where it goes on, kept in the address so that it can be shared and gone back to.
 * A change is no new step in the history.
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
