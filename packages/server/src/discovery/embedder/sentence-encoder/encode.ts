import { type Layer, Multiplier, ROWS_AT_A_TIME, type Rows } from "./multiply.js";
import { tokenizer } from "./tokenize.js";
import type { Weights } from "./weights.js";

/** Maximum number of tokens per text, as in the training of the model. */
const MAX_TOKENS = 128;
/** Tokens per batch: enough to use the processor well, few enough to stay in its caches. */
const BATCH_TOKENS = 256;
const HEADS = 4;
const IN_WIDTH = 256;
const WIDTH = 512;
const HIDDEN = 1536;
const EPSILON = 1e-6;

interface LayerNorm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

interface Block {
  readonly width: number;
  readonly attentionNorm: LayerNorm;
  readonly qkv: Layer;
  readonly attentionOutput: Layer;
  readonly feedForwardNorm: LayerNorm;
  readonly feedForward: Layer;
  readonly feedForwardOutput: Layer;
}

/** The rows that hold the tokens of one text. */
interface Span {
  readonly first: number;
  readonly count: number;
}

/**
 * The Universal Sentence Encoder (lite): two transformer blocks over the tokens of a text, whose mean is projected to
 * a unit vector of 512 dimensions. Texts are batched, because their rows share the same weight matrices.
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
    const norm = (name: string): LayerNorm => ({
      scale: weights.of(`${name}/layer_norm_scale/ConcatPartitions/concat`),
      bias: weights.of(`${name}/layer_norm_bias/ConcatPartitions/concat`),
    });
    const block = (name: string, width: number): Block => {
      const base = `${name}/TransformerLayer`;
      const attention = `${base}/MultiheadAttention`;
      return {
        width,
        attentionNorm: norm(`${base}/layer_prepostprocess/layer_norm`),
        qkv: layer(`${attention}/qkv_transform_single/kernel/part_0`, `${attention}/qkv_transform_single`),
        attentionOutput: layer(
          `${attention}/output_transform_single/kernel/part_0`,
          `${attention}/output_transform_single`,
        ),
        feedForwardNorm: norm(`${base}/FFN/layer_prepostprocess/layer_norm`),
        feedForward: layer(`${base}/FFN/conv1/Tensordot/Reshape_1`, `${base}/FFN/conv1`),
        feedForwardOutput: layer(`${base}/FFN/conv2/Tensordot/Reshape_1`, `${base}/FFN/conv2`),
      };
    };
    this.#widen = layer("dense/kernel/ConcatPartitions/concat", "TransformerLayer/dense");
    this.#first = block("Layer_0", IN_WIDTH);
    this.#second = block("Layer_1", WIDTH);
    this.#last = this.#multiplier.layer(weights.of("tanh_layer_0/weights"), weights.of("tanh_layer_0/bias"));
  }

  /** A unit vector for each text; the zero vector for a text without tokens. */
  encode(texts: readonly string[]): Float32Array[] {
    const vectors: Float32Array[] = texts.map(() => new Float32Array(WIDTH));
    let batch: { readonly place: number; readonly tokens: readonly number[] }[] = [];
    let size = 0;
    const flush = (): void => {
      const encoded = this.#encodeTokens(batch.map(({ tokens }) => tokens));
      batch.forEach(({ place }, at) => (vectors[place] = encoded[at] ?? new Float32Array(WIDTH)));
      batch = [];
      size = 0;
    };
    texts.forEach((text, place) => {
      const tokens = this.#tokenize(text).slice(0, MAX_TOKENS);
      if (tokens.length === 0) return;
      if (size + tokens.length > BATCH_TOKENS) flush();
      batch.push({ place, tokens });
      size += tokens.length;
    });
    if (size > 0) flush();
    return vectors;
  }

  #encodeTokens(texts: readonly (readonly number[])[]): Float32Array[] {
    let total = 0;
    const spans = texts.map((tokens): Span => {
      const span = { first: total, count: tokens.length };
      this.#embed(tokens, span);
      total += tokens.length;
      return span;
    });
    this.#multiplier.multiply(this.#input, this.#widen, this.#state, total);
    this.#attend(this.#first, this.#input, spans, total);
    this.#expand(this.#first, total);
    this.#multiplier.multiply(this.#wide, this.#first.feedForwardOutput, this.#scratch, total);
    addTo(this.#state.numbers, this.#scratch.numbers, total * WIDTH);
    this.#attend(this.#second, this.#state, spans, total);
    this.#expand(this.#second, total);
    return this.#finish(spans);
  }

  /** The input of the first block: twice the token embedding plus the sinusoidal position encoding. */
  #embed(tokens: readonly number[], { first }: Span): void {
    const half = this.#timing.length;
    const input = this.#input.numbers;
    tokens.forEach((token, place) => {
      const to = (first + place) * IN_WIDTH;
      for (let at = 0; at < IN_WIDTH; at += 1) {
        const angle = place * (this.#timing[at % half] ?? 0);
        const position = at < half ? Math.sin(angle) : Math.cos(angle);
        input[to + at] = 2 * (this.#embeddings[token * IN_WIDTH + at] ?? 0) + position;
      }
    });
  }

  #attend(block: Block, before: Rows, spans: readonly Span[], total: number): void {
    const multiplier = this.#multiplier;
    layerNorm(before.numbers, block.attentionNorm, this.#scratch.numbers, total);
    multiplier.multiply(this.#scratch, block.qkv, this.#wide, total);
    for (const span of spans) attend(this.#wide.numbers, this.#mixed.numbers, block.width, span);
    multiplier.multiply(this.#mixed, block.attentionOutput, this.#scratch, total);
    addTo(this.#state.numbers, this.#scratch.numbers, total * WIDTH);
  }

  /** The first half of the feed-forward network, with ReLU as its activation. */
  #expand(block: Block, total: number): void {
    layerNorm(this.#state.numbers, block.feedForwardNorm, this.#scratch.numbers, total);
    this.#multiplier.multiply(this.#scratch, block.feedForward, this.#wide, total);
    const wide = this.#wide.numbers;
    for (let at = 0; at < total * HIDDEN; at += 1) wide[at] = Math.max(wide[at] ?? 0, 0);
  }

  /** The last projection of the second block is linear, so it is applied once to the mean instead of to every token. */
  #finish(spans: readonly Span[]): Float32Array[] {
    const multiplier = this.#multiplier;
    spans.forEach((span, row) => {
      // The target row of a text never comes after its first token, so no row is overwritten before it is read.
      mean(this.#state.numbers, span, WIDTH, row);
      mean(this.#wide.numbers, span, HIDDEN, row);
    });
    multiplier.multiply(this.#wide, this.#second.feedForwardOutput, this.#scratch, spans.length);
    addTo(this.#scratch.numbers, this.#state.numbers, spans.length * WIDTH);
    multiplier.multiply(this.#scratch, this.#last, this.#mixed, spans.length);
    return spans.map((_, row) => unitVector(this.#mixed.numbers.slice(row * WIDTH, (row + 1) * WIDTH).map(Math.tanh)));
  }

  #rows(width: number): Rows {
    return this.#multiplier.rows((BATCH_TOKENS + ROWS_AT_A_TIME) * width);
  }
}

/** Layer normalization: each row gets mean 0 and variance 1, then the learned scale and bias. */
function layerNorm(from: Float32Array, { scale, bias }: LayerNorm, to: Float32Array, rows: number): void {
  const width = scale.length;
  for (let row = 0; row < rows; row += 1) {
    const start = row * width;
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += from[start + at] ?? 0;
    const average = sum / width;
    let squaredDeviations = 0;
    for (let at = 0; at < width; at += 1) squaredDeviations += ((from[start + at] ?? 0) - average) ** 2;
    const factor = 1 / Math.sqrt(squaredDeviations / width + EPSILON);
    for (let at = 0; at < width; at += 1) {
      to[start + at] = ((from[start + at] ?? 0) - average) * factor * (scale[at] ?? 0) + (bias[at] ?? 0);
    }
  }
}

/** Scaled dot-product self-attention over the tokens of one text, head by head. */
function attend(wide: Float32Array, mixed: Float32Array, width: number, { first, count }: Span): void {
  const headWidth = width / HEADS;
  const weights = new Float32Array(count);
  for (let head = 0; head < HEADS; head += 1) {
    const offset = head * headWidth;
    for (let row = first; row < first + count; row += 1) {
      const query = row * 3 * width + offset;
      for (let other = 0; other < count; other += 1) {
        const key = (first + other) * 3 * width + width + offset;
        let score = 0;
        for (let at = 0; at < headWidth; at += 1) score += (wide[query + at] ?? 0) * (wide[key + at] ?? 0);
        weights[other] = score / Math.sqrt(headWidth);
      }
      softmax(weights);
      const to = row * width + offset;
      mixed.fill(0, to, to + headWidth);
      for (let other = 0; other < count; other += 1) {
        const value = (first + other) * 3 * width + 2 * width + offset;
        const weight = weights[other] ?? 0;
        for (let at = 0; at < headWidth; at += 1) {
          mixed[to + at] = (mixed[to + at] ?? 0) + weight * (wide[value + at] ?? 0);
        }
      }
    }
  }
}

function softmax(scores: Float32Array): void {
  const max = scores.reduce((highest, score) => Math.max(highest, score), -Infinity);
  let sum = 0;
  scores.forEach((score, at) => {
    const weight = Math.exp(score - max);
    scores[at] = weight;
    sum += weight;
  });
  scores.forEach((weight, at) => (scores[at] = weight / sum));
}

/** Mean pooling over the rows of a text, written to row `to` of the same matrix. */
function mean(table: Float32Array, { first, count }: Span, width: number, to: number): void {
  for (let at = 0; at < width; at += 1) {
    let sum = 0;
    for (let row = first; row < first + count; row += 1) sum += table[row * width + at] ?? 0;
    table[to * width + at] = sum / count;
  }
}

function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  return vector.map((number) => number / length);
}

function addTo(sum: Float32Array, more: Float32Array, length: number): void {
  for (let at = 0; at < length; at += 1) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0);
}
