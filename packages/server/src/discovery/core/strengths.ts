import type { Question } from "./question.js";
import { LEAST_STRENGTH, strengthOf } from "./relevance.js";
import { type Nearness, NO_VECTOR } from "./vector-index.js";
import type { Found } from "./word-index.js";

/**
 * What is weaker by the rough measure, whose error spreads by 0.05, gets no exact look: most of a catalogue lies there, and
 * where it does is of little interest to whoever reads from the top. Chosen where it costs nothing on our own sets.
 */
const EXACT_FROM = LEAST_STRENGTH + 0.06;
const LEVELS = 512;
const LEVELS_PER_ONE = 640;

const levelOf = (strength: number): number =>
  Math.min(LEVELS - 1, Math.floor((strength - LEAST_STRENGTH) * LEVELS_PER_ONE));

/** How well items fit one question. Plain loops over numbers, because a catalogue is gone through for every question. */
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
  *fromTheTop(size: number): Iterable<Uint32Array> {
    const strengths = new Float32Array(size);
    // How many there are of a level and of those below, which is where its slots end in their order.
    const ends = new Uint32Array(LEVELS);
    this.#measure(strengths, ends);
    for (let level = 1; level < LEVELS; level += 1) ends[level] = (ends[level] ?? 0) + (ends[level - 1] ?? 0);
    const starts = new Uint32Array(LEVELS);
    starts.set(ends.subarray(0, -1), 1);
    const ordered = new Uint32Array(ends.at(-1) ?? 0);
    const next = starts.slice();
    for (let slot = 0; slot < size; slot += 1) {
      const strength = strengths[slot] ?? 0;
      if (strength < LEAST_STRENGTH) continue;
      const level = levelOf(strength);
      const place = next[level] ?? 0;
      ordered[place] = slot;
      next[level] = place + 1;
    }
    for (let level = LEVELS - 1; level >= 0; level -= 1) {
      const group = ordered.subarray(starts[level], ends[level]);
      if (group.length > 0) yield group;
    }
  }

  #measure(strengths: Float32Array, counts: Uint32Array): void {
    const [{ scores, covered }, roughs, known, perWeight] = [this.#found, this.#roughs, this.#known, this.#perWeight];
    for (let slot = 0; slot < strengths.length; slot += 1) {
      const rough = roughs[slot] ?? NO_VECTOR;
      const words = scores[slot] ?? 0;
      // Without a word it is at most as strong as its vector is near, and that is most of a catalogue.
      if (words === 0 && rough < LEAST_STRENGTH) continue;
      const cosine = rough === NO_VECTOR ? undefined : rough;
      const strength = strengthOf(words, (covered[slot] ?? 0) * perWeight, known, cosine);
      strengths[slot] = strength;
      if (strength < LEAST_STRENGTH) continue;
      const level = levelOf(strength);
      counts[level] = (counts[level] ?? 0) + 1;
    }
  }

  of(slot: number): number {
    const rough = this.#roughs[slot] ?? NO_VECTOR;
    const words = this.#found.scores[slot] ?? 0;
    const coverage = (this.#found.covered[slot] ?? 0) * this.#perWeight;
    if (rough === NO_VECTOR) return strengthOf(words, coverage, this.#known, undefined);
    const strength = strengthOf(words, coverage, this.#known, rough);
    return strength < EXACT_FROM ? strength : strengthOf(words, coverage, this.#known, this.#nearness?.exactly(slot));
  }
}
