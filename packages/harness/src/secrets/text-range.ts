/** A part of a text, from its first character to the one behind its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** In order, and those that overlap as one. */
export function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The text with something else in place of each range; the ranges are in order and do not overlap. */
export function replaceRanges(text: string, ranges: readonly TextRange[], replacement: string): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.join("") + text.slice(from);
}
