import { diffArrays, diffWordsWithSpace } from "diff";
import type { FileChange, Hunk } from "./patch-text.js";

export interface DiffPart {
  readonly text: string;
  /** Whether these words are what differs in the line. */
  readonly isChanged: boolean;
}

export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly parts: readonly DiffPart[];
  /** Counted from 1 within the hunk; null on the other side of a change. */
  readonly oldLine: number | null;
  readonly newLine: number | null;
}

/** Texts are shortened before they come here; this keeps two of them that have nothing in common from taking long. */
const MAX_EDITS = 2000;
const MAX_WORDS_LINE = 400;

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

interface Run {
  readonly sign: DiffLine["sign"];
  readonly lines: readonly string[];
}

function runsOf({ before, after }: Hunk): Run[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const found = diffArrays(old, now, { maxEditLength: MAX_EDITS });
  const runs = found?.map(({ added, removed, value }): Run => ({
    sign: added ? "+" : removed ? "-" : " ",
    lines: value,
  }));
  return (
    runs ?? [
      { sign: "-", lines: old },
      { sign: "+", lines: now },
    ]
  );
}

/** The lines of a hunk, with the words marked by which a line differs from the one that it replaces. */
export function diffHunk(hunk: Hunk): DiffLine[] {
  const runs = runsOf(hunk);
  const lines: DiffLine[] = [];
  let [oldLine, newLine] = [1, 1];
  for (const [at, { sign, lines: texts }] of runs.entries()) {
    const other = sign === "-" ? runs[at + 1] : sign === "+" ? runs[at - 1] : undefined;
    const isReplaced = other !== undefined && other.sign !== " " && other.lines.length === texts.length;
    for (const [place, text] of texts.entries()) {
      const counterpart = isReplaced ? other.lines[place] : undefined;
      lines.push({
        sign,
        parts: counterpart === undefined ? [{ text, isChanged: false }] : markedParts(text, counterpart, sign),
        oldLine: sign === "+" ? null : oldLine++,
        newLine: sign === "-" ? null : newLine++,
      });
    }
  }
  return lines;
}

function markedParts(text: string, other: string, sign: DiffLine["sign"]): DiffPart[] {
  if (text.length > MAX_WORDS_LINE || other.length > MAX_WORDS_LINE) return [{ text, isChanged: false }];
  const [before, after] = sign === "-" ? [text, other] : [other, text];
  const isOwn = (change: { added: boolean; removed: boolean }): boolean =>
    sign === "-" ? !change.added : !change.removed;
  const parts = diffWordsWithSpace(before, after)
    .filter(isOwn)
    .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  // Lines that have nothing in common are not the same line changed.
  const kept = parts.filter(({ isChanged }) => !isChanged).map((part) => part.text);
  return kept.join("").trim() === "" ? [{ text, isChanged: false }] : parts;
}

/** How many lines a change adds and removes. */
export function countLines({ hunks }: FileChange): { added: number; removed: number } {
  const runs = hunks.flatMap(runsOf);
  const count = (wanted: Run["sign"]): number =>
    runs.reduce((sum, { sign, lines }) => (sign === wanted ? sum + lines.length : sum), 0);
  return { added: count("+"), removed: count("-") };
}
