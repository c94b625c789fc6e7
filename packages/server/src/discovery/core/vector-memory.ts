import { VECTOR_SCAN_WASM } from "./vector-scan-wasm.js";

interface Exports {
  readonly memory: WebAssembly.Memory;
  distances(
    codes: number,
    bytes: number,
    count: number,
    question: number,
    out: number,
    most: number,
    near: number,
  ): number;
  product(vector: number, count: number, question: number): number;
}

const PAGE = 65_536;
const module = new WebAssembly.Module(Uint8Array.from(atob(VECTOR_SCAN_WASM), (character) => character.charCodeAt(0)));

/** Rows of bytes of one length behind a few that are used to ask, in a memory that vector instructions can reach. */
export class VectorMemory {
  readonly #wasm = new WebAssembly.Instance(module).exports as Exports;

  readonly rowBytes: number;
  readonly #start: number;

  constructor(rowBytes: number, start: number) {
    this.rowBytes = rowBytes;
    this.#start = start;
  }

  get wasm(): Exports {
    return this.#wasm;
  }

  /** Growing makes earlier views useless, so views are always asked for anew. */
  row(number: number): Uint8Array {
    return new Uint8Array(this.#wasm.memory.buffer, this.at(number), this.rowBytes);
  }

  at(number: number): number {
    return this.#start + number * this.rowBytes;
  }

  reserve(rows: number): void {
    const missing = this.at(rows) - this.#wasm.memory.buffer.byteLength;
    if (missing <= 0) return;
    // In large steps, because each may move everything.
    const step = Math.max(missing, this.#wasm.memory.buffer.byteLength / 4);
    this.#wasm.memory.grow(Math.ceil(step / PAGE));
  }

  move(from: number, to: number): void {
    if (from !== to) this.row(to).set(this.row(from));
  }
}
