import { Worker } from "node:worker_threads";
import type { FromAnalyzerWorker, ToAnalyzerWorker } from "./worker.js";

/** What the JavaScript of the thread may use; the parsers' own memory is bounded where it is made. */
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** A thread that does one thing at a time; it is started when it is first needed, and again after it was stopped. */
export class AnalyzerThread {
  #worker: Worker | undefined;

  /** When the signal aborts, the thread is ended: hostile source could keep it busy forever. */
  async run(message: ToAnalyzerWorker, stop: AbortSignal): Promise<FromAnalyzerWorker> {
    stop.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const listening = new AbortController();
    try {
      return await new Promise<FromAnalyzerWorker>((resolve, reject) => {
        const fail = (error?: unknown): void =>
          reject(new Error("The analysis stopped before it was done.", { cause: error }));
        listenTo(worker, { message: resolve, error: fail, exit: fail }, listening.signal);
        const abort = (): void => {
          reject(stop.reason as Error);
          void this.stop();
        };
        stop.addEventListener("abort", abort, { signal: listening.signal });
        worker.postMessage(message);
      });
    } finally {
      listening.abort();
      // Idle, it keeps no process alive that has nothing else to do.
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: "source-analyzer", resourceLimits: MEMORY });
    // The caller that waits for an answer is told; without a listener an error would end the process.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}

interface Listeners {
  readonly message: (answer: FromAnalyzerWorker) => void;
  readonly error: (error: unknown) => void;
  readonly exit: () => void;
}

function listenTo(worker: Worker, { message, error, exit }: Listeners, until: AbortSignal): void {
  worker.on("message", message);
  worker.on("error", error);
  worker.on("exit", exit);
  until.addEventListener("abort", () => {
    worker.off("message", message);
    worker.off("error", error);
    worker.off("exit", exit);
  });
}

/** Tests run from the sources, but a thread can only be started from compiled code. */
function workerFile(): URL {
  const here = import.meta.url;
  return here.endsWith(".ts") ? new URL("../../dist/source-analysis/worker.js", here) : new URL("./worker.js", here);
}
