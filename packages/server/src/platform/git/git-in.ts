import type { Readable } from "node:stream";
import { exitOf, runGit, streamGit, type GitCommand } from "./run-git.js";

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

type Options = Pick<GitCommand, "input" | "config" | "protocol"> & { readonly signal?: AbortSignal };

/** Git at work in a repository of our own. */
export interface GitIn {
  /** What it prints; throws if it fails. */
  run(directory: string, args: readonly string[], options?: Options): Promise<Buffer>;
  /** What it prints, as it comes; then a `GitExit` if it fails. */
  stream(directory: string, args: readonly string[], options?: Options): Readable;
}

/** Everything ends with the signal, and after so long at the latest. */
export function createGitIn({
  closing,
  timeoutMs,
}: {
  readonly closing: AbortSignal;
  readonly timeoutMs: number;
}): GitIn {
  const signalOf = (own: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([closing, AbortSignal.timeout(timeoutMs), ...(own ? [own] : [])]);
  return {
    async run(directory, args, { signal, ...options } = {}) {
      const command = { directory, args, ...options, signal: signalOf(signal), maxOutputBytes: MAX_OUTPUT_BYTES };
      const { exitCode, stdout, stderr } = await runGit(command);
      if (exitCode === 0) return stdout;
      throw exitOf(args, exitCode, stderr);
    },
    stream: (directory, args, { signal, ...options } = {}) =>
      streamGit({ directory, args, ...options, signal: signalOf(signal) }),
  };
}
