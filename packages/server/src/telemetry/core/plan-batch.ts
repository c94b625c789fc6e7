import { confirm, type Checkpoint } from "./checkpoint.js";

export interface Batch {
  readonly start: number;
  readonly lines: readonly string[];
  readonly endBytes: readonly number[] | null;
}

/** What is stored at an index that the batch also has. */
export interface StoredLine {
  readonly line: number;
  readonly raw: string;
  readonly endByte: number | null;
}

/** `moved`: the same content with another end byte. */
export type Fate = "new" | "same" | "moved" | "replaced" | "purged";

export interface BatchPlan {
  /** Of each line of the batch, in its order. */
  readonly fates: readonly Fate[];
  /** Indexes at or below the checkpoint where another content is stored: then nothing of the batch may be. */
  readonly conflicts: readonly number[];
}

/** Which stored lines must be read before a batch can be planned; null when it can meet none. */
export function linesToLookUp(checkpoint: Checkpoint, { start, lines }: Batch): { from: number; to: number } | null {
  if (lines.length === 0) return null;
  // An attempt that did not end may have left lines above the highest that we know of. Those that the batch covers are
  // overwritten by it; those that it leaves a gap for would come to light, though nobody was told that they are stored.
  const from = Math.min(start, checkpoint.highestLine + 1);
  const to = start > checkpoint.highestLine ? start - 1 : Math.min(start + lines.length - 1, checkpoint.highestLine);
  return to < from ? null : { from, to };
}

export function planBatch(
  checkpoint: Checkpoint,
  { start, lines, endBytes }: Batch,
  stored: ReadonlyMap<number, StoredLine>,
): BatchPlan {
  const conflicts: number[] = [];
  const fates = lines.map((raw, at): Fate => {
    const line = start + at;
    if (line < checkpoint.purgedBelow) return "purged";
    const before = stored.get(line);
    if (!before) return "new";
    if (before.raw === raw) {
      const endByte = endBytes?.[at] ?? null;
      return endByte !== null && endByte !== before.endByte ? "moved" : "same";
    }
    if (line <= checkpoint.acknowledgedLine) conflicts.push(line);
    return "replaced";
  });
  return { fates, conflicts };
}

/** The checkpoint after the batch was stored. */
export function confirmBatch(
  checkpoint: Checkpoint,
  { start, lines, endBytes }: Batch,
  stored: ReadonlyMap<number, StoredLine>,
): Checkpoint {
  if (lines.length === 0) return checkpoint;
  const last = start + lines.length - 1;
  // Sent again without offsets, a line still ends where it did.
  const before = stored.get(last);
  const knownEnd = before?.raw === lines.at(-1) ? before?.endByte : null;
  return confirm(checkpoint, [start, last, endBytes?.at(-1) ?? knownEnd ?? null]);
}
