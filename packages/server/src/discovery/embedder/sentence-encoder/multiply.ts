import { MULTIPLY_WASM } from "./multiply-wasm.js";

/** A table by which rows of numbers are multiplied, with what is added to each column afterwards. */
export interface Layer {
  readonly inner: number;
  readonly columns: number;
  readonly at: number;
  readonly biasAt: number;
}

/** Rows of numbers in the memory of the multiplier. */
export interface Rows {
  readonly at: number;
  readonly numbers: Float32Array;
}

/** The number of rows that are computed together. */
export const ROWS_AT_A_TIME = 4;
const STRIP = 8;
const BYTES = 4;
const PAGE = 65_536;

interface Exports {
  readonly memory: WebAssembly.Memory;
  multiply(...places: number[]): void;
}

/** Multiplies tables with the vector instructions of the processor, which JavaScript itself cannot reach. */
export class Multiplier {
  readonly #wasm: Exports;
  #used = 0;

  /** `numbers` is how many it will have to hold, layers and rows together. */
  constructor(numbers: number) {
    const module = new WebAssembly.Module(Buffer.from(MULTIPLY_WASM, "base64"));
    this.#wasm = new WebAssembly.Instance(module).exports as Exports;
    // Grown once and at once: growing later would detach the views that were given out.
    this.#wasm.memory.grow(Math.ceil((numbers * BYTES) / PAGE));
  }

  rows(length: number): Rows {
    const at = this.#used;
    this.#used += length * BYTES;
    return { at, numbers: new Float32Array(this.#wasm.memory.buffer, at, length) };
  }

  layer(table: Float32Array, bias: Float32Array): Layer {
    const columns = bias.length;
    const inner = table.length / columns;
    const right = this.rows(table.length);
    for (let row = 0; row < inner; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const strip = Math.floor(column / STRIP);
        right.numbers[(strip * inner + row) * STRIP + (column % STRIP)] = table[row * columns + column] ?? 0;
      }
    }
    const added = this.rows(columns);
    added.numbers.set(bias);
    return { inner, columns, at: right.at, biasAt: added.at };
  }

  /** Rows beyond `count`, up to the next multiple of four, are computed too and mean nothing. */
  multiply(left: Rows, { at, biasAt, inner, columns }: Layer, result: Rows, count: number): void {
    const rows = Math.ceil(count / ROWS_AT_A_TIME) * ROWS_AT_A_TIME;
    this.#wasm.multiply(left.at, at, biasAt, result.at, rows, inner, columns);
  }
}
