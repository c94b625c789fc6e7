import { VectorMemory } from "./vector-memory.js";
import { CODE_BYTES, DIMENSIONS, fitted, scaling, writeCode } from "./vector-numbers.js";

const BLOCK = 4096;
const BLOCK_AT = CODE_BYTES;
const QUESTION_MOST = 2047;
const VECTOR_MOST = 127;
const NOBODY = 0xff_ff_ff_ff;
/** Below every cosine. */
export const NO_VECTOR = -2;

/** What a question's vector comes to beside those of one item. Valid until the next question. */
export interface Nearness {
  /** By slot: of the item's passages, by their codes, to within 0.05 as a rule; `NO_VECTOR` without vectors. */
  readonly roughs: Float32Array;
  /** Of the item's passages, to within a thousandth; undefined without vectors. */
  readonly exactly: (slot: number) => number | undefined;
}

/**
 * The vectors of items' passages, as 8-bit numbers and as codes of one bit per number. A search looks at every code, which
 * is cheap, and at the vectors of few. The passages of an item lie behind one another.
 */
export class VectorIndex {
  readonly #codes = new VectorMemory(CODE_BYTES, BLOCK_AT + BLOCK * 2);
  readonly #vectors = new VectorMemory(DIMENSIONS, DIMENSIONS * 2);
  /** By passage. */
  #scales = new Float32Array(1024);
  #owners = new Uint32Array(1024).fill(NOBODY);
  #distances = new Uint16Array(1024);
  #count = 0;
  #dead = 0;
  /** By slot: its first passage, how many it has, and how near they roughly are to the present question. */
  #first = new Uint32Array(1024);
  #passages = new Uint8Array(1024);
  #roughs = new Float32Array(1024).fill(NO_VECTOR);
  /** How many there are, or were. */
  #slots = 0;

  put(slot: number, vectors: readonly Float32Array[]): void {
    this.remove(slot);
    if (slot >= this.#first.length) this.#growSlots(slot * 2);
    this.#slots = Math.max(this.#slots, slot + 1);
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
    this.#tidy();
  }

  ask(vector: Float32Array): Nearness {
    // Where there are no numbers there are no bits that could differ.
    const bits = Math.min(vector.length, DIMENSIONS);
    const scale = this.#setQuestion(fitted(vector));
    this.#measure(bits);
    return {
      roughs: this.#roughs,
      exactly: (slot) => this.#exact(slot, scale),
    };
  }

  /** Between the nearest passage and all of them: one that fits is much, but more when the others do not contradict. */
  #setRoughs(cosines: Float32Array): void {
    const [firsts, counts, distances, roughs] = [this.#first, this.#passages, this.#distances, this.#roughs];
    for (let slot = 0; slot < this.#slots; slot += 1) {
      const passages = counts[slot] ?? 0;
      if (passages === 0) {
        roughs[slot] = NO_VECTOR;
        continue;
      }
      const first = firsts[slot] ?? 0;
      let most = -1;
      let sum = 0;
      for (let passage = first; passage < first + passages; passage += 1) {
        const cosine = cosines[distances[passage] ?? 0] ?? 0;
        if (cosine > most) most = cosine;
        sum += cosine;
      }
      roughs[slot] = (most + sum / passages) / 2;
    }
  }

  #exact(slot: number, scale: number): number | undefined {
    const [first, passages] = [this.#first[slot] ?? 0, this.#passages[slot] ?? 0];
    if (passages === 0) return undefined;
    let most = -1;
    let sum = 0;
    for (let passage = first; passage < first + passages; passage += 1) {
      const product = this.#vectors.wasm.product(this.#vectors.at(passage), 0);
      const cosine = product * scale * (this.#scales[passage] ?? 0);
      most = Math.max(most, cosine);
      sum += cosine;
    }
    return (most + sum / passages) / 2;
  }

  #add(slot: number, vector: Float32Array): void {
    const passage = this.#count;
    this.#count += 1;
    if (passage >= this.#owners.length) this.#growPassages(passage * 2);
    this.#owners[passage] = slot;
    this.#codes.reserve(this.#count);
    this.#vectors.reserve(this.#count);
    const numbers = fitted(vector);
    writeCode(numbers, this.#codes.row(passage));
    const row = this.#vectors.row(passage);
    const { factor, scale } = scaling(numbers, VECTOR_MOST);
    const signed = new Int8Array(row.buffer, row.byteOffset, DIMENSIONS);
    for (let at = 0; at < DIMENSIONS; at += 1) signed[at] = Math.round((numbers[at] ?? 0) * factor);
    this.#scales[passage] = scale;
  }

  #growPassages(room: number): void {
    const [scales, owners] = [this.#scales, this.#owners];
    this.#scales = new Float32Array(room);
    this.#scales.set(scales);
    this.#owners = new Uint32Array(room).fill(NOBODY);
    this.#owners.set(owners);
    this.#distances = new Uint16Array(room);
  }

  #growSlots(room: number): void {
    const [first, passages] = [this.#first, this.#passages];
    this.#first = new Uint32Array(room);
    this.#first.set(first);
    this.#passages = new Uint8Array(room);
    this.#passages.set(passages);
    this.#roughs = new Float32Array(room).fill(NO_VECTOR);
  }

  #setQuestion(numbers: Float32Array): number {
    writeCode(numbers, new Uint8Array(this.#codes.wasm.memory.buffer, 0, CODE_BYTES));
    const { factor, scale } = scaling(numbers, QUESTION_MOST);
    const question = new Int16Array(this.#vectors.wasm.memory.buffer, 0, DIMENSIONS);
    for (let at = 0; at < DIMENSIONS; at += 1) question[at] = Math.round((numbers[at] ?? 0) * factor);
    return scale;
  }

  #measure(bits: number): void {
    const { wasm } = this.#codes;
    const block = new Uint16Array(wasm.memory.buffer, BLOCK_AT, BLOCK);
    for (let first = 0; first < this.#count; first += BLOCK) {
      const count = Math.min(BLOCK, this.#count - first);
      wasm.distances(this.#codes.at(first), count, 0, BLOCK_AT);
      this.#distances.set(count === BLOCK ? block : block.subarray(0, count), first);
    }
    const cosines = Float32Array.from({ length: DIMENSIONS + 1 }, (_, distance) =>
      Math.cos((Math.PI * distance) / bits),
    );
    this.#setRoughs(cosines);
  }

  /** Moves passages together that still belong to someone. */
  #tidy(): void {
    this.#passages.fill(0);
    this.#slots = 0;
    let to = 0;
    for (let from = 0; from < this.#count; from += 1) {
      const owner = this.#owners[from] ?? NOBODY;
      if (owner === NOBODY) continue;
      this.#codes.move(from, to);
      this.#vectors.move(from, to);
      this.#scales[to] = this.#scales[from] ?? 0;
      this.#owners[to] = owner;
      if (this.#passages[owner] === 0) this.#first[owner] = to;
      this.#slots = Math.max(this.#slots, owner + 1);
      this.#passages[owner] = (this.#passages[owner] ?? 0) + 1;
      to += 1;
    }
    this.#owners.fill(NOBODY, to);
    this.#count = to;
    this.#dead = 0;
  }
}
