import { useNavigate, useSearch } from "@tanstack/react-router";

export type SearchParams = Readonly<Record<string, string>>;
/** Undefined and empty ones are left out of the address. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

/** What the address says after `?`, as text, and how to change some of it without a new step in the history. */
export function useSearchParams(): readonly [SearchParams, (change: SearchChange) => void] {
  const given = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const params = textsOf(given);
  const change = (changed: SearchChange): void =>
    void navigate({ to: ".", search: merged(params, changed), replace: true, resetScroll: false });
  return [params, change];
}

const textsOf = (given: Readonly<Record<string, unknown>>): SearchParams =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      ["string", "number", "boolean"].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );

const merged = (params: SearchParams, changed: SearchChange): SearchParams =>
  Object.fromEntries(
    Object.entries({ ...params, ...changed }).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  );
