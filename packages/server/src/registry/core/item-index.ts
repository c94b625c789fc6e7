import type { ItemKind } from "@tackroom/contract";
import { RANK, runsOf, SHORT_WORDS } from "./search-words.js";
import { keepBest } from "./keep-best.js";

/** What is known of an item to find it: texts in lower case, of which `text` begins with the name and a line break. */
export interface IndexedItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly audience: string;
  readonly visibility: string;
  readonly namespace: string;
  readonly teamId: string | null;
  readonly facets: readonly string[];
  readonly harnesses: readonly string[];
  readonly name: string;
  readonly text: string;
  /** Microseconds since 1970. */
  readonly updatedAt: number;
}

export interface Search {
  /** The whole text in lowercase. */
  readonly phrase: string;
  readonly words: readonly string[];
}

export interface Found {
  /** Of the page, best first. */
  readonly ids: string[];
  /** Of all pages. */
  readonly total: number;
}

/** A run of the letters that search words are made of, and the places where it occurs. */
interface Run {
  readonly text: string;
  /** Each is a slot and where in its item: `slot * 4 + IN_NAME` or `slot * 4 + IN_FIELD`. */
  readonly places: number[];
}

interface Hit {
  readonly item: IndexedItem;
  readonly score: number;
}

const IN_NAME = 1;
const IN_FIELD = 2;
const MIN_DEAD_BEFORE_COMPACTION = 1000;

/**
 * Finds items by parts of words. A word that is searched for has no spaces, so it lies within one run of a text; runs are
 * found by three of their letters, and an item is looked at only when it has the word.
 */
export class ItemIndex {
  #slots: (IndexedItem | undefined)[] = [];
  #slotOf = new Map<string, number>();
  #runs = new Map<string, Run>();
  /** By three letters, or by one of the short words that mean something. */
  #runsWith = new Map<string, Run[]>();
  #hits = new Hits();

  put(item: IndexedItem): void {
    const known = this.#slotOf.get(item.id);
    const before = known === undefined ? undefined : this.#slots[known];
    if (known !== undefined && before?.text === item.text && before.name === item.name) {
      this.#slots[known] = item;
      return;
    }
    this.remove(item.id);
    const slot = this.#slots.push(item) - 1;
    this.#slotOf.set(item.id, slot);
    for (const text of new Set(runsOf(item.name))) this.#runOf(text).places.push(slot * 4 + IN_NAME);
    for (const text of new Set(runsOf(item.text.slice(item.name.length + 1)))) {
      this.#runOf(text).places.push(slot * 4 + IN_FIELD);
    }
  }

  remove(id: string): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#slots[slot] = undefined;
    this.#slotOf.delete(id);
    const dead = this.#slots.length - this.#slotOf.size;
    if (dead > MIN_DEAD_BEFORE_COMPACTION && dead > this.#slotOf.size) this.#tidy();
  }

  /** Items with any of the words, best first, then newest; of those that pass. */
  find(search: Search, page: { limit: number; offset: number }, passes: (item: IndexedItem) => boolean): Found {
    const { phrase, words } = search;
    const isOneWord = words.length === 1 && words[0] === phrase;
    const hits = this.#hits;
    hits.begin(this.#slots.length);
    for (const word of words) {
      for (const run of this.#runsContaining(word)) hits.add(run.places);
      hits.endWord(isOneWord);
    }
    const best = keepBest<Hit>(page.offset + page.limit, byScoreThenNewest);
    let total = 0;
    for (const slot of hits.slots) {
      const item = this.#slots[slot];
      if (!item || !passes(item)) continue;
      total += 1;
      const hasAll = !isOneWord && hits.wordsIn(slot) === words.length;
      best.add({ item, score: hits.scoreOf(slot) + (hasAll ? phraseScore(item, phrase) : 0) });
    }
    return {
      ids: best
        .end()
        .slice(page.offset)
        .map(({ item }) => item.id),
      total,
    };
  }

  #runOf(text: string): Run {
    const known = this.#runs.get(text);
    if (known) return known;
    const run: Run = { text, places: [] };
    this.#runs.set(text, run);
    for (const key of keysOf(text)) {
      const runs = this.#runsWith.get(key);
      if (runs) runs.push(run);
      else this.#runsWith.set(key, [run]);
    }
    return run;
  }

  #runsContaining(word: string): readonly Run[] {
    if (word.length < 3) return this.#runsWith.get(word) ?? [];
    let fewest: readonly Run[] | undefined;
    for (let at = 0; at + 3 <= word.length; at += 1) {
      const runs = this.#runsWith.get(word.slice(at, at + 3)) ?? [];
      if (!fewest || runs.length < fewest.length) fewest = runs;
    }
    return (fewest ?? []).filter(({ text }) => text.includes(word));
  }

  /** What was removed is skipped by every search: too much of it, and all is written anew. */
  #tidy(): void {
    const live = this.#slots.filter((item) => item !== undefined);
    this.#slots = [];
    this.#slotOf = new Map();
    this.#runs = new Map();
    this.#runsWith = new Map();
    for (const item of live) this.put(item);
  }
}

function keysOf(run: string): Set<string> {
  const keys = new Set(SHORT_WORDS.filter((word) => run.includes(word)));
  for (let at = 0; at + 3 <= run.length; at += 1) keys.add(run.slice(at, at + 3));
  return keys;
}

/** An item that contains the phrase contains all its words, so only those items are checked. */
function phraseScore({ name, text }: IndexedItem, phrase: string): number {
  const inName = name.includes(phrase) ? RANK.phraseInName : 0;
  return inName + (text.includes(phrase, name.length + 1) ? RANK.phraseInField : 0);
}

function byScoreThenNewest(a: Hit, b: Hit): number {
  return b.score - a.score || b.item.updatedAt - a.item.updatedAt || (a.item.id < b.item.id ? 1 : -1);
}

/** Counts for each slot what a search finds there. Kept from one search to the next, because clearing costs less than making. */
class Hits {
  slots: number[] = [];
  #score = new Uint32Array(0);
  #words = new Uint16Array(0);
  /** Where the present word was seen. */
  #seen = new Uint8Array(0);
  #ofWord: number[] = [];

  begin(size: number): void {
    for (const slot of this.slots) this.#score[slot] = this.#words[slot] = 0;
    this.slots = [];
    if (size <= this.#score.length) return;
    this.#score = new Uint32Array(size * 2);
    this.#words = new Uint16Array(size * 2);
    this.#seen = new Uint8Array(size * 2);
  }

  add(places: readonly number[]): void {
    for (const place of places) {
      const slot = place >>> 2;
      const seen = this.#seen[slot] ?? 0;
      if (seen === 0) this.#ofWord.push(slot);
      this.#seen[slot] = seen | (place & 3);
    }
  }

  /** One word that is the whole phrase counts as both. */
  endWord(isPhrase: boolean): void {
    const inName = RANK.wordInName + (isPhrase ? RANK.phraseInName : 0);
    const inField = RANK.wordInField + (isPhrase ? RANK.phraseInField : 0);
    for (const slot of this.#ofWord) {
      const seen = this.#seen[slot] ?? 0;
      if (this.#words[slot] === 0) this.slots.push(slot);
      this.#words[slot] = (this.#words[slot] ?? 0) + 1;
      this.#score[slot] = (this.#score[slot] ?? 0) + (seen & IN_NAME ? inName : 0) + (seen & IN_FIELD ? inField : 0);
      this.#seen[slot] = 0;
    }
    this.#ofWord = [];
  }

  scoreOf = (slot: number): number => this.#score[slot] ?? 0;
  wordsIn = (slot: number): number => this.#words[slot] ?? 0;
}
