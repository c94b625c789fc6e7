import { describe, expect, test } from "vitest";
import { Outline, type OutlineLine } from "./outline.js";
import { pricesAt } from "./prices.js";
import type { ShownEvent } from "./show-events.js";
import type { UsageEntry } from "./summary.js";

const START = Date.parse("2026-08-20T09:00:00.000Z");
const at = (second: number): string => new Date(START + second * 1000).toISOString();
const BLANK: ShownEvent = {
  timestamp: at(0),
  kind: "other",
  text: null,
  tool_name: null,
  tool_use_id: null,
  tool_input: null,
  tool_output: null,
  is_error: false,
  latency_ms: null,
  model: null,
};
const prompt = (text: string, second: number): ShownEvent => ({ ...BLANK, kind: "user", text, timestamp: at(second) });
const call = (id: string, name: string, input: object, second: number): ShownEvent => ({
  ...BLANK,
  kind: "tool_call",
  tool_use_id: id,
  tool_name: name,
  tool_input: JSON.stringify(input),
  timestamp: at(second),
});
const result = (id: string, output: string, second: number, is_error = false): ShownEvent => ({
  ...BLANK,
  kind: "tool_result",
  tool_use_id: id,
  tool_output: output,
  is_error,
  timestamp: at(second),
});
const used = (input: number, model = "claude-sonnet-4-5"): UsageEntry => ({
  model,
  input,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  statedCostUsd: null,
});
const MILLION = 1_000_000;

function outlineOf(lines: readonly (Partial<OutlineLine> & Pick<OutlineLine, "events">)[], comesFirst = false) {
  const total = lines.reduce((sum, { events }) => sum + events.length, 0);
  const outline = new Outline({ total, comesFirst, priceOf: pricesAt([], at(0)) });
  for (const [line, each] of lines.entries()) outline.add({ line, usage: null, usageKey: "", ...each });
  return outline.done();
}

describe("the outline of a session", () => {
  test("counts no time twice where lines are written late", () => {
    const { gaps, totals } = outlineOf([
      { events: [prompt("Fix it", 0)] },
      { events: [call("a", "Bash", { command: "ls" }, 200)] },
      { events: [prompt("And test it", 20)] },
      { events: [result("a", "done", 210)] },
    ]);
    expect(totals.active_ms).toBe(210_000);
    expect(gaps).toEqual([]);
  });

  test("has its turns, each with its steps, its time without gaps, and what it cost", () => {
    const { turns, gaps, totals } = outlineOf([
      { events: [prompt("Fix it", 0)] },
      { events: [call("a", "Bash", { command: "ls" }, 10)], usage: used(MILLION), usageKey: "1" },
      { events: [result("a", "ok", 20)] },
      { events: [prompt("And now test it", 1000)] },
      { events: [call("b", "Bash", { command: "npm test" }, 1010)], usage: used(2 * MILLION), usageKey: "2" },
    ]);
    expect(turns).toMatchObject([
      { line: 0, offset: 0, text: "Fix it", duration_ms: 20_000, steps: 1, tool_calls: 1, cost_usd: 3 },
      { line: 3, offset: 3, text: "And now test it", duration_ms: 10_000, steps: 1, tool_calls: 1, cost_usd: 6 },
    ]);
    expect(gaps).toEqual([{ after_line: 2, offset: 3, ms: 980_000 }]);
    expect(totals).toMatchObject({
      prompts: 2,
      steps: 2,
      active_ms: 30_000,
      cost_usd: 9,
      tokens: { input: 3 * MILLION },
    });
  });

  test("tells what failed at the step that failed, and why", () => {
    const { failures, turns } = outlineOf([
      { events: [prompt("Test it", 0)] },
      { events: [call("a", "Bash", { command: "npm test" }, 1)] },
      { events: [result("a", "> test\n\nError: expected 202 to be 503\n  at x.ts", 2, true)] },
    ]);
    expect(failures).toEqual([
      { line: 1, offset: 1, tool_name: "Bash", summary: "Bash npm test: Error: expected 202 to be 503", at: at(2) },
    ]);
    expect(turns[0]?.failures).toBe(1);
  });

  test("adds up the changes of each file, without those that failed", () => {
    const edit = (id: string, old_string: string, new_string: string) =>
      call(id, "Edit", { file_path: "a.ts", old_string, new_string }, 1);
    const { files, totals } = outlineOf([
      { events: [edit("a", "one\ntwo", "one\n2\n3"), result("a", "done", 2)] },
      { events: [edit("b", "x", "y"), result("b", "String to replace not found", 3, true)] },
      { events: [call("c", "Write", { file_path: "b.ts", content: "1\n2\n" }, 4), result("c", "done", 5)] },
    ]);
    expect(files).toEqual([
      { path: "a.ts", added: 2, removed: 1, line: 0, offset: 0 },
      { path: "b.ts", added: 2, removed: 0, line: 2, offset: 4 },
    ]);
    expect(totals).toMatchObject({ files: 2, added: 4, removed: 1, failures: 1 });
  });

  test("puts the cost of a request to what it called, wherever its usage is told", () => {
    const thought: ShownEvent = { ...BLANK, kind: "thinking", text: "Hm" };
    const answer: ShownEvent = { ...BLANK, kind: "assistant", text: "Done" };
    const costs = [
      { name: "Bash", calls: 1, cost_usd: 6 },
      { name: "answer", calls: 1, cost_usd: 3 },
    ];
    const withItsLines = outlineOf([
      { events: [thought], usage: used(MILLION), usageKey: "1" },
      { events: [call("a", "Bash", {}, 1)], usage: used(MILLION), usageKey: "1" },
      { events: [result("a", "ok", 2)] },
      { events: [answer], usage: used(MILLION), usageKey: "2" },
    ]);
    expect(withItsLines.cost_by_tool).toEqual(costs);
    const after = outlineOf([
      { events: [thought] },
      { events: [call("a", "Bash", {}, 1)] },
      { events: [], usage: used(2 * MILLION), usageKey: "1" },
      { events: [result("a", "ok", 2)] },
      { events: [answer] },
      { events: [], usage: used(MILLION), usageKey: "2" },
    ]);
    expect(after.cost_by_tool).toEqual(costs);
  });

  test.each([false, true])("loses no usage of lines without events (told first: %s)", (comesFirst) => {
    const { turns, totals } = outlineOf(
      [
        { events: [], usage: used(1), usageKey: "1" },
        { events: [prompt("One", 0)] },
        { events: [], usage: used(10), usageKey: "2" },
        { events: [prompt("Two", 1)] },
        { events: [], usage: used(100), usageKey: "3" },
      ],
      comesFirst,
    );
    expect(turns.map(({ tokens }) => tokens.input)).toEqual(comesFirst ? [1, 110] : [11, 100]);
    expect(totals.tokens.input).toBe(111);
  });

  test("says nothing of the cost of a model without a price, and keeps its tokens", () => {
    const { totals } = outlineOf([{ events: [prompt("One", 0)], usage: used(5, "ours"), usageKey: "1" }]);
    expect(totals).toMatchObject({ cost_usd: null, tokens: { total: 5 } });
  });

  test("cuts a long session into slices of as many events, of which none is lost", () => {
    const lines = Array.from({ length: 5000 }, (_, n) => ({ events: [prompt(`${n}`, n)] }));
    const { strip, turns, totals } = outlineOf(lines);
    expect(strip).toHaveLength(240);
    expect(strip.reduce((sum, { kinds }) => sum + (kinds.prompt ?? 0), 0)).toBe(5000);
    expect(strip.every(({ offset }, place) => place === 0 || offset > (strip[place - 1]?.offset ?? 0))).toBe(true);
    expect([turns.length, totals.prompts]).toEqual([500, 5000]);
  });

  test("of nothing is empty", () => {
    expect(outlineOf([])).toMatchObject({ turns: [], strip: [], totals: { events: 0, cost_usd: null } });
  });
});
