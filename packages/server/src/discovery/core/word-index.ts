import { likeness, MIN_PREFIX_LENGTH } from "./near-words.js";
import type { AskedWord, Question } from "./question.js";

/** The items that have a word, and what it is worth in each. */
interface Postings {
  slots: Uint32Array;
  impacts: Float32Array;
  length: number;
}

const FIRST_ROOM = 4;
/** What a word is worth when another one stands for it. */
const SAME_AS = 0.8;
/** How much of a word is found where another one begins with it. */
const BEGINNING = 0.6;

/** Finds slots by words. */
export class WordIndex {
  /** By stem. */
  readonly #postings = new Map<string, Postings>();

  add(slot: number, impacts: ReadonlyMap<string, number>): void {
    for (const [stem, impact] of impacts) {
      let postings = this.#postings.get(stem);
      if (!postings) {
        postings = { slots: new Uint32Array(FIRST_ROOM), impacts: new Float32Array(FIRST_ROOM), length: 0 };
        this.#postings.set(stem, postings);
      }
      if (postings.length === postings.slots.length) grow(postings);
      postings.slots[postings.length] = slot;
      postings.impacts[postings.length] = impact;
      postings.length += 1;
    }
  }

  /** Gives slots new numbers, and forgets those without one. */
  renumber(numbers: ReadonlyMap<number, number>): void {
    renumber(this.#postings, numbers);
  }

  /** What the words of a question come to in each slot. */
  ask({ words }: Question, slots: number, found: Found): void {
    found.begin(slots);
    words.forEach((word, number) => {
      for (const [stem, share] of this.#variantsOf(word)) {
        const postings = this.#postings.get(stem);
        if (postings) found.add(postings, share * word.weight);
      }
      found.endWord(number, word.joined ? 0 : word.weight);
      if (word.tries !== "longer") return;
      for (const [stem, share] of this.#longerThan(word)) {
        const postings = this.#postings.get(stem);
        if (postings) found.add(postings, share * word.weight);
      }
      found.endWord(number, BEGINNING * word.weight);
    });
  }

  #variantsOf({ stem, sameAs, tries }: AskedWord): Map<string, number> {
    const variants = new Map([[stem, 1]]);
    for (const other of sameAs) variants.set(other, SAME_AS);
    if (tries !== "similar") return variants;
    for (const known of this.#postings.keys()) {
      const share = known === stem ? 0 : likeness(stem, known);
      if (share > (variants.get(known) ?? 0)) variants.set(known, share);
    }
    return variants;
  }

  *#longerThan({ typed, stem }: AskedWord): Iterable<[string, number]> {
    if (typed.length < MIN_PREFIX_LENGTH) return;
    for (const known of this.#postings.keys()) {
      if (known !== stem && known.startsWith(typed)) yield [known, likeness(typed, known)];
    }
  }
}

function renumber(of: Map<string, Postings>, numbers: ReadonlyMap<number, number>): void {
  for (const [stem, postings] of of) {
    let to = 0;
    for (let from = 0; from < postings.length; from += 1) {
      const slot = numbers.get(postings.slots[from] ?? 0);
      if (slot === undefined) continue;
      postings.slots[to] = slot;
      postings.impacts[to] = postings.impacts[from] ?? 0;
      to += 1;
    }
    postings.length = to;
    if (to === 0) of.delete(stem);
  }
}

function grow(postings: Postings): void {
  const slots = new Uint32Array(postings.length * 2);
  slots.set(postings.slots);
  postings.slots = slots;
  const impacts = new Float32Array(postings.length * 2);
  impacts.set(postings.impacts);
  postings.impacts = impacts;
}

/** Adds up for each slot what a question finds there. Kept from one to the next, because clearing costs less than making. */
export class Found {
  /** Side by side, because both are asked for together. */
  #sums = new Float32Array(0);
  #words = new Uint32Array(0);
  /** Of the present word, its best variant. */
  #best = new Float32Array(0);
  #slots = new Uint32Array(0);
  #count = 0;
  #ofWord = new Uint32Array(0);
  #countOfWord = 0;

  begin(size: number): void {
    for (const slot of this.slots) this.#sums[slot * 2] = this.#sums[slot * 2 + 1] = this.#words[slot] = 0;
    this.#count = 0;
    if (size <= this.#words.length) return;
    this.#sums = new Float32Array(size * 4);
    this.#words = new Uint32Array(size * 2);
    this.#best = new Float32Array(size * 2);
    this.#slots = new Uint32Array(size * 2);
    this.#ofWord = new Uint32Array(size * 2);
  }

  add({ slots, impacts, length }: Readonly<Postings>, factor: number): void {
    const [best, ofWord] = [this.#best, this.#ofWord];
    let count = this.#countOfWord;
    for (let at = 0; at < length; at += 1) {
      const slot = slots[at] ?? 0;
      const worth = (impacts[at] ?? 0) * factor;
      const before = best[slot] ?? 0;
      if (before === 0) {
        ofWord[count] = slot;
        count += 1;
      }
      if (worth > before) best[slot] = worth;
    }
    this.#countOfWord = count;
  }

  endWord(number: number, weight: number): void {
    const [best, ofWord, words, sums] = [this.#best, this.#ofWord, this.#words, this.#sums];
    const bit = 1 << number;
    for (let at = 0; at < this.#countOfWord; at += 1) {
      const slot = ofWord[at] ?? 0;
      const before = words[slot] ?? 0;
      // Where the word itself was found, another that begins with it adds nothing.
      if ((before & bit) !== 0) {
        best[slot] = 0;
        continue;
      }
      if (before === 0) {
        this.#slots[this.#count] = slot;
        this.#count += 1;
      }
      words[slot] = before | bit;
      sums[slot * 2] = (sums[slot * 2] ?? 0) + (best[slot] ?? 0);
      sums[slot * 2 + 1] = (sums[slot * 2 + 1] ?? 0) + weight;
      best[slot] = 0;
    }
    this.#countOfWord = 0;
  }

  /** Those where a word was found, each once. */
  get slots(): Uint32Array {
    return this.#slots.subarray(0, this.#count);
  }

  /** By slot, two numbers: its score, and the weight of the question's words that were found. */
  get sums(): Float32Array {
    return this.#sums;
  }

  /** One bit for each word of the question. */
  wordsIn = (slot: number): number => this.#words[slot] ?? 0;
}
