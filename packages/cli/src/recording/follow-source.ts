import { existsSync, statSync } from "node:fs";
import { digestOfRange, readLines, readRange, sha256, type SourceLine } from "./read-lines.js";
import type { SessionState } from "./session-states.js";

export interface SourceSize {
  readonly size: number;
  readonly changedAt: number;
}

export function sizeOf(path: string): SourceSize | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, changedAt: mtimeMs };
  } catch {
    return undefined;
  }
}

/**
 * Checks that the read position is still valid for the file. A rotated file continues with the next index; a truncated or
 * rewritten file is read again from the start, and the server determines which lines are new.
 */
export function seat(state: SessionState): void {
  if (state.nextByte === 0) return;
  const found = sizeOf(state.path);
  if (!found) return;
  if (found.size >= state.nextByte && digestOfRange(state.path, state.tailStart, state.nextByte) === state.tailSha) {
    if (endsInside(state, found.size))
      Object.assign(state, { nextLine: state.nextLine - 1, nextByte: state.tailStart });
    return;
  }
  const first = firstOf(state.path);
  if (first === undefined) return;
  const isSameFile = sha256(first.text) === state.firstSha;
  if (!isSameFile) state.baseLine = state.nextLine;
  // The file may now have different lines in place of the skipped ones.
  delete state.skipped;
  delete state.past;
  Object.assign(state, { nextLine: state.baseLine, nextByte: 0 });
}

/** The last line was read without its newline, and has been extended since. */
function endsInside({ path, nextByte }: SessionState, size: number): boolean {
  if (size === nextByte) return false;
  const around = readRange(path, nextByte - 1, Math.min(size, nextByte + 2))?.toString("latin1") ?? "";
  return !around.startsWith("\n") && !/^.\r?\n/s.test(around);
}

function firstOf(path: string): SourceLine | undefined {
  for (const line of readLines(path, 0)) return line;
  return undefined;
}

/** Marks a line as read. */
export function pass(state: SessionState, line: SourceLine): void {
  if (state.nextByte === 0) state.firstSha = sha256(line.text);
  state.nextLine += 1;
  state.nextByte = line.end;
  state.tailStart = line.start;
}

/** Must be called after lines were passed and before the state is saved. */
export function notePlace(state: SessionState): void {
  if (state.nextByte > 0) state.tailSha = digestOfRange(state.path, state.tailStart, state.nextByte) ?? "";
}

/** Seeks to the start of a line; false when the file does not contain it. */
export function goTo(state: SessionState, wanted: number): boolean {
  if (wanted < state.baseLine || !existsSync(state.path)) return false;
  Object.assign(state, { nextLine: state.baseLine, nextByte: 0 });
  if (wanted > state.baseLine) {
    for (const line of readLines(state.path, 0, true)) {
      pass(state, line);
      if (state.nextLine === wanted) break;
    }
  }
  notePlace(state);
  return state.nextLine === wanted;
}
