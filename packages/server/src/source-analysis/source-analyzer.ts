import type { RepositoryAnalysis, SourceFile } from "./repository-analysis.js";
import { AnalysisError } from "./analysis-error.js";
import { AnalyzerThread } from "./analyzer-thread.js";

export interface SourceAnalyzer {
  /** Fails when the analysis takes too long or needs too much memory, and when the signal aborts. */
  analyze(
    files: readonly SourceFile[],
    about: { readonly repositoryName: string; readonly signal?: AbortSignal },
  ): Promise<RepositoryAnalysis>;
  close(): Promise<void>;
}

export interface SourceAnalyzerLimits {
  readonly timeLimitMs: number;
  /** The thread is ended when it had nothing to do for so long. */
  readonly idleMs: number;
}

const DEFAULTS: SourceAnalyzerLimits = { timeLimitMs: 30_000, idleMs: 20_000 };
/** A repository with more files than this that crash the parser was made for it. */
const MAX_CRASHES = 3;

/** Reads repositories in a thread, one after the other. Nothing is started before the first. */
export const openSourceAnalyzer = (limits: Partial<SourceAnalyzerLimits> = {}): SourceAnalyzer =>
  new ThreadedAnalyzer({ ...DEFAULTS, ...limits });

class ThreadedAnalyzer implements SourceAnalyzer {
  readonly #limits: SourceAnalyzerLimits;
  readonly #thread = new AnalyzerThread();
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: SourceAnalyzerLimits) {
    this.#limits = limits;
  }

  async analyze(
    files: readonly SourceFile[],
    { repositoryName, signal }: { readonly repositoryName: string; readonly signal?: AbortSignal },
  ): Promise<RepositoryAnalysis> {
    const before = this.#last;
    this.#waiting += 1;
    const turn = before.then(() => this.#analyzeNow(files, repositoryName, signal));
    // The next call waits for this one to end, however it ends.
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#stopWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("the source analyzer is closed"));
    clearTimeout(this.#idle);
    await this.#thread.stop();
  }

  async #analyzeNow(
    files: readonly SourceFile[],
    repositoryName: string,
    signal: AbortSignal | undefined,
  ): Promise<RepositoryAnalysis> {
    clearTimeout(this.#idle);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooLong(this.#limits.timeLimitMs)), this.#limits.timeLimitMs);
    const stop = AbortSignal.any([this.#closing.signal, limit.signal, ...(signal ? [signal] : [])]);
    try {
      return await this.#withoutCrashes(files, repositoryName, stop);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Leaves out the files that the parser fails on. */
  async #withoutCrashes(
    files: readonly SourceFile[],
    repositoryName: string,
    stop: AbortSignal,
  ): Promise<RepositoryAnalysis> {
    const crashed: string[] = [];
    for (;;) {
      const read = files.filter(({ path }) => !crashed.includes(path));
      const answer = await this.#thread.run({ files: read, repositoryName }, stop);
      if (answer.kind === "analyzed") {
        const issues = crashed.map((path) => `${path} could not be parsed: the parser failed on it.`);
        return { ...answer.analysis, issues: [...issues, ...answer.analysis.issues] };
      }
      crashed.push(answer.path);
      await this.#thread.stop();
      if (crashed.length > MAX_CRASHES)
        throw new AnalysisError(`The source could not be parsed: ${crashed.join(", ")}.`);
    }
  }

  /** The parsers' memory only grows; it is given back with the thread. */
  #stopWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#thread.stop(), this.#limits.idleMs).unref();
  }
}

const tooLong = (milliseconds: number): Error =>
  new AnalysisError(
    `The analysis took longer than ${milliseconds / 1000} seconds. The repository is too large or too complex to be analyzed.`,
  );
