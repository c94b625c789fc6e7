import type { Searchable } from "@tackroom/server/discovery/core/search-index";
import { stemmer } from "stemmer";

const K1 = 1.2;
const B = 0.75;
const STOP_WORDS = new Set(
  `a an and are as at be but by can could did do does for from had has have how i if in into is it its me my no not of on or
  our please she should so than that the their them then there these they this to was we were what when where which who why
  will with would you your`.split(/\s+/),
);

/** Content words, stemmed: what BM25 looks at, and what a question may share little of with its item. */
export const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word)).map((word) => stemmer(word));

export const textOf = ({ name, description, queries, tools, tags }: Searchable): string =>
  [name, description, ...queries, ...tools.flatMap((tool) => [tool.name, tool.description]), ...tags].join("\n");

/** BM25 as in the textbook, over all texts of an item: what ours is measured against. */
export class PlainBm25 {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #ids: string[] = [];

  constructor(items: readonly Searchable[]) {
    items.forEach((item, at) => {
      const stems = stemsOf(textOf(item));
      this.#ids.push(item.id);
      this.#lengths.push(stems.length);
      for (const stem of stems) {
        const counts = this.#postings.get(stem) ?? new Map<number, number>();
        this.#postings.set(stem, counts.set(at, (counts.get(at) ?? 0) + 1));
      }
    });
  }

  /** Ids, best first. */
  search(text: string): string[] {
    const count = this.#ids.length;
    const average = this.#lengths.reduce((sum, length) => sum + length, 0) / count;
    const scores = new Map<number, number>();
    for (const stem of stemsOf(text)) {
      const postings = this.#postings.get(stem) ?? new Map<number, number>();
      const rarity = Math.log(1 + (count - postings.size + 0.5) / (postings.size + 0.5));
      for (const [at, times] of postings) {
        const length = (this.#lengths[at] ?? 0) / average;
        const worth = (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
        scores.set(at, (scores.get(at) ?? 0) + worth);
      }
    }
    return [...scores].toSorted(([a, x], [b, y]) => y - x || a - b).map(([at]) => this.#ids[at] ?? "");
  }
}
