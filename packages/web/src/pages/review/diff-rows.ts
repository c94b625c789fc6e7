import type { ReviewFile } from "@tackroom/contract";
import { diffHunk, type DiffLine } from "@tackroom/harness/steps";

/** The lines of a file. In a new file they are not marked as added, which would only make it harder to read. */
export function linesOfFile({ before, after, change }: ReviewFile): DiffLine[] {
  if (change === "changed" || change === "removed") return diffHunk({ before: before ?? "", after: after ?? "" });
  return diffHunk({ before: after ?? "", after: after ?? "" }).map((line) =>
    change === "added" ? { ...line, oldLine: null } : line,
  );
}

export interface Fold {
  readonly from: number;
  readonly to: number;
}
export type ShownRow = { readonly at: number } | Fold;

const CONTEXT_LINES = 3;
/** A shorter stretch takes less room than what would stand for it. */
const MIN_FOLDED = 4;

/** Which lines are shown, and which stretches are folded, around the lines that matter. */
export function foldedRows(count: number, matters: (at: number) => boolean): ShownRow[] {
  const isNear = Array.from({ length: count }, () => false);
  for (let at = 0; at < count; at += 1) {
    if (!matters(at)) continue;
    isNear.fill(true, Math.max(0, at - CONTEXT_LINES), Math.min(count, at + CONTEXT_LINES + 1));
  }
  const rows: ShownRow[] = [];
  for (let at = 0; at < count;) {
    let end = at;
    while (end < count && !isNear[end]) end += 1;
    if (end - at >= MIN_FOLDED) rows.push({ from: at, to: end });
    else for (let place = at; place < end; place += 1) rows.push({ at: place });
    for (at = end; at < count && isNear[at]; at += 1) rows.push({ at });
  }
  return rows;
}

export interface SplitRow {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
}

/** Removed lines beside the added ones that follow them; everything else beside itself. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed.length, "+");
    for (let place = 0; place < Math.max(removed.length, added.length); place += 1) {
      rows.push({ left: removed[place], right: added[place] });
    }
    at += removed.length + added.length;
    const same = lines[at];
    if (same?.sign === " ") {
      rows.push({ left: same.oldLine === null ? undefined : same, right: same });
      at += 1;
    }
  }
  return rows;
}

function runOf(lines: readonly DiffLine[], start: number, sign: DiffLine["sign"]): readonly DiffLine[] {
  let end = start;
  while (lines[end]?.sign === sign) end += 1;
  return lines.slice(start, end);
}

export function changedLines(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (sign: DiffLine["sign"]): number => lines.filter((line) => line.sign === sign).length;
  return { added: count("+"), removed: count("-") };
}
