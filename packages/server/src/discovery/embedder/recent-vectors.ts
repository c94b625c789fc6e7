import type { Embedder } from "./embedder.js";

/** About 2 MB of vectors. */
const MAX_ENTRIES = 1000;
/** Longer texts are passages, which are embedded once and not again. */
const MAX_LENGTH = 300;

/** Remembers the vectors of what was asked lately: people page through results, and agents repeat themselves. */
export function withRecentVectors(embedder: Embedder): Embedder {
  const recent = new Map<string, Float32Array>();
  const recall = (text: string): Float32Array | undefined => {
    const vector = recent.get(text);
    if (!vector) return undefined;
    // A map keeps its keys in the order they came in, so the first one is the one not used for the longest time.
    recent.delete(text);
    recent.set(text, vector);
    return vector;
  };
  const remember = (text: string, vector: Float32Array): void => {
    if (text.length > MAX_LENGTH) return;
    recent.set(text, vector);
    const [oldest] = recent.keys();
    if (recent.size > MAX_ENTRIES && oldest !== undefined) recent.delete(oldest);
  };
  return {
    model: embedder.model,
    async embed(texts) {
      const vectors = texts.map(recall);
      const missing = texts.filter((_, place) => !vectors[place]);
      const made = missing.length === 0 ? [] : await embedder.embed(missing);
      missing.forEach((text, place) => {
        const vector = made[place];
        if (vector) remember(text, vector);
      });
      let next = 0;
      return vectors.map((vector) => {
        const found = vector ?? made[next++];
        if (!found) throw new Error("the embedder returned fewer vectors than it was given texts");
        return found;
      });
    },
    embedInBulk: (texts) => embedder.embedInBulk(texts),
    close: () => embedder.close(),
  };
}
