import type { ItemSearch } from "../registry/index.js";
import { bySearchPlace, searchPlace } from "./core/entry-order.js";
import type { EntryIndex } from "./entry-index.js";

/** The search that lists use: the order is that of `POST /ard/search`. */
export const createItemSearch = (index: EntryIndex): ItemSearch => ({
  async rank(text, passes) {
    const { hits } = await index.search(index.begin(text), passes);
    return hits
      .map(({ item, score }) => ({ item, place: searchPlace(item, score) }))
      .toSorted((a, b) => bySearchPlace(a.place, b.place))
      .map(({ item }) => item);
  },
});
