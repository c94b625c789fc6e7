/** Makes vectors of texts: the nearer their meanings, the larger the product of two vectors. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** One for each text, in order, each of length one. For callers that someone waits for. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** The same for texts by the thousand, with what the processor has to spare. */
  embedInBulk(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
