import type { Searchable } from "./searchable.js";
import { wordsOf } from "./words.js";

/** BM25F: the weight of a term in each field of an item. */
const FIELD_WEIGHTS = { name: 2.5, queries: 1.5, tools: 1, toolNames: 1.5, tags: 1.2, description: 1 } as const;
/** Average document length. A constant, like the inverse document frequencies, so that scores do not depend on other items. */
const AVERAGE_LENGTH = 30;
/** A server with a hundred tools is not penalized more than one with twenty. */
const MAX_RATIO = 3;
/** The usual BM25 constants: term frequency saturation and length normalization. */
const K1 = 1.2;
const B = 0.75;
/** Limits per item, so that a single item cannot bloat the index. */
const MAX_TOOLS = 100;
const MAX_CHARACTERS = 4000;

/** The BM25 score of each term of an item without its inverse document frequency: from 0 to 2.2. */
export function impactsOf(item: Searchable): Map<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (text: string, factor: number): void => {
    for (const { stem, joined } of wordsOf(text.slice(0, MAX_CHARACTERS))) {
      counts.set(stem, (counts.get(stem) ?? 0) + factor);
      if (!joined) length += 1;
    }
  };
  const tools = item.tools.slice(0, MAX_TOOLS);
  add(item.name, FIELD_WEIGHTS.name);
  add(otherWordsOf(item), FIELD_WEIGHTS.tags);
  add(item.queries.join("\n"), FIELD_WEIGHTS.queries);
  add(tools.map(({ name }) => name).join("\n"), FIELD_WEIGHTS.toolNames);
  for (const { description } of tools) add(description.slice(0, MAX_CHARACTERS / 10), FIELD_WEIGHTS.tools);
  add(item.tags.join("\n"), FIELD_WEIGHTS.tags);
  add(item.description, FIELD_WEIGHTS.description);
  const saturation = K1 * (1 - B + B * Math.min(length / AVERAGE_LENGTH, MAX_RATIO));
  for (const [stem, count] of counts) counts.set(stem, (count * (K1 + 1)) / (count + saturation));
  return counts;
}

/** Slugs mostly repeat the name, so only their additional words are counted. */
function otherWordsOf({ name, otherNames }: Searchable): string {
  const known = new Set(wordsOf(name).map(({ stem }) => stem));
  const more = new Map<string, string>();
  for (const other of otherNames) {
    for (const { stem, typed, joined } of wordsOf(other)) if (!joined && !known.has(stem)) more.set(stem, typed);
  }
  return [...more.values()].join(" ");
}
