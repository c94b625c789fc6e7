import type { Step } from "./steps.js";

/** A line of the trace, or something between two of them. */
export type Row =
  | { readonly type: "page"; readonly key: string; readonly page: number; readonly offset: number }
  | { readonly type: "step"; readonly key: string; readonly step: Step; readonly isInner: boolean }
  | { readonly type: "reads"; readonly key: string; readonly steps: readonly Step[] }
  | { readonly type: "fold"; readonly key: string; readonly steps: readonly Step[] }
  | { readonly type: "gap"; readonly key: string; readonly ms: number; readonly offset: number };

/** Longer runs of calm steps are folded. */
const MAX_CALM = 40;
const SHOWN_BEFORE = 8;
const SHOWN_AFTER = 2;

export interface FoldOptions {
  /** Gaps by the offset of the event that they come before. */
  readonly gaps: ReadonlyMap<number, number>;
  readonly isOpen: (key: string) => boolean;
  /** What must stay in sight: a step that started subagents. */
  readonly isNotable: (step: Step) => boolean;
  /** The end of a live session is read as it grows. */
  readonly keepsRuns: boolean;
}

export const stepKey = ({ offset }: Pick<Step, "offset">): string => `e${offset}`;

/** The rows of the steps of one page, which do not change when other pages are loaded. */
export function rowsOf(steps: readonly Step[], options: FoldOptions): Row[] {
  const runs = runsOf(
    steps,
    ({ kind, hasFailed, event }) => {
      const isCalm = !hasFailed && kind !== "prompt" && kind !== "answer" && event.kind !== "error";
      return isCalm ? "calm" : null;
    },
    options,
  );
  return runs.flatMap((run) => {
    const isFolded = run.length > MAX_CALM && !options.keepsRuns && !run.some(options.isNotable);
    if (!isFolded) return linesOf(run, options);
    const folded = run.slice(SHOWN_BEFORE, -SHOWN_AFTER);
    const key = `fold-${folded[0]?.offset ?? 0}`;
    return [
      ...linesOf(run.slice(0, SHOWN_BEFORE), options),
      ...(options.isOpen(key) ? linesOf(folded, options) : [{ type: "fold", key, steps: folded } as const]),
      ...linesOf(run.slice(-SHOWN_AFTER), options),
    ];
  });
}

/** Neighbouring reads as one line each, and gaps between the others. */
function linesOf(steps: readonly Step[], options: FoldOptions): Row[] {
  const isRead = (step: Step): boolean =>
    step.kind === "read" && !step.hasFailed && step.result !== undefined && !options.isNotable(step);
  return runsOf(steps, (step) => (isRead(step) ? "read" : null), options).flatMap((run): Row[] => {
    const [first] = run;
    if (!first) return [];
    const inner = (isInner: boolean): Row[] => run.map((step) => ({ type: "step", key: stepKey(step), step, isInner }));
    const key = `reads-${first.offset}`;
    const group: Row = { type: "reads", key, steps: run };
    const rows = run.length === 1 ? inner(false) : [group, ...(options.isOpen(key) ? inner(true) : [])];
    const ms = options.gaps.get(first.offset);
    return ms === undefined ? rows : [{ type: "gap", key: `gap-${first.offset}`, ms, offset: first.offset }, ...rows];
  });
}

/** Neighbours with the same name together, those without a name each by itself; no run goes on after a gap. */
function runsOf(
  steps: readonly Step[],
  nameOf: (step: Step) => string | null,
  { gaps }: Pick<FoldOptions, "gaps">,
): Step[][] {
  const runs: Step[][] = [];
  let last: string | null = null;
  for (const step of steps) {
    const name = nameOf(step);
    const run = runs.at(-1);
    if (run && name !== null && name === last && !gaps.has(step.offset)) run.push(step);
    else runs.push([step]);
    last = name;
  }
  return runs;
}

/** The first and last event of a row. */
export function offsetsOf(row: Row): readonly number[] {
  if (row.type === "page" || row.type === "gap") return [];
  const steps = row.type === "step" ? [row.step] : row.steps;
  return steps.flatMap(({ offset, resultOffset }) => (resultOffset === null ? [offset] : [offset, resultOffset]));
}

/** The row with an event: the last that has it, since an open group comes before its lines. */
export function placeOfEvent(rows: readonly Row[], offset: number): number {
  return rows.findLastIndex((row) => offsetsOf(row).includes(offset));
}

/** The keys of the steps that are open at first: failures, and the answers that end a turn. */
export function openAtFirst(rows: readonly Row[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (row.type !== "step") continue;
    const next = rows.slice(at + 1, at + 3).find(({ type }) => type !== "gap");
    const isLast = next === undefined || (next.type === "step" && next.step.kind === "prompt");
    if (row.step.hasFailed || (row.step.kind === "answer" && isLast)) found.add(row.key);
  }
  return found;
}
