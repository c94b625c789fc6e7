import { VectorMemory } from "./vector-memory.js";
import { dimensionsFor, fitted, MAX_CODE_BYTES, scaling, writeCode } from "./vector-numbers.js";

const BLOCK = 4096;
const DISTANCES_AT = MAX_CODE_BYTES;
const NEAR_AT = DISTANCES_AT + BLOCK * 2;
const CODES_AT = NEAR_AT + BLOCK * 2;
/** A scan looks at so many codes at a time, also at the end, where some are nobody's. */
const AT_A_TIME = 4;
const QUESTION_MOST = 2047;
const VECTOR_MOST = 127;
/** Distances are estimated from samples of 256 passages, one in every 16. */
const SAMPLE = 256;
const SAMPLED = 16;
const NOBODY = 0xff_ff_ff_ff;
/** Below every cosine. */
export const NO_VECTOR = -2;

/** How near a question's vector is to those of items. Valid until the next question. */
export interface Nearness {
  /** A cosine that roughly so many passages have or exceed. */
  readonly cosineOfNearest: (passages: number) => number;
  /** Slots, each once: all that are roughly so near or nearer, and some that are not. */
  readonly atLeast: (cosine: number) => Uint32Array;
  /** By slot, of those that were measured: by their codes, to within 0.05 as a rule; `NO_VECTOR` without vectors. */
  readonly roughs: Float32Array;
  /** Only after `atLeast`, which looks at the codes. */
  readonly measure: (slots: Uint32Array) => void;
  /** To within a thousandth; undefined without vectors. */
  readonly exactly: (slot: number) => number | undefined;
}

/**
 * The vectors of items' passages, as 8-bit numbers and as codes of one bit per number. A search looks at every code, which
 * is cheap, and at the vectors of few. The passages of an item lie behind one another.
 */
export class VectorIndex {
  #dimensions = dimensionsFor(0);
  #codes = new VectorMemory(this.#dimensions / 8, CODES_AT);
  #vectors = new VectorMemory(this.#dimensions, this.#dimensions * 2);
  /** By passage. */
  #scales = new Float32Array(1024);
  #owners = new Uint32Array(1024).fill(NOBODY);
  #distances = new Uint16Array(1024);
  /** Slots that are near to the present question. */
  #near = new Uint32Array(1024);
  #count = 0;
  #dead = 0;
  /** By slot: its first passage, how many it has, since when, and how near they roughly are to the present question. */
  #first = new Uint32Array(1024);
  #passages = new Uint8Array(1024);
  #since = new Float64Array(1024);
  #newest = 0;
  #roughs = new Float32Array(1024);

  /** Hidden from queries as of a time before `since`; these entries replace others without being newer. */
  put(slot: number, vectors: readonly Float32Array[], since = 0): void {
    const before = (this.#passages[slot] ?? 0) > 0 ? this.#since[slot] : undefined;
    this.remove(slot);
    const [first] = vectors;
    if (first && this.#count === this.#dead) this.#begin(dimensionsFor(first.length));
    if (slot >= this.#first.length) this.#growSlots(slot * 2);
    this.#since[slot] = before ?? since;
    this.#newest = Math.max(this.#newest, since);
    this.#first[slot] = this.#count;
    this.#passages[slot] = vectors.length;
    for (const vector of vectors) this.#add(slot, vector);
  }

  remove(slot: number): void {
    const [first, passages] = [this.#first[slot] ?? 0, this.#passages[slot] ?? 0];
    if (passages === 0) return;
    this.#owners.fill(NOBODY, first, first + passages);
    this.#passages[slot] = 0;
    this.#dead += passages;
    if (this.#dead > 1000 && this.#dead > this.#count / 2) this.#tidy();
  }

  /** Gives slots new numbers; those without one have been removed. */
  renumber(numbers: ReadonlyMap<number, number>): void {
    for (let passage = 0; passage < this.#count; passage += 1) {
      const owner = this.#owners[passage] ?? NOBODY;
      if (owner !== NOBODY) this.#owners[passage] = numbers.get(owner) ?? NOBODY;
    }
    const since = this.#since.slice();
    for (const [from, to] of numbers) this.#since[to] = since[from] ?? 0;
    this.#tidy();
  }

  ask(vector: Float32Array, asOf = Infinity): Nearness {
    // Where there are no numbers there are no bits that could differ.
    const bits = Math.min(vector.length, this.#dimensions);
    const scale = this.#setQuestion(fitted(vector, this.#dimensions));
    const cosines = Float32Array.from({ length: this.#dimensions + 1 }, (_, distance) =>
      Math.cos((Math.PI * distance) / bits),
    );
    const before = asOf < this.#newest ? asOf : undefined;
    return {
      cosineOfNearest: (passages) => cosines[this.#distanceOfNearest(passages)] ?? -1,
      atLeast: (cosine) => this.#within(Math.floor((Math.acos(cosine) / Math.PI) * bits)),
      roughs: this.#roughs,
      measure: (slots) => this.#measure(slots, cosines, before),
      exactly: (slot) => this.#exact(slot, scale),
    };
  }

  /** Of the last of them; -1 if there are fewer. */
  #distanceOfNearest(passages: number): number {
    const { wasm } = this.#codes;
    const distances = new Uint16Array(wasm.memory.buffer, DISTANCES_AT, SAMPLE);
    const counts = new Uint32Array(this.#dimensions + 1);
    for (let first = 0; first + SAMPLE <= this.#count; first += SAMPLE * SAMPLED) {
      wasm.distances(this.#codes.at(first), this.#codes.rowBytes, SAMPLE, 0, DISTANCES_AT, 0, NEAR_AT);
      for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + SAMPLED;
    }
    let sum = 0;
    return counts.findIndex((count) => (sum += count) >= passages);
  }

  /** The entries with a passage within a Hamming distance of `most` bits, with the distances of all their passages. */
  #within(most: number): Uint32Array {
    const { wasm } = this.#codes;
    const distances = new Uint16Array(wasm.memory.buffer, DISTANCES_AT, BLOCK);
    const places = new Uint16Array(wasm.memory.buffer, NEAR_AT, BLOCK);
    let [count, last] = [0, NOBODY];
    for (let first = 0; first < this.#count; first += BLOCK) {
      const size = Math.min(BLOCK, Math.ceil((this.#count - first) / AT_A_TIME) * AT_A_TIME);
      const found = wasm.distances(this.#codes.at(first), this.#codes.rowBytes, size, 0, DISTANCES_AT, most, NEAR_AT);
      this.#distances.set(size === BLOCK ? distances : distances.subarray(0, size), first);
      for (let at = 0; at < found; at += 1) {
        const owner = this.#owners[first + (places[at] ?? 0)] ?? NOBODY;
        // The passages of an item lie behind one another, so it comes twice only in a row.
        if (owner === NOBODY || owner === last) continue;
        this.#near[count] = last = owner;
        count += 1;
      }
    }
    return this.#near.subarray(0, count);
  }

  /** Between the nearest passage and the first: one that fits is much, but more when what describes the whole item fits too. */
  #measure(slots: Uint32Array, cosines: Float32Array, asOf: number | undefined): void {
    const [firsts, counts, distances, roughs] = [this.#first, this.#passages, this.#distances, this.#roughs];
    const since = this.#since;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      const passages = counts[slot] ?? 0;
      if (passages === 0 || (asOf !== undefined && (since[slot] ?? 0) > asOf)) {
        roughs[slot] = NO_VECTOR;
        continue;
      }
      const first = firsts[slot] ?? 0;
      const described = cosines[distances[first] ?? 0] ?? 0;
      let most = described;
      for (let passage = first + 1; passage < first + passages; passage += 1) {
        const cosine = cosines[distances[passage] ?? 0] ?? 0;
        if (cosine > most) most = cosine;
      }
      roughs[slot] = (most + described) / 2;
    }
  }

  #exact(slot: number, scale: number): number | undefined {
    const [first, passages] = [this.#first[slot] ?? 0, this.#passages[slot] ?? 0];
    if (passages === 0) return undefined;
    const described = this.#cosine(first, scale);
    let most = described;
    for (let passage = first + 1; passage < first + passages; passage += 1) {
      most = Math.max(most, this.#cosine(passage, scale));
    }
    return (most + described) / 2;
  }

  #cosine(passage: number, scale: number): number {
    return (
      this.#vectors.wasm.product(this.#vectors.at(passage), this.#dimensions, 0) * scale * (this.#scales[passage] ?? 0)
    );
  }

  /** With the first vector, when all those before it are gone, which may have been of another model. */
  #begin(dimensions: number): void {
    this.#owners.fill(NOBODY);
    this.#count = this.#dead = 0;
    if (dimensions === this.#dimensions) return;
    this.#dimensions = dimensions;
    this.#codes = new VectorMemory(dimensions / 8, CODES_AT);
    this.#vectors = new VectorMemory(dimensions, dimensions * 2);
  }

  #add(slot: number, vector: Float32Array): void {
    const passage = this.#count;
    this.#count += 1;
    if (passage >= this.#owners.length) this.#growPassages(passage * 2);
    this.#owners[passage] = slot;
    this.#codes.reserve(this.#count + AT_A_TIME);
    this.#vectors.reserve(this.#count);
    const numbers = fitted(vector, this.#dimensions);
    writeCode(numbers, this.#codes.row(passage));
    const row = this.#vectors.row(passage);
    const { factor, scale } = scaling(numbers, VECTOR_MOST);
    const signed = new Int8Array(row.buffer, row.byteOffset, row.length);
    for (let at = 0; at < signed.length; at += 1) signed[at] = Math.round((numbers[at] ?? 0) * factor);
    this.#scales[passage] = scale;
  }

  #growPassages(room: number): void {
    const [scales, owners] = [this.#scales, this.#owners];
    this.#scales = new Float32Array(room);
    this.#scales.set(scales);
    this.#owners = new Uint32Array(room).fill(NOBODY);
    this.#owners.set(owners);
    this.#distances = new Uint16Array(room);
    this.#near = new Uint32Array(room);
  }

  #growSlots(room: number): void {
    const [first, passages] = [this.#first, this.#passages];
    this.#first = new Uint32Array(room);
    this.#first.set(first);
    this.#passages = new Uint8Array(room);
    this.#passages.set(passages);
    this.#roughs = new Float32Array(room);
    const since = this.#since;
    this.#since = new Float64Array(room);
    this.#since.set(since);
  }

  #setQuestion(numbers: Float32Array): number {
    writeCode(numbers, new Uint8Array(this.#codes.wasm.memory.buffer, 0, this.#codes.rowBytes));
    const { factor, scale } = scaling(numbers, QUESTION_MOST);
    const question = new Int16Array(this.#vectors.wasm.memory.buffer, 0, this.#dimensions);
    for (let at = 0; at < question.length; at += 1) question[at] = Math.round((numbers[at] ?? 0) * factor);
    return scale;
  }

  /** Moves passages together that still belong to someone. */
  #tidy(): void {
    this.#passages.fill(0);
    let to = 0;
    for (let from = 0; from < this.#count; from += 1) {
      const owner = this.#owners[from] ?? NOBODY;
      if (owner === NOBODY) continue;
      this.#codes.move(from, to);
      this.#vectors.move(from, to);
      this.#scales[to] = this.#scales[from] ?? 0;
      this.#owners[to] = owner;
      if (this.#passages[owner] === 0) this.#first[owner] = to;
      this.#passages[owner] = (this.#passages[owner] ?? 0) + 1;
      to += 1;
    }
    this.#owners.fill(NOBODY, to);
    this.#count = to;
    this.#dead = 0;
  }
}
