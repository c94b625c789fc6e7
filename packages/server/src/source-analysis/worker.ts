import { parentPort } from "node:worker_threads";
import { analyzeRepository } from "./analyze-repository.js";
import type { RepositoryAnalysis, SourceFile } from "./repository-analysis.js";
import { loadParsers, ParserCrash } from "./syntax/parsers.js";

export interface ToAnalyzerWorker {
  readonly files: readonly SourceFile[];
  readonly repositoryName: string;
}

export type FromAnalyzerWorker =
  | { readonly kind: "analyzed"; readonly analysis: RepositoryAnalysis }
  /** The parser is of no further use in this thread. */
  | { readonly kind: "crashed"; readonly path: string };

const port = parentPort;
if (!port) throw new Error("the source analyzer must run in a worker thread");
const loading = loadParsers();

port.on("message", (message: ToAnalyzerWorker) => {
  void loading.then((parsers) => {
    port.postMessage(answer(message, parsers));
  });
});

function answer({ files, repositoryName }: ToAnalyzerWorker, parsers: Awaited<typeof loading>): FromAnalyzerWorker {
  try {
    return { kind: "analyzed", analysis: analyzeRepository(files, { repositoryName }, parsers) };
  } catch (error) {
    // Anything else is a bug, and ends the thread.
    if (!(error instanceof ParserCrash)) throw error;
    return { kind: "crashed", path: error.path };
  }
}
