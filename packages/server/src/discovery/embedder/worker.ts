import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { loadSentenceEncoder } from "./sentence-encoder/read-model.js";

export interface EmbedderWorkerData {
  /** It gets what other threads leave. */
  readonly isLowPriority: boolean;
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
// On Linux this is the priority of the calling thread, not of the process.
if ((workerData as EmbedderWorkerData).isLowPriority) setPriority(constants.priority.PRIORITY_LOW);
const encoder = loadSentenceEncoder();

port.on("message", ({ id, texts }: ToEmbedderWorker) => {
  const vectors = encoder.encode(texts);
  const answer: FromEmbedderWorker = { id, vectors };
  port.postMessage(
    answer,
    vectors.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
