import { setFlagsFromString } from "node:v8";
import type { Tensors } from "./tensors.js";
import { TRANSFORMER_WASM, TRANSFORMER_WASM_ARM64 } from "./transformer-wasm.js";

/** Rows of numbers in the memory of the kernels. */
export interface Rows {
  readonly at: number;
  readonly numbers: Float32Array;
}

/** A dense layer: quantized weights, and what its results are scaled and shifted by. */
export interface Layer {
  readonly inner: number;
  readonly columns: number;
  readonly weightsAt: number;
  readonly factsAt: number;
  /** Where a weight is larger by one than a byte of the kernel can say. */
  readonly excess: readonly { readonly column: number; readonly place: number; readonly scale: number }[];
}

export interface LayerNorm {
  readonly width: number;
  readonly scaleAt: number;
  readonly biasAt: number;
}

/** The number of rows that are multiplied together. */
const ROWS_AT_A_TIME = 4;
/** Of a query, a key or a value. */
const HEAD_WIDTH = 32;
const FLOAT_BYTES = 4;
const PAGE_BYTES = 65_536;
/** As `transformer.wat` has it. */
const MAX_PAGES = 1024;
/** The first bytes of memory describe what threads work at. */
const TASK_BYTES = 64;
/** Vectors of the processor are loaded fastest from multiples of their size. */
const ALIGNMENT = 16;
/** Added to weights, so that they are not negative: the instruction that multiplies them takes bytes from 0 to 127. */
const WEIGHT_OFFSET = 64;
const MAX_WEIGHT = 63;
/** What the kernels note of a quantized row: the sum of its bytes, and float = scale * (byte + offset). */
const RECORD_BYTES = 16;
const OFFSET_AT = 1;
const SCALE_AT = 2;

interface Kernels {
  quantize(from: number, rows: number, width: number, to: number, records: number): void;
  multiply(...placesAndSizes: number[]): void;
  add_and_normalize(...placesAndSizes: number[]): void;
  gelu(at: number, rows: number, width: number): void;
  attend(from: number, to: number, scratch: number, rows: number, heads: number): void;
  /** Does not return: works at whatever the thread that calls the others has to do. */
  help(): void;
}

function instantiate(memory: WebAssembly.Memory): Kernels {
  // Node.js 20 knows the dot product of bytes, but wants to be asked for it.
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--experimental-wasm-relaxed-simd");
  const code = process.arch === "arm64" ? TRANSFORMER_WASM_ARM64 : TRANSFORMER_WASM;
  const module = new WebAssembly.Module(Buffer.from(code, "base64"));
  return new WebAssembly.Instance(module, { shared: { memory } }).exports as unknown as Kernels;
}

/** Takes over parts of a transformer's work, for as long as its own thread lives. */
export function helpTransformer(memory: WebAssembly.Memory): void {
  instantiate(memory).help();
}

/** The operations of a transformer, with the vector instructions of the processor, which JavaScript itself cannot reach. */
export class Transformer {
  /** For `helpTransformer` in other threads. */
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  readonly #kernels = instantiate(this.memory);
  readonly #maxRows: number;
  readonly #quantizedAt: number;
  readonly #recordsAt: number;
  readonly #scratchAt: number;
  #used = TASK_BYTES;

  constructor({
    maxRows,
    maxWidth,
    heads,
  }: {
    readonly maxRows: number;
    readonly maxWidth: number;
    readonly heads: number;
  }) {
    this.#maxRows = Math.ceil(maxRows / ROWS_AT_A_TIME) * ROWS_AT_A_TIME;
    this.#quantizedAt = this.#reserve(this.#maxRows * maxWidth);
    this.#recordsAt = this.#reserve(this.#maxRows * RECORD_BYTES);
    this.#scratchAt = this.#reserve(heads * (this.#maxRows * (2 * HEAD_WIDTH + 1) + ROWS_AT_A_TIME) * FLOAT_BYTES);
  }

  /** Views of memory are made when they are asked for: it has grown until all layers are there. */
  rows(width: number): Rows {
    const { memory } = this;
    const length = this.#maxRows * width;
    const at = this.#reserve(length * FLOAT_BYTES);
    return {
      at,
      get numbers() {
        return new Float32Array(memory.buffer, at, length);
      },
    };
  }

  layer(tensors: Tensors, name: string): Layer {
    const [scale, bias] = [tensors.floats(`${name}.scale`), tensors.floats(`${name}.bias`)];
    const weights = tensors.signedBytes(`${name}.weight`);
    const columns = scale.length;
    const inner = weights.length / columns;
    const weightsAt = this.#reserve(weights.length);
    const factsAt = this.#reserve(3 * columns * FLOAT_BYTES);
    const packed = new Uint8Array(this.memory.buffer, weightsAt, weights.length);
    const sums = new Int32Array(this.memory.buffer, factsAt, columns);
    const excess: { column: number; place: number; scale: number }[] = [];
    for (let column = 0; column < columns; column += 1) {
      // Eight columns by four places stand together.
      const first = (column >> 3) * inner * 8 + (column & 7) * 4;
      let sum = 0;
      for (let place = 0; place < inner; place += 1) {
        const weight = weights[column * inner + place] ?? 0;
        const taken = Math.min(weight, MAX_WEIGHT);
        if (taken < weight) excess.push({ column, place, scale: scale[column] ?? 0 });
        packed[first + (place >> 2) * 32 + (place & 3)] = taken + WEIGHT_OFFSET;
        sum += taken;
      }
      sums[column] = sum;
    }
    const facts = new Float32Array(this.memory.buffer, factsAt, 3 * columns);
    facts.set(scale, columns);
    facts.set(bias, 2 * columns);
    return { inner, columns, weightsAt, factsAt, excess };
  }

  layerNorm(tensors: Tensors, name: string): LayerNorm {
    const [scale, bias] = [tensors.floats(`${name}.scale`), tensors.floats(`${name}.bias`)];
    return { width: scale.length, scaleAt: this.#floats(scale), biasAt: this.#floats(bias) };
  }

  /** Quantizes rows and multiplies them with a layer. */
  multiply(from: Rows, { inner, columns, weightsAt, factsAt, excess }: Layer, to: Rows, count: number): void {
    const kernels = this.#kernels;
    kernels.quantize(from.at, count, inner, this.#quantizedAt, this.#recordsAt);
    kernels.multiply(this.#quantizedAt, this.#recordsAt, weightsAt, factsAt, to.at, count, inner, columns);
    this.#addExcess({ inner, columns, excess }, to.numbers, count);
  }

  #addExcess(
    { inner, columns, excess }: Pick<Layer, "inner" | "columns" | "excess">,
    to: Float32Array,
    count: number,
  ): void {
    const { buffer } = this.memory;
    const quantized = new Int8Array(buffer, this.#quantizedAt, this.#maxRows * inner);
    const fields = RECORD_BYTES / FLOAT_BYTES;
    const offsets = new Int32Array(buffer, this.#recordsAt, count * fields);
    const scales = new Float32Array(buffer, this.#recordsAt, count * fields);
    for (const { column, place, scale } of excess) {
      for (let row = 0; row < count; row += 1) {
        const quantizedAt = (row >> 2) * inner * 4 + (place >> 2) * 16 + (row & 3) * 4 + (place & 3);
        const byte = (quantized[quantizedAt] ?? 0) + (offsets[row * fields + OFFSET_AT] ?? 0);
        const at = row * columns + column;
        to[at] = (to[at] ?? 0) + scale * (scales[row * fields + SCALE_AT] ?? 0) * byte;
      }
    }
  }

  /** Adds rows to others, and normalizes these. */
  addAndNormalize(to: Rows, others: Rows, { width, scaleAt, biasAt }: LayerNorm, count: number): void {
    this.#kernels.add_and_normalize(to.at, others.at, scaleAt, biasAt, count, width);
  }

  gelu(rows: Rows, count: number, width: number): void {
    this.#kernels.gelu(rows.at, count, width);
  }

  /** `from` has queries, keys and values beside one another. */
  attend(from: Rows, to: Rows, count: number, heads: number): void {
    this.#kernels.attend(from.at, to.at, this.#scratchAt, count, heads);
  }

  #floats(numbers: Float32Array): number {
    const at = this.#reserve(numbers.byteLength);
    new Float32Array(this.memory.buffer, at, numbers.length).set(numbers);
    return at;
  }

  #reserve(bytes: number): number {
    const { memory } = this;
    const at = this.#used;
    this.#used = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    const missing = this.#used - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }
}
