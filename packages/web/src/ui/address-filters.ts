import { useSearchParams } from "./search-params.js";

export interface AddressFilters {
  readonly values: Readonly<Record<string, string>>;
  readonly offset: number;
  /** Changes what is given, takes away what is empty, and goes back to the first page. */
  set(changes: Readonly<Record<string, string>>): void;
  clear(): void;
  turnTo(offset: number): void;
}

/** What a list is narrowed to and where it goes on, kept in the address so that it can be shared and gone back to. */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const [params, change] = useSearchParams();
  const offset = Number(params["offset"]);
  return {
    values: Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : []))),
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    set: (changes) => change({ ...changes, offset: undefined }),
    clear: () => change(Object.fromEntries([...names, "offset"].map((name) => [name, undefined]))),
    turnTo: (to) => change({ offset: to > 0 ? String(to) : undefined }),
  };
}
