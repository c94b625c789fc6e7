import { WHOLE_LIST_ROWS } from "@tackroom/contract";
import { Answer } from "./answer.js";

export interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
}

const ROWS_OF_A_PAGE = 50;

/** The page of a list that is returned whole, up to a limit, if the caller does not ask for a page. */
export function pageOrWhole({ limit, offset }: { readonly limit?: number; readonly offset?: number }) {
  return { limit: limit ?? (offset === undefined ? WHOLE_LIST_ROWS : ROWS_OF_A_PAGE), offset: offset ?? 0 };
}

/** The contract's list: a bare array, with `X-Total-Count` and RFC 8288 links to the pages around it. */
export function page<Item>(
  { items, total }: Page<Item>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  url: string,
): Answer<Item[]> {
  const [path = "", query = ""] = url.split("?");
  const link = (rel: string, at: number): string => {
    const parameters = new URLSearchParams(query);
    parameters.set("limit", String(limit));
    parameters.set("offset", String(at));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const links = [
    link("first", 0),
    ...(offset > 0 ? [link("prev", Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [link("next", offset + limit)] : []),
    link("last", total === 0 ? 0 : Math.floor((total - 1) / limit) * limit),
  ];
  return new Answer(items, { headers: { "x-total-count": String(total), link: links.join(", ") } });
}
