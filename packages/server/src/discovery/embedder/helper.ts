import { workerData } from "node:worker_threads";
import { helpTransformer } from "./sentence-encoder/transformer.js";

// Until the thread is terminated.
helpTransformer(workerData as WebAssembly.Memory);
