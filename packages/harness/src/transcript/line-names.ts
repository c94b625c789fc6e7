import { type JsonRecord, textIn } from "./json.js";

/** What one line says about the session that it belongs to. Texts are whole: the caller cuts and redacts them. */
export interface LineNames {
  /** Of two titles the one with the higher rank counts, and of the same rank the later one. */
  readonly title: { readonly text: string; readonly rank: number } | null;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
}

/** A title that a person chose, one that the harness generated for the session, and one of a part of it. */
export const CHOSEN = 3;
export const GENERATED = 2;
export const OF_A_PART = 1;

/** The same as a harness's line has it. */
export interface NamesFound {
  readonly title?: unknown;
  readonly rank?: number;
  readonly cwd?: unknown;
  readonly gitBranch?: unknown;
}

export const NO_NAMES: NamesFound = Object.freeze({});

/** Null when the line names nothing, as most lines of most harnesses do. */
export function readLineNames(names: ((line: JsonRecord) => NamesFound) | null, line: JsonRecord): LineNames | null {
  const { title, rank = GENERATED, cwd, gitBranch } = names?.(line) ?? NO_NAMES;
  const [text, directory, branch] = [textIn(title), textIn(cwd), textIn(gitBranch)];
  if (text === null && directory === null && branch === null) return null;
  return { title: text === null ? null : { text, rank }, cwd: directory, gitBranch: branch };
}

/** A detached HEAD is not a branch. */
export const branchOf = (branch: unknown): unknown => (branch === "HEAD" ? undefined : branch);
