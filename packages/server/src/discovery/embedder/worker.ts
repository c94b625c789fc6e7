import { constants, setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { loadSentenceEncoder } from "./sentence-encoder/read-model.js";

export interface EmbedderWorkerData {
  /** It gets what other threads leave. */
  readonly isLowPriority: boolean;
  /** How many more threads work at each text. */
  readonly helpers: number;
}

export interface ToEmbedderWorker {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface FromEmbedderWorker {
  readonly id: number;
  readonly vectors: readonly Float32Array[];
}

const port = parentPort;
if (!port) throw new Error("the embedder must run in a worker thread");
const { isLowPriority, helpers } = workerData as EmbedderWorkerData;
// On Linux this is the priority of the calling thread, not of the process.
if (isLowPriority) setPriority(constants.priority.PRIORITY_LOW);
const encoder = loadSentenceEncoder();
for (let started = 0; started < helpers; started += 1) {
  const helper = new Worker(new URL("./helper.js", import.meta.url), {
    name: "embedder helper",
    workerData: encoder.memory,
  });
  // Without it, texts only take longer.
  helper.on("error", (error) => process.emitWarning(error));
}

port.on("message", ({ id, texts }: ToEmbedderWorker) => {
  const vectors = encoder.encode(texts);
  const answer: FromEmbedderWorker = { id, vectors };
  port.postMessage(
    answer,
    vectors.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
