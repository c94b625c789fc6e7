/** What an address says after `?`. */
export type SearchParams = Readonly<Record<string, string>>;

/** Every value is a text: what looks like a number or like JSON is neither read nor written as one. */
export const parseSearch = (search: string): SearchParams => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
