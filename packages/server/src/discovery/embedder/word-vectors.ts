import { readFileSync } from "node:fs";
import { wordWeights } from "../core/word-weights.js";
import { wordsOf } from "../core/words.js";

export const WORD_DIMENSIONS = 100;
const FILE = new URL("../../../assets/word-vectors.bin", import.meta.url);
const HEAD_BYTES = 4;

/** Adds up what the words of a text mean, each by how telling it is. Order does not count, which other models are for. */
export class WordVectors {
  readonly #places = new Map<string, number>();
  readonly #numbers: Int8Array;

  constructor() {
    const file = readFileSync(FILE);
    const end = HEAD_BYTES + file.readUInt32LE();
    const words = file.toString("utf8", HEAD_BYTES, end).split("\n");
    words.forEach((word, place) => this.#places.set(word, place));
    this.#numbers = new Int8Array(file.buffer, file.byteOffset + end, words.length * WORD_DIMENSIONS);
  }

  /** A vector of length one, or of zeroes when no word is known. */
  encode(text: string): Float32Array {
    const sum = new Float32Array(WORD_DIMENSIONS);
    for (const { typed, stem } of wordsOf(text)) {
      const place = this.#places.get(typed);
      if (place === undefined) continue;
      const start = place * WORD_DIMENSIONS;
      const factor = wordWeights.of(stem) / this.#lengthAt(start);
      for (let at = 0; at < WORD_DIMENSIONS; at += 1) {
        sum[at] = (sum[at] ?? 0) + factor * (this.#numbers[start + at] ?? 0);
      }
    }
    const length = Math.sqrt(sum.reduce((squares, number) => squares + number * number, 0));
    return length === 0 ? sum : sum.map((number) => number / length);
  }

  #lengthAt(start: number): number {
    let squares = 0;
    for (let at = start; at < start + WORD_DIMENSIONS; at += 1) squares += (this.#numbers[at] ?? 0) ** 2;
    return Math.sqrt(squares) || 1;
  }
}
