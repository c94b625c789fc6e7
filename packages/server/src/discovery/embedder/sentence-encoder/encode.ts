import type { Tensors } from "./tensors.js";
import { createTokenizer, MAX_TOKENS } from "./tokenize.js";
import { Transformer, type Layer, type LayerNorm } from "./transformer.js";

const LAYERS = 6;
const HEADS = 12;
const WIDTH = 384;
const HIDDEN = 1536;

export const SENTENCE_DIMENSIONS = WIDTH;

interface EncoderLayer {
  readonly qkv: Layer;
  readonly attention: Layer;
  readonly attentionNorm: LayerNorm;
  readonly intermediate: Layer;
  readonly output: Layer;
  readonly outputNorm: LayerNorm;
}

/**
 * MiniLM-L6, tuned for finding tools: six transformer layers over the tokens of a text, whose mean is a unit vector of 384
 * dimensions. Texts are encoded one by one, because activations are quantized together: a text's vector must not depend on the
 * texts beside it.
 */
export class SentenceEncoder {
  readonly #tokenize: (text: string) => number[];
  readonly #transformer = new Transformer({ maxRows: MAX_TOKENS, maxWidth: HIDDEN, heads: HEADS });
  readonly #words: { readonly numbers: Uint8Array; readonly scale: number; readonly zeroPoint: number };
  readonly #embeddingNorm: LayerNorm;
  readonly #positions = this.#transformer.rows(WIDTH);
  readonly #state = this.#transformer.rows(WIDTH);
  readonly #mixed = this.#transformer.rows(WIDTH);
  readonly #change = this.#transformer.rows(WIDTH);
  readonly #wide = this.#transformer.rows(HIDDEN);
  readonly #layers: readonly EncoderLayer[];

  constructor(tensors: Tensors, vocabulary: readonly string[]) {
    this.#tokenize = createTokenizer(vocabulary);
    this.#words = {
      numbers: tensors.bytes("embeddings.word"),
      scale: tensors.floats("embeddings.word.scale")[0] ?? 0,
      zeroPoint: tensors.floats("embeddings.word.zero_point")[0] ?? 0,
    };
    this.#embeddingNorm = this.#transformer.layerNorm(tensors, "embeddings.norm");
    this.#layers = Array.from({ length: LAYERS }, (_, layer) => this.#readLayer(tensors, `layer.${layer}`));
    this.#positions.numbers.set(tensors.floats("embeddings.position"));
  }

  /** What threads need to help with a text. */
  get memory(): WebAssembly.Memory {
    return this.#transformer.memory;
  }

  /** A unit vector for each text. */
  encode(texts: readonly string[]): Float32Array[] {
    return texts.map((text) => this.#encodeTokens(this.#tokenize(text)));
  }

  #encodeTokens(tokens: readonly number[]): Float32Array {
    const transformer = this.#transformer;
    const count = tokens.length;
    this.#embed(tokens);
    transformer.addAndNormalize(this.#state, this.#positions, this.#embeddingNorm, count);
    for (const layer of this.#layers) {
      transformer.multiply(this.#state, layer.qkv, this.#wide, count);
      transformer.attend(this.#wide, this.#mixed, count, HEADS);
      transformer.multiply(this.#mixed, layer.attention, this.#change, count);
      transformer.addAndNormalize(this.#state, this.#change, layer.attentionNorm, count);
      transformer.multiply(this.#state, layer.intermediate, this.#wide, count);
      transformer.gelu(this.#wide, count, HIDDEN);
      transformer.multiply(this.#wide, layer.output, this.#change, count);
      transformer.addAndNormalize(this.#state, this.#change, layer.outputNorm, count);
    }
    return meanDirection(this.#state.numbers, count);
  }

  #embed(tokens: readonly number[]): void {
    const { numbers, scale, zeroPoint } = this.#words;
    const state = this.#state.numbers;
    tokens.forEach((token, place) => {
      for (let at = 0; at < WIDTH; at += 1) {
        state[place * WIDTH + at] = ((numbers[token * WIDTH + at] ?? 0) - zeroPoint) * scale;
      }
    });
  }

  #readLayer(tensors: Tensors, name: string): EncoderLayer {
    const transformer = this.#transformer;
    return {
      qkv: transformer.layer(tensors, `${name}.qkv`),
      attention: transformer.layer(tensors, `${name}.attention`),
      attentionNorm: transformer.layerNorm(tensors, `${name}.attention.norm`),
      intermediate: transformer.layer(tensors, `${name}.intermediate`),
      output: transformer.layer(tensors, `${name}.output`),
      outputNorm: transformer.layerNorm(tensors, `${name}.output.norm`),
    };
  }
}

/** The mean of the first rows, with length one. */
function meanDirection(rows: Float32Array, count: number): Float32Array {
  const sum = new Float32Array(WIDTH);
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < WIDTH; at += 1) sum[at] = (sum[at] ?? 0) + (rows[row * WIDTH + at] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((squares, number) => squares + number * number, 0));
  return sum.map((number) => number / length);
}
