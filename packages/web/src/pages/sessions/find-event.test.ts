import type { SessionEvent } from "@tackroom/contract";
import { expect, test } from "vitest";
import { findEvent, hasText, isFailure, PAGE_SIZE } from "./find-event.js";

const TOTAL = PAGE_SIZE * 3 + 7;
const FAILED = [0, PAGE_SIZE - 1, PAGE_SIZE, TOTAL - 1];
const event = (line: number): SessionEvent => ({
  line,
  timestamp: null,
  kind: "tool_result",
  text: null,
  tool_name: "Bash",
  tool_input: null,
  tool_output: `Output ${line}.`,
  is_error: FAILED.includes(line),
  latency_ms: null,
  model: null,
  tokens: null,
  cost_usd: null,
});

function hunt(
  from: number,
  step: 1 | -1,
  matches: (event: SessionEvent) => boolean,
  signal = new AbortController().signal,
) {
  const asked: number[] = [];
  const pageOf = async (page: number): Promise<SessionEvent[]> => {
    asked.push(page);
    const first = page * PAGE_SIZE;
    return Array.from({ length: Math.min(PAGE_SIZE, TOTAL - first) }, (_, at) => event(first + at));
  };
  return findEvent({ from, step, total: TOTAL, pageOf, matches, signal }).then((found) => ({ found, asked }));
}

test.each([
  [-1, 1, 0, [0]],
  [0, 1, PAGE_SIZE - 1, [0]],
  [PAGE_SIZE - 1, 1, PAGE_SIZE, [1]],
  [PAGE_SIZE, 1, TOTAL - 1, [1, 2, 3]],
  [TOTAL - 1, 1, undefined, []],
  [TOTAL, -1, TOTAL - 1, [3]],
  [PAGE_SIZE, -1, PAGE_SIZE - 1, [0]],
  [0, -1, undefined, []],
] as const)("from %i by %i the next failure is %s, read from pages %j", async (from, step, found, asked) => {
  expect(await hunt(from, step, isFailure)).toEqual({ found, asked });
});

test("text is found in whatever case, and only there", async () => {
  expect((await hunt(-1, 1, hasText("OUTPUT 450."))).found).toBe(450);
  expect((await hunt(-1, 1, hasText("nowhere"))).found).toBeUndefined();
});

test("a hunt that was called off finds nothing, and asks no further", async () => {
  const off = new AbortController();
  off.abort();
  expect(await hunt(-1, 1, hasText("450"), off.signal)).toEqual({ found: undefined, asked: [0] });
});
