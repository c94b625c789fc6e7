import { type Layer, Multiplier, ROWS_AT_A_TIME, type Rows } from "./multiply.js";
import { tokenizer } from "./tokenize.js";
import type { Weights } from "./weights.js";

/** Pieces of one text; the model was trained on no more. */
const WINDOW = 128;
/** Pieces computed together: enough to use the processor well, few enough to stay in its caches. */
const TOGETHER = 256;
const HEADS = 4;
const IN_WIDTH = 256;
const WIDTH = 512;
const HIDDEN = 1536;
const NEARLY_ZERO = 1e-6;

interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

interface Block {
  readonly width: number;
  readonly beforeAttention: Norm;
  readonly attention: Layer;
  readonly afterAttention: Layer;
  readonly beforeHidden: Norm;
  readonly hidden: Layer;
  readonly afterHidden: Layer;
}

/** Where one text's pieces lie among the rows. */
interface Span {
  readonly first: number;
  readonly count: number;
}

/**
 * The Universal Sentence Encoder (lite): two transformer blocks over the pieces of a text, whose mean is turned into
 * 512 numbers of length one. Several texts are computed together, because their rows share the same tables.
 */
export class SentenceEncoder {
  readonly #tokenize: (text: string) => number[];
  readonly #embeddings: Float32Array;
  readonly #timing: Float32Array;
  readonly #multiplier = new Multiplier(6_500_000);
  readonly #widen: Layer;
  readonly #first: Block;
  readonly #second: Block;
  readonly #last: Layer;
  readonly #input = this.#rows(IN_WIDTH);
  readonly #state = this.#rows(WIDTH);
  readonly #scratch = this.#rows(WIDTH);
  readonly #wide = this.#rows(HIDDEN);
  readonly #mixed = this.#rows(WIDTH);

  constructor(weights: Weights) {
    this.#tokenize = tokenizer(weights.vocabulary);
    this.#embeddings = weights.of("module/Embeddings_en");
    this.#timing = weights.of("TimingSignal/ExpandDims_1");
    const layer = (table: string, bias: string): Layer =>
      this.#multiplier.layer(weights.of(table), weights.of(`${bias}/bias/ConcatPartitions/concat`));
    const norm = (name: string): Norm => ({
      scale: weights.of(`${name}/layer_norm_scale/ConcatPartitions/concat`),
      bias: weights.of(`${name}/layer_norm_bias/ConcatPartitions/concat`),
    });
    const block = (name: string, width: number): Block => {
      const base = `${name}/TransformerLayer`;
      const attention = `${base}/MultiheadAttention`;
      return {
        width,
        beforeAttention: norm(`${base}/layer_prepostprocess/layer_norm`),
        attention: layer(`${attention}/qkv_transform_single/kernel/part_0`, `${attention}/qkv_transform_single`),
        afterAttention: layer(
          `${attention}/output_transform_single/kernel/part_0`,
          `${attention}/output_transform_single`,
        ),
        beforeHidden: norm(`${base}/FFN/layer_prepostprocess/layer_norm`),
        hidden: layer(`${base}/FFN/conv1/Tensordot/Reshape_1`, `${base}/FFN/conv1`),
        afterHidden: layer(`${base}/FFN/conv2/Tensordot/Reshape_1`, `${base}/FFN/conv2`),
      };
    };
    this.#widen = layer("dense/kernel/ConcatPartitions/concat", "TransformerLayer/dense");
    this.#first = block("Layer_0", IN_WIDTH);
    this.#second = block("Layer_1", WIDTH);
    this.#last = this.#multiplier.layer(weights.of("tanh_layer_0/weights"), weights.of("tanh_layer_0/bias"));
  }

  /** A vector of length one for each text; of a text without pieces, one of zeroes. */
  encode(texts: readonly string[]): Float32Array[] {
    const vectors: Float32Array[] = texts.map(() => new Float32Array(WIDTH));
    let batch: { readonly place: number; readonly pieces: readonly number[] }[] = [];
    let size = 0;
    const flush = (): void => {
      const encoded = this.#encodePieces(batch.map(({ pieces }) => pieces));
      batch.forEach(({ place }, at) => (vectors[place] = encoded[at] ?? new Float32Array(WIDTH)));
      batch = [];
      size = 0;
    };
    texts.forEach((text, place) => {
      const pieces = this.#tokenize(text).slice(0, WINDOW);
      if (pieces.length === 0) return;
      if (size + pieces.length > TOGETHER) flush();
      batch.push({ place, pieces });
      size += pieces.length;
    });
    if (size > 0) flush();
    return vectors;
  }

  #encodePieces(texts: readonly (readonly number[])[]): Float32Array[] {
    let total = 0;
    const spans = texts.map((pieces): Span => {
      const span = { first: total, count: pieces.length };
      this.#embed(pieces, span);
      total += pieces.length;
      return span;
    });
    this.#multiplier.multiply(this.#input, this.#widen, this.#state, total);
    this.#attend(this.#first, this.#input, spans, total);
    this.#expand(this.#first, total);
    this.#multiplier.multiply(this.#wide, this.#first.afterHidden, this.#scratch, total);
    addTo(this.#state.numbers, this.#scratch.numbers, total * WIDTH);
    this.#attend(this.#second, this.#state, spans, total);
    this.#expand(this.#second, total);
    return this.#finish(spans);
  }

  /** The first block counts each piece twice and adds a wave of sines and cosines that tells where it stands. */
  #embed(pieces: readonly number[], { first }: Span): void {
    const half = this.#timing.length;
    const input = this.#input.numbers;
    pieces.forEach((piece, place) => {
      const to = (first + place) * IN_WIDTH;
      for (let at = 0; at < IN_WIDTH; at += 1) {
        const angle = place * (this.#timing[at % half] ?? 0);
        const wave = at < half ? Math.sin(angle) : Math.cos(angle);
        input[to + at] = 2 * (this.#embeddings[piece * IN_WIDTH + at] ?? 0) + wave;
      }
    });
  }

  #attend(block: Block, before: Rows, spans: readonly Span[], total: number): void {
    const multiplier = this.#multiplier;
    normalize(before.numbers, block.beforeAttention, this.#scratch.numbers, total);
    multiplier.multiply(this.#scratch, block.attention, this.#wide, total);
    for (const span of spans) attend(this.#wide.numbers, this.#mixed.numbers, block.width, span);
    multiplier.multiply(this.#mixed, block.afterAttention, this.#scratch, total);
    addTo(this.#state.numbers, this.#scratch.numbers, total * WIDTH);
  }

  /** The hidden layer, of which only what is positive counts. */
  #expand(block: Block, total: number): void {
    normalize(this.#state.numbers, block.beforeHidden, this.#scratch.numbers, total);
    this.#multiplier.multiply(this.#scratch, block.hidden, this.#wide, total);
    const wide = this.#wide.numbers;
    for (let at = 0; at < total * HIDDEN; at += 1) wide[at] = Math.max(wide[at] ?? 0, 0);
  }

  /** The mean of products is the product of the mean, so the second block's last step is done once for a text. */
  #finish(spans: readonly Span[]): Float32Array[] {
    const multiplier = this.#multiplier;
    spans.forEach((span, row) => {
      // A text's row comes no later than its own first piece, so nothing is overwritten that is still to be read.
      mean(this.#state.numbers, span, WIDTH, row);
      mean(this.#wide.numbers, span, HIDDEN, row);
    });
    multiplier.multiply(this.#wide, this.#second.afterHidden, this.#scratch, spans.length);
    addTo(this.#scratch.numbers, this.#state.numbers, spans.length * WIDTH);
    multiplier.multiply(this.#scratch, this.#last, this.#mixed, spans.length);
    return spans.map((_, row) => toLengthOne(this.#mixed.numbers.slice(row * WIDTH, (row + 1) * WIDTH).map(Math.tanh)));
  }

  #rows(width: number): Rows {
    return this.#multiplier.rows((TOGETHER + ROWS_AT_A_TIME) * width);
  }
}

/** Each row to a mean of zero and a spread of one, then scaled and shifted as the model has learned. */
function normalize(from: Float32Array, { scale, bias }: Norm, to: Float32Array, rows: number): void {
  const width = scale.length;
  for (let row = 0; row < rows; row += 1) {
    const start = row * width;
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += from[start + at] ?? 0;
    const average = sum / width;
    let squares = 0;
    for (let at = 0; at < width; at += 1) squares += ((from[start + at] ?? 0) - average) ** 2;
    const factor = 1 / Math.sqrt(squares / width + NEARLY_ZERO);
    for (let at = 0; at < width; at += 1) {
      to[start + at] = ((from[start + at] ?? 0) - average) * factor * (scale[at] ?? 0) + (bias[at] ?? 0);
    }
  }
}

/** Every piece of a text becomes a mixture of all of them, by how well its question fits their answers, head by head. */
function attend(wide: Float32Array, mixed: Float32Array, width: number, { first, count }: Span): void {
  const headWidth = width / HEADS;
  const shares = new Float32Array(count);
  for (let head = 0; head < HEADS; head += 1) {
    const offset = head * headWidth;
    for (let row = first; row < first + count; row += 1) {
      const question = row * 3 * width + offset;
      for (let other = 0; other < count; other += 1) {
        const answer = (first + other) * 3 * width + width + offset;
        let fit = 0;
        for (let at = 0; at < headWidth; at += 1) fit += (wide[question + at] ?? 0) * (wide[answer + at] ?? 0);
        shares[other] = fit / Math.sqrt(headWidth);
      }
      toShares(shares);
      const to = row * width + offset;
      mixed.fill(0, to, to + headWidth);
      for (let other = 0; other < count; other += 1) {
        const value = (first + other) * 3 * width + 2 * width + offset;
        const share = shares[other] ?? 0;
        for (let at = 0; at < headWidth; at += 1) {
          mixed[to + at] = (mixed[to + at] ?? 0) + share * (wide[value + at] ?? 0);
        }
      }
    }
  }
}

/** Softmax. */
function toShares(fits: Float32Array): void {
  const best = fits.reduce((most, fit) => Math.max(most, fit), -Infinity);
  let sum = 0;
  fits.forEach((fit, at) => {
    const weight = Math.exp(fit - best);
    fits[at] = weight;
    sum += weight;
  });
  fits.forEach((weight, at) => (fits[at] = weight / sum));
}

/** The mean of a text's rows, as row number `to` of the same table. */
function mean(table: Float32Array, { first, count }: Span, width: number, to: number): void {
  for (let at = 0; at < width; at += 1) {
    let sum = 0;
    for (let row = first; row < first + count; row += 1) sum += table[row * width + at] ?? 0;
    table[to * width + at] = sum / count;
  }
}

function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  return vector.map((number) => number / length);
}

function addTo(sum: Float32Array, more: Float32Array, length: number): void {
  for (let at = 0; at < length; at += 1) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0);
}
