import { availableParallelism } from "node:os";
import type { Embedder } from "./embedder.js";
import { EmbedderThread } from "./embedder-thread.js";
import { withRecentVectors } from "./recent-vectors.js";

/** Changes whenever the same text would get another vector: what was kept of an older one is then made anew. */
const BUILT_IN_MODEL = "tackroom-en-3";

/** Texts that are sent to a thread at once. What comes meanwhile waits for no more than these. */
const AT_ONCE = 4;

/** A person waits for a question, so other cores help with it; from four threads on, they would mostly wait for one another. */
const HELPERS = Math.min(availableParallelism() - 1, 3);

/** Where threads have priorities of their own, bulk work may use every core and still gives way to requests. */
const HAS_LOW_PRIORITY = process.platform === "linux";
const MAX_BULK_THREADS = 4;
/** Each has a copy of the model, which is not kept when there is nothing to do. */
const BULK_THREADS_IDLE_MS = 5000;

/** The model that ships with the server, in threads of its own: one for questions, and others while there is bulk work. */
export const openBuiltInEmbedder = (): Embedder => withRecentVectors(new BuiltInEmbedder());

class BuiltInEmbedder implements Embedder {
  readonly model = BUILT_IN_MODEL;
  readonly #thread = new EmbedderThread({ isLowPriority: false, helpers: HELPERS });
  #bulkThreads: readonly EmbedderThread[] = [];
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return this.#encode(texts, [this.#thread]);
  }

  async embedInBulk(texts: readonly string[]): Promise<Float32Array[]> {
    clearTimeout(this.#idle);
    if (this.#bulkThreads.length === 0) this.#bulkThreads = newBulkThreads();
    try {
      return await this.#encode(texts, this.#bulkThreads);
    } finally {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.#stopBulkThreads(), BULK_THREADS_IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await Promise.all([this.#thread.stop(), this.#stopBulkThreads()]);
  }

  /** Each thread takes the next few texts when it is done with the last. */
  async #encode(texts: readonly string[], threads: readonly EmbedderThread[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let next = 0;
    const takeTurns = async (thread: EmbedderThread): Promise<void> => {
      while (next < texts.length) {
        if (this.#closed) throw new Error("the embedder is closed");
        const first = next;
        next += AT_ONCE;
        const made = await thread.encode(texts.slice(first, first + AT_ONCE));
        made.forEach((vector, place) => (vectors[first + place] = vector));
      }
    };
    await Promise.all(threads.map(takeTurns));
    return vectors;
  }

  async #stopBulkThreads(): Promise<void> {
    const threads = this.#bulkThreads;
    this.#bulkThreads = [];
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

function newBulkThreads(): EmbedderThread[] {
  const cores = Math.min(availableParallelism(), MAX_BULK_THREADS);
  const count = HAS_LOW_PRIORITY ? cores : Math.ceil(cores / 2);
  return Array.from({ length: count }, () => new EmbedderThread({ isLowPriority: HAS_LOW_PRIORITY, helpers: 0 }));
}
