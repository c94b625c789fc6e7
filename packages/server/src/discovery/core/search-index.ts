import { impactsOf } from "./field-counts.js";
import { readQuestion, type Question } from "./question.js";
import { EXACT_SCORE, LEAST_STRENGTH, scoreOf } from "./relevance.js";
import type { Searchable } from "./searchable.js";
import { Strengths } from "./strengths.js";
import { VectorIndex } from "./vector-index.js";
import { Found, WordIndex } from "./word-index.js";
import { nameKey } from "./words.js";

export { passagesOf, passageVectors } from "./passages.js";
export type { Searchable } from "./searchable.js";

export interface Hit<T> {
  readonly item: T;
  /** From 1 to 100. */
  readonly score: number;
  /** The question's own words that matched, in lower case. */
  readonly matchedOn: readonly string[];
}

interface Scored<T> {
  readonly slot: number;
  readonly item: T;
  readonly score: number;
}

/** A question whose words were found before its vector was there. It must be passed to one `search`, which makes room for the next. */
export interface WordsAhead {
  readonly question: Question;
  /** How many changes the index had seen. */
  readonly changes: number;
}

interface Query {
  readonly text: string;
  /** Of the item that the text names, if it is an identifier. */
  readonly id?: string | undefined;
  readonly vector?: Float32Array | undefined;
  /** Of the same text. */
  readonly words?: WordsAhead | undefined;
  /** Vectors that came later are not looked at, so that a next page goes on where the first ended. */
  readonly asOf?: number;
}

/** So many results are the best there are; those behind them may lack some that were found too roughly. */
const SURE_RESULTS = 200;
/** There is no end to what is a little alike, and nobody reads so far. */
const MIN_CANDIDATES_EXAMINED = 1000;
const MAX_CANDIDATES_EXAMINED = 4000;
const MIN_DEAD_BEFORE_COMPACTION = 1000;

/** Finds items by words, by names and by what their texts mean. */
export class SearchIndex<T extends Searchable> {
  #items: (T | undefined)[] = [];
  #slotOf = new Map<string, number>();
  readonly #named = new Map<string, Set<string>>();
  readonly #words = new WordIndex();
  readonly #vectors = new VectorIndex();
  readonly #found = new Found();
  /** Of the question that has its words ahead of its vector. */
  readonly #foundAhead = new Found();
  #isAhead = false;
  #changes = 0;

  get size(): number {
    return this.#slotOf.size;
  }

  /** Replaces what had the same id. Its vectors stay only if its texts do. */
  put(item: T): void {
    const known = this.#slotOf.get(item.id);
    const before = known === undefined ? undefined : this.#items[known];
    if (known !== undefined && before && saysTheSame(before, item)) {
      this.#items[known] = item;
      return;
    }
    this.remove(item.id);
    this.#changes += 1;
    const slot = this.#items.push(item) - 1;
    this.#slotOf.set(item.id, slot);
    for (const key of namesOf(item)) {
      const ids = this.#named.get(key);
      if (ids) ids.add(item.id);
      else this.#named.set(key, new Set([item.id]));
    }
    this.#words.add(slot, impactsOf(item));
  }

  remove(id: string): void {
    const slot = this.#slotOf.get(id);
    const item = slot === undefined ? undefined : this.#items[slot];
    if (slot === undefined || !item) return;
    this.#changes += 1;
    this.#items[slot] = undefined;
    this.#slotOf.delete(id);
    this.#vectors.remove(slot);
    for (const key of namesOf(item)) {
      const ids = this.#named.get(key);
      ids?.delete(id);
      if (ids?.size === 0) this.#named.delete(key);
    }
    const dead = this.#items.length - this.#slotOf.size;
    if (dead > MIN_DEAD_BEFORE_COMPACTION && dead > this.#slotOf.size) this.#tidy();
  }

  /** Of `passagesOf(item)`, in that order; without them the item is found by words only. */
  setVectors(id: string, vectors: readonly Float32Array[], since?: number): void {
    const slot = this.#slotOf.get(id);
    if (slot !== undefined) this.#vectors.put(slot, vectors, since);
  }

  /**
   * Finds the words of a question while its vector is still being made. Of one question at a time, for the memory: those that come
   * meanwhile wait for their vectors longer than they would gain.
   */
  findWords(text: string): WordsAhead | undefined {
    if (this.#isAhead) return undefined;
    const question = readQuestion(text);
    this.#words.ask(question, this.#items.length, this.#foundAhead);
    this.#isAhead = true;
    return { question, changes: this.#changes };
  }

  /** The thousand or so that fit best, of what is above the cut-off and passes, in no order. Without a vector, by words only. */
  search(query: Query, passes: (item: T) => boolean): Hit<T>[] {
    const question = query.words?.question ?? readQuestion(query.text);
    const isCurrent = query.words?.changes === this.#changes;
    if (query.words) this.#isAhead = false;
    const found = isCurrent ? this.#foundAhead : this.#found;
    if (!isCurrent) this.#words.ask(question, this.#items.length, found);
    const exact = this.#called(query);
    const hits: Hit<T>[] = [];
    for (const slot of exact) {
      const item = this.#items[slot];
      if (item && passes(item)) hits.push(new FoundItem(item, EXACT_SCORE, question, found.wordsIn(slot)));
    }
    if (question.words.length === 0) return hits;
    const nearness = query.vector && question.known > 0 ? this.#vectors.ask(query.vector, query.asOf) : undefined;
    const strengths = new Strengths(question, found, nearness);
    const best = this.#strongest(strengths, (slot, item) => !exact.has(slot) && passes(item));
    for (const { slot, item, score } of best) hits.push(new FoundItem(item, score, question, found.wordsIn(slot)));
    return hits;
  }

  #called({ text, id = "" }: Query): Set<number> {
    const ids = [id, ...(this.#named.get(nameKey(text)) ?? [])];
    return new Set(ids.flatMap((each) => this.#slotOf.get(each) ?? []));
  }

  /** Looks at items from the strongest on, until none that is left can be among the best. */
  #strongest(strengths: Strengths, passes: (slot: number, item: T) => boolean): Scored<T>[] {
    const found: Scored<T>[] = [];
    const counts = new Uint32Array(EXACT_SCORE + 1);
    let passed = 0;
    for (const { slots, atMost } of strengths.fromTheTop()) {
      const isEnough = passed >= MIN_CANDIDATES_EXAMINED && scoreOf(atMost) < leastOfBest(counts, SURE_RESULTS);
      if (isEnough || passed >= MAX_CANDIDATES_EXAMINED) break;
      for (const slot of slots) {
        const item = this.#items[slot];
        // Counted after filtering, so that callers who can see few entries still find all of the near ones.
        if (item === undefined || !passes(slot, item)) continue;
        passed += 1;
        const strength = strengths.of(slot);
        if (strength < LEAST_STRENGTH) continue;
        const score = scoreOf(strength);
        counts[score] = (counts[score] ?? 0) + 1;
        found.push({ slot, item, score });
      }
    }
    const least = leastOfBest(counts, MIN_CANDIDATES_EXAMINED);
    return found.filter(({ score }) => score >= least);
  }

  /** What was removed is skipped by every search: too much of it, and slots are numbered anew. */
  #tidy(): void {
    const numbers = new Map<number, number>();
    const items: T[] = [];
    this.#items.forEach((item, slot) => {
      if (item) numbers.set(slot, items.push(item) - 1);
    });
    this.#words.renumber(numbers);
    this.#vectors.renumber(numbers);
    this.#items = items;
    this.#slotOf = new Map(items.map((item, slot) => [item.id, slot]));
  }
}

/** The score that the last of the best has; 0 when there are fewer. `counts` tells how many have which score. */
function leastOfBest(counts: Uint32Array, wanted: number): number {
  let found = 0;
  for (let score = counts.length - 1; score > 0; score -= 1) {
    found += counts[score] ?? 0;
    if (found >= wanted) return score;
  }
  return 0;
}

const namesOf = ({ name, otherNames }: Searchable): Set<string> =>
  new Set([name, ...otherNames].map(nameKey).filter((key) => key !== ""));

const textsOf = ({ name, otherNames, description, queries, tools, tags }: Searchable): string =>
  JSON.stringify([name, otherNames, description, queries, tools.map((tool) => [tool.name, tool.description]), tags]);

const saysTheSame = (a: Searchable, b: Searchable): boolean => textsOf(a) === textsOf(b);

/** Many are found of which few are shown, so what they matched on is told only when it is asked for. */
class FoundItem<T> implements Hit<T> {
  readonly item: T;
  readonly score: number;
  readonly #question: Question;
  readonly #bits: number;

  constructor(item: T, score: number, question: Question, bits: number) {
    this.item = item;
    this.score = score;
    this.#question = question;
    this.#bits = bits;
  }

  get matchedOn(): string[] {
    return this.#question.words.filter((_, number) => this.#bits & (1 << number)).map(({ typed }) => typed);
  }
}
