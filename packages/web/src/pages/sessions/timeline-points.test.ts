import { expect, test } from "vitest";
import { timelinePoints, type Usage } from "./timeline-points.js";

const usage = (second: number, total: number, costUsd: number | null = 0): Usage => ({
  timestamp: new Date(second * 1000).toISOString(),
  tokens: { total },
  costUsd,
});

test("tokens and cost are summed in the order of time", () => {
  const nothing = { timestamp: new Date(5000).toISOString(), tokens: null, costUsd: null };
  const points = timelinePoints([usage(20, 100, 0.5), usage(10, 60, 0.25), nothing]);
  expect(points).toEqual({ times: [10, 20], tokens: [60, 160], cost: [0.25, 0.75] });
});

test("what happens at one time is one point", () => {
  expect(timelinePoints([usage(10, 1, 1), usage(10, 2, 2)])).toEqual({ times: [10], tokens: [3], cost: [3] });
});

test("where the price of something is not known, no cost is drawn", () => {
  expect(timelinePoints([usage(10, 1, 1), usage(11, 2, null)]).cost).toBeUndefined();
});

test("what is paid without tokens counts too", () => {
  const paid = { timestamp: new Date(10_000).toISOString(), tokens: null, costUsd: 0.1 };
  expect(timelinePoints([paid])).toEqual({ times: [10], tokens: [0], cost: [0.1] });
});

test("a long session has few points, and ends with all of its tokens", () => {
  const { times, tokens } = timelinePoints(Array.from({ length: 10_001 }, (_, at) => usage(at, 1)));
  expect(times.length).toBeLessThanOrEqual(402);
  expect(tokens.at(-1)).toBe(10_001);
});
