import { Worker } from "node:worker_threads";
import type { EmbedderWorkerData, FromEmbedderWorker, ToEmbedderWorker } from "./worker.js";

interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

/** A thread with the model, which is loaded when it is first needed. */
export class EmbedderThread {
  readonly #data: EmbedderWorkerData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #next = 0;

  constructor(data: EmbedderWorkerData) {
    this.#data = data;
  }

  encode(texts: readonly string[]): Promise<Float32Array[]> {
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

  /** The next text starts it again. */
  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: "embedder", workerData: this.#data });
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
