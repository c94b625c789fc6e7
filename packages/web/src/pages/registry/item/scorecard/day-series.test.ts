import type { Scorecard } from "@tackroom/contract";
import { expect, test } from "vitest";
import { dayOf, daySeries } from "./day-series.js";

const point = (day: number, total: number | null, failures: number | null): Scorecard["series"][number] => ({
  time: new Date(Date.UTC(2026, 4, day)).toISOString(),
  sessions: day,
  total,
  scores: {
    goal_completion: null,
    tool_efficiency: null,
    tool_failures: failures,
    factual_grounding: null,
    thought_process: null,
    adversarial_robustness: null,
  },
});

test("a day without sessions is a gap of the score, and no sessions", () => {
  const series = [point(1, 80, 90), point(2, null, null), point(4, 60, 0)];
  expect(daySeries(series, undefined)).toEqual({
    times: [1, 2, 3, 4].map((day) => Date.UTC(2026, 4, day) / 1000),
    scores: [80, null, null, 60],
    sessions: [1, 2, 0, 4],
  });
  expect(daySeries(series, "tool_failures").scores).toEqual([90, null, null, 0]);
  expect(daySeries([], undefined)).toEqual({ times: [], scores: [], sessions: [] });
});

test("a day is written as the server takes it", () => {
  expect(dayOf("2026-05-01T00:00:00.000Z")).toBe("2026-05-01");
});
