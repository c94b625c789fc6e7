import { Worker } from "node:worker_threads";
import type { Embedder } from "./embedder.js";
import { withRecentVectors } from "./recent-vectors.js";
import type { FromEmbedderWorker, ToEmbedderWorker } from "./worker.js";

interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

/** Changes whenever the same text would get another vector: what was kept of an older one is then made anew. */
const BUILT_IN_MODEL = "tackroom-en-2";

/** Texts that are sent at once. A question that comes meanwhile waits for no more than these. */
const AT_ONCE = 4;

/** The model that ships with the server. It is loaded when it is first needed, in a thread of its own. */
export const openBuiltInEmbedder = (): Embedder => withRecentVectors(new BuiltInEmbedder());

class BuiltInEmbedder implements Embedder {
  readonly model = BUILT_IN_MODEL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;
  #closed = false;

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let first = 0; first < texts.length; first += AT_ONCE) {
      vectors.push(...(await this.#ask(texts.slice(first, first + AT_ONCE))));
    }
    return vectors;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  #ask(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new Error("the embedder is closed"));
    const worker = (this.#worker ??= this.#start());
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      const message: ToEmbedderWorker = { id, texts };
      worker.postMessage(message);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: "embedder" });
    let failure: Error | undefined;
    worker.on("message", ({ id, vectors }: FromEmbedderWorker) => {
      this.#waiting.get(id)?.resolve([...vectors]);
      this.#waiting.delete(id);
      // Idle, it keeps no process alive that has nothing else to do.
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.once("error", (error) => (failure = error));
    worker.once("exit", () => {
      // The next text starts another one; those in flight may be what it died of, so they are not tried again.
      if (this.#worker === worker) this.#worker = undefined;
      const error = new Error("the embedder stopped before it answered", { cause: failure });
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
}

/** Tests run from the sources, but a thread can only be started from compiled code. */
function workerFile(): URL {
  const here = import.meta.url;
  return here.endsWith(".ts")
    ? new URL("../../../dist/discovery/embedder/worker.js", here)
    : new URL("./worker.js", here);
}
