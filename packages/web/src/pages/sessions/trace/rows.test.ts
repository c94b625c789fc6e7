import type { SessionEvent, StepKind } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { openAtFirst, placeOfEvent, rowsOf, type FoldOptions } from "./rows.js";
import type { Step } from "./steps.js";

const event = { kind: "tool_call" } as SessionEvent;
const step = (offset: number, kind: StepKind = "command", hasFailed = false): Step => ({
  offset: offset * 2,
  resultOffset: offset * 2 + 1,
  line: offset,
  kind,
  event,
  result: event,
  hasFailed,
  costUsd: null,
  tokens: 0,
});
const calm = (from: number, count: number): Step[] => Array.from({ length: count }, (_, at) => step(from + at));
const CLOSED: FoldOptions = { gaps: new Map(), isOpen: () => false, isNotable: () => false, keepsRuns: false };
const shape = (steps: readonly Step[], options: Partial<FoldOptions> = {}): string =>
  rowsOf(steps, { ...CLOSED, ...options })
    .map((row) => (row.type === "fold" || row.type === "reads" ? `${row.type} ${row.steps.length}` : row.type))
    .join(", ");

describe("rows", () => {
  test("fold neighbouring reads into one, which opens to all of them", () => {
    const reads = [step(0, "read"), step(1, "read"), step(2, "edit"), step(3, "read")];
    expect(shape(reads)).toBe("reads 2, step, step");
    expect(shape(reads, { isOpen: () => true })).toBe("reads 2, step, step, step, step");
    expect(shape([step(0, "read"), step(1, "read", true)])).toBe("step, step");
  });

  test("fold the middle of more than 40 calm steps, and no fewer", () => {
    expect(shape(calm(0, 40))).not.toContain("fold");
    expect(shape(calm(0, 60))).toBe(`${"step, ".repeat(8)}fold 50, step, step`);
    expect(shape(calm(0, 60), { isOpen: () => true })).not.toContain("fold");
    expect(shape(calm(0, 60), { keepsRuns: true })).not.toContain("fold");
  });

  test("do not fold away failures, prompts, answers and what started subagents", () => {
    for (const kind of ["prompt", "answer"] as const) {
      expect(shape([...calm(0, 30), step(30, kind), ...calm(31, 30)])).not.toContain("fold");
    }
    expect(shape([...calm(0, 30), step(30, "command", true), ...calm(31, 30)])).not.toContain("fold");
    expect(shape(calm(0, 60), { isNotable: ({ offset }) => offset === 40 })).not.toContain("fold");
  });

  test("have a rule where nothing happened", () => {
    expect(shape([step(0, "read"), step(1, "read"), step(2, "read")], { gaps: new Map([[2, 600_000]]) })).toBe(
      "step, gap, reads 2",
    );
  });

  test("are found by an event, also by that of a result and within a fold", () => {
    const rows = rowsOf(calm(0, 60), CLOSED);
    expect(rows[placeOfEvent(rows, 7)]?.key).toBe("e6");
    expect(rows[placeOfEvent(rows, 51)]?.type).toBe("fold");
    expect(placeOfEvent(rows, 500)).toBe(-1);
  });

  test("are open at first where something failed, and where an answer ends a turn", () => {
    const steps = [
      step(0, "prompt"),
      step(1, "answer"),
      step(2),
      step(3, "command", true),
      step(4, "answer"),
      step(5, "prompt"),
    ];
    expect([...openAtFirst(rowsOf(steps, CLOSED))]).toEqual(["e6", "e8"]);
  });
});
