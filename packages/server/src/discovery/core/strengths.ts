import type { Question } from "./question.js";
import { LEAST_STRENGTH, strengthOf } from "./relevance.js";
import { type Nearness, NO_VECTOR } from "./vector-index.js";
import type { Found } from "./word-index.js";

/** How much stronger something may be than by the rough measure, whose error spreads by half of that. */
const ROUGH_ERROR = 0.16;
/** What is roughly weaker is not looked at: most of a catalogue lies there. */
const LEAST_ROUGH = LEAST_STRENGTH - ROUGH_ERROR;
/** Of so many passages it is looked first whether the items that they belong to are enough. */
const FIRST_LOOK = 16_000;
const LEVELS = 1024;
const LEVELS_PER_ONE = 640;

const TOO_WEAK = 0;

const levelOf = (strength: number): number =>
  strength < LEAST_ROUGH ? TOO_WEAK : Math.min(LEVELS - 1, 1 + Math.floor((strength - LEAST_ROUGH) * LEVELS_PER_ONE));

/** Items that are about as strong, and how strong they are at most. */
export interface Group {
  readonly slots: Uint32Array;
  readonly atMost: number;
}

/** How well items fit one question. Plain loops over numbers, because a question looks at tens of thousands of items. */
export class Strengths {
  readonly #known: number;
  readonly #perWeight: number;
  readonly #found: Found;
  readonly #nearness: Nearness | undefined;
  readonly #roughs: Float32Array;

  constructor({ known, weight }: Question, found: Found, nearness: Nearness | undefined) {
    this.#known = known;
    this.#perWeight = weight === 0 ? 0 : 1 / weight;
    this.#found = found;
    this.#nearness = nearness;
    this.#roughs = nearness?.roughs ?? new Float32Array();
  }

  /** Whatever is roughly above the cut-off, in groups of about the same strength, the strongest first. */
  *fromTheTop(): Iterable<Group> {
    const enough = this.#nearness?.cosineOfNearest(FIRST_LOOK) ?? LEAST_ROUGH;
    let above = LEVELS;
    if (enough > LEAST_ROUGH) {
      // What is not among these is weaker, so all that is stronger is.
      const weakest = levelOf(enough);
      yield* this.#between(weakest, above, enough);
      above = weakest + 1;
    }
    yield* this.#between(TOO_WEAK, above, LEAST_ROUGH);
  }

  /** The levels between the two, of what has a word or is so near. */
  *#between(below: number, above: number, least: number): Iterable<Group> {
    const slots = this.#candidates(least);
    this.#nearness?.measure(slots);
    const levels = new Uint16Array(slots.length);
    // How many there are of a level and of those below, which is where its slots end in their order.
    const ends = new Uint32Array(LEVELS);
    this.#measure(slots, levels, ends);
    for (let level = 1; level < LEVELS; level += 1) ends[level] = (ends[level] ?? 0) + (ends[level - 1] ?? 0);
    const starts = new Uint32Array(LEVELS);
    starts.set(ends.subarray(0, -1), 1);
    const ordered = new Uint32Array(slots.length);
    const next = starts.slice();
    for (let at = 0; at < slots.length; at += 1) {
      const level = levels[at] ?? 0;
      const place = next[level] ?? 0;
      ordered[place] = slots[at] ?? 0;
      next[level] = place + 1;
    }
    for (let level = above - 1; level > below; level -= 1) {
      const group = ordered.subarray(starts[level], ends[level]);
      if (group.length > 0) yield { slots: group, atMost: LEAST_ROUGH + level / LEVELS_PER_ONE + ROUGH_ERROR };
    }
  }

  /** Without a word, an item is at most as strong as its vector is near: most of a catalogue is neither. */
  #candidates(least: number): Uint32Array {
    const [worded, near] = [this.#found.slots, this.#nearness?.atLeast(least) ?? new Uint32Array()];
    const slots = new Uint32Array(worded.length + near.length);
    slots.set(worded);
    let count = worded.length;
    for (let at = 0; at < near.length; at += 1) {
      const slot = near[at] ?? 0;
      if (this.#found.wordsIn(slot) !== 0) continue;
      slots[count] = slot;
      count += 1;
    }
    return slots.subarray(0, count);
  }

  #measure(slots: Uint32Array, levels: Uint16Array, counts: Uint32Array): void {
    const [{ sums }, roughs, known, perWeight] = [this.#found, this.#roughs, this.#known, this.#perWeight];
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      const rough = roughs[slot] ?? NO_VECTOR;
      const cosine = rough === NO_VECTOR ? undefined : rough;
      const coverage = (sums[slot * 2 + 1] ?? 0) * perWeight;
      const level = levelOf(strengthOf(sums[slot * 2] ?? 0, coverage, known, cosine));
      levels[at] = level;
      counts[level] = (counts[level] ?? 0) + 1;
    }
  }

  /** The exact one, which what is found roughly gets before it is shown. */
  of(slot: number): number {
    const rough = this.#roughs[slot] ?? NO_VECTOR;
    const cosine = rough === NO_VECTOR ? undefined : this.#nearness?.exactly(slot);
    const coverage = (this.#found.sums[slot * 2 + 1] ?? 0) * this.#perWeight;
    return strengthOf(this.#found.sums[slot * 2] ?? 0, coverage, this.#known, cosine);
  }
}
