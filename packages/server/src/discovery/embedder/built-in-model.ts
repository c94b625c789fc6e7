import { SentenceEncoder } from "./sentence-encoder/encode.js";
import { readWeights } from "./sentence-encoder/weights.js";
import { WORD_DIMENSIONS, WordVectors } from "./word-vectors.js";

/** Changes whenever the same text would get another vector: what was kept of an older one is then made anew. */
export const BUILT_IN_MODEL = "tackroom-en-1";

/** What the words count beside the sentence. Each errs in its own way, so that both together err less than either. */
const WORDS_SHARE = 0.2;

export type Model = (texts: readonly string[]) => Float32Array[];

/**
 * Vectors of texts by two models: one of sentences, one of words. They stand behind one another in one vector, so that the
 * product of two such vectors is the weighted mean of what both models say.
 */
export function loadBuiltInModel(): Model {
  const sentences = new SentenceEncoder(readWeights());
  const words = new WordVectors();
  const sentenceFactor = Math.sqrt(1 / (1 + WORDS_SHARE));
  const wordFactor = Math.sqrt(WORDS_SHARE / (1 + WORDS_SHARE));
  return (texts) =>
    sentences.encode(texts).map((sentence, place) => {
      const vector = new Float32Array(sentence.length + WORD_DIMENSIONS);
      vector.set(sentence.map((number) => number * sentenceFactor));
      vector.set(
        words.encode(texts[place] ?? "").map((number) => number * wordFactor),
        sentence.length,
      );
      return vector;
    });
}
