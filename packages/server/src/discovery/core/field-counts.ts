import type { Searchable } from "./searchable.js";
import { wordsOf } from "./words.js";

/** What a word counts in each part of an item; how much a part weighs that is longer than the usual one. */
const FIELDS = { name: 2.5, queries: 1.5, tools: 1, toolNames: 1.5, tags: 1.2, description: 1 } as const;
/** Words of an ordinary item. Fixed, like the weights of words, so that an item's score does not hang on its neighbours. */
const USUAL_LENGTH = 30;
/** A server with a hundred tools is not penalized more than one with twenty. */
const MAX_RATIO = 3;
/** The usual constants of BM25: how soon repetition stops to count, and how much length does. */
const K1 = 1.2;
const B = 0.75;
/** What is looked at of one item, so that nobody fills the index with a novel. */
const MAX_TOOLS = 100;
const MAX_CHARACTERS = 4000;

/** What each word is worth in an item, apart from how telling it is: from 0 to 2.2. */
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
  add(item.name, FIELDS.name);
  add(otherWordsOf(item), FIELDS.tags);
  add(item.queries.join("\n"), FIELDS.queries);
  add(tools.map(({ name }) => name).join("\n"), FIELDS.toolNames);
  for (const { description } of tools) add(description.slice(0, MAX_CHARACTERS / 10), FIELDS.tools);
  add(item.tags.join("\n"), FIELDS.tags);
  add(item.description, FIELDS.description);
  const slowdown = K1 * (1 - B + B * Math.min(length / USUAL_LENGTH, MAX_RATIO));
  for (const [stem, count] of counts) counts.set(stem, (count * (K1 + 1)) / (count + slowdown));
  return counts;
}

/** Slugs mostly repeat the name: only what they add to it counts. */
function otherWordsOf({ name, otherNames }: Searchable): string {
  const known = new Set(wordsOf(name).map(({ stem }) => stem));
  const more = new Map<string, string>();
  for (const other of otherNames) {
    for (const { stem, typed, joined } of wordsOf(other)) if (!joined && !known.has(stem)) more.set(stem, typed);
  }
  return [...more.values()].join(" ");
}
